// The three facts of responsibility in one sentence.
#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/verdict/responsibility.h"

namespace backlot::verdict {

namespace {

std::string deed_of(const BrokenRule& rule) {
  switch (rule.rule) {
    case RoadRule::red_light:
      return fmt::format("crossed the line at red at {:.1f} m/s", rule.value);
    case RoadRule::stop_line:
      return fmt::format("crossed the line of a stop sign at {:.1f} m/s without a halt", rule.value);
    case RoadRule::right_of_way:
      return "did not give the right of way";
    case RoadRule::wrong_way:
      return fmt::format("drove at {:.1f} m/s against the direction of its lane", rule.value);
    case RoadRule::lane_change:
      return "changed lanes into too small a gap";
    case RoadRule::following_distance:
      return fmt::format("followed too closely ({:.1f} s)", rule.value);
    case RoadRule::speed_limit:
      return fmt::format("was {:.1f} m/s over the speed limit", rule.value - rule.limit);
    case RoadRule::standing:
      return "stood on a lane for traffic";
    case RoadRule::off_crosswalk:
      return "stepped onto the road off a crosswalk";
  }
  return "";
}

std::string joined(std::span<const std::string> names) {
  std::string text;
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return text;
}

}  // namespace

std::string sentence_of(const Responsibility& facts, std::span<const std::string> preventable_by,
                        std::size_t tried) {
  BACKLOT_ASSERT(preventable_by.size() <= tried, "a driver prevents a failure that it was tried in");
  const std::string other = facts.other.is_empty()
                                ? std::string("the other")
                                : fmt::format("{} {}", facts.is_other_on_foot ? "person" : "vehicle",
                                              world::number_for_people(facts.other));
  const std::string failure =
      facts.failed_rule.empty() ? "contact" : fmt::format("failure of \"{}\"", facts.failed_rule);
  std::string text;
  switch (facts.initiator) {
    case Initiator::subject:
      text = fmt::format("The subject brought about the {}", failure);
      break;
    case Initiator::other:
      text = fmt::format("{}{} brought about the {}", facts.is_other_on_foot ? "P" : "V", other.substr(1),
                         failure);
      if (facts.other.is_empty()) text = fmt::format("The other brought about the {}", failure);
      break;
    case Initiator::both:
      text = fmt::format("The subject and {} brought about the {} together", other, failure);
      break;
    case Initiator::undetermined:
      text = fmt::format("No broken rule explains the {}", failure);
      break;
  }
  bool is_first = true;
  for (const BrokenRule& rule : facts.rules) {
    text += fmt::format("{} {} {} {:.1f} s before it{}", is_first ? ":" : ";",
                        rule.by == Party::subject ? "the subject" : other, deed_of(rule),
                        facts.time_s - rule.time_s, rule.is_decisive ? "" : ", which did not decide");
    is_first = false;
  }
  if (tried > 0) {
    if (preventable_by.empty())
      text += fmt::format("; none of {} reference drivers prevents it", tried);
    else
      text += fmt::format("; {} prevent{} it", joined(preventable_by), preventable_by.size() == 1 ? "s" : "");
  }
  return text + ".";
}

}  // namespace backlot::verdict
