#include "backlot/verdict/danger_onset.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/look/boxes.h"
#include "backlot/scene/scene_view.h"

namespace backlot::verdict {

static_assert(count_of(OnsetRule{}) == static_cast<std::uint32_t>(OnsetRule::lead) + 1);

namespace {

constexpr double kMostLead_s = 10, kLead_s = 4;
constexpr double kBrakes_mps2 = 3;

bool is_of_the_whole_run(const Finding& failure) {
  return failure.validator == "progress" || failure.validator == "mission" ||
         failure.validator == "time_budget" || failure.validator == "eventually";
}

// The last event that began before the failure and has to do with it.
std::optional<double> find_event(const Finding& failure, std::span<const EventResult> events) {
  std::optional<double> of_other, of_any;
  for (const EventResult& event : events) {
    if (!event.onset_s || *event.onset_s > failure.time_s) continue;
    if (!event.actor.is_empty() && event.actor == failure.other)
      of_other = std::max(of_other.value_or(*event.onset_s), *event.onset_s);
    if (*event.onset_s >= failure.time_s - kMostLead_s)
      of_any = std::max(of_any.value_or(*event.onset_s), *event.onset_s);
  }
  return of_other ? of_other : of_any;
}

// When the braking of the other body that lasts longest into the failure began.
std::optional<double> find_braking(const Finding& failure, const Encountered& seen) {
  BACKLOT_ASSERT(std::is_sorted(seen.moments.begin(), seen.moments.end(),
                                [](const Meeting& a, const Meeting& b) { return a.time_s < b.time_s; }),
                 "moments are in the order of time");
  constexpr auto kOther = static_cast<std::size_t>(Party::other);
  std::optional<double> began_s;
  bool brakes = false;
  for (const Meeting& m : seen.moments) {
    const bool now = m.is_there[kOther] && m.body[kOther].accel_mps2 < -kBrakes_mps2 &&
                     m.time_s >= failure.time_s - kMostLead_s;
    if (now && !brakes) began_s = m.time_s;
    brakes = now;
  }
  return began_s;
}

std::optional<double> find_collision_course(const Finding& failure, const Encountered& seen) {
  std::optional<double> began_s;
  for (auto m = seen.moments.rbegin(); m != seen.moments.rend(); ++m) {
    if (!m->is_there[0] || !m->is_there[1]) break;
    const double ttc_s = look::time_to_contact(scene::box_of(m->body[0]), m->body[0].speed_mps,
                                               scene::box_of(m->body[1]), m->body[1].speed_mps);
    if (m->time_s < failure.time_s - kMostLead_s || !std::isfinite(ttc_s)) break;
    began_s = m->time_s;
  }
  return began_s;
}

}  // namespace

std::string_view to_text(OnsetRule rule) {
  switch (rule) {
    case OnsetRule::start:
      return "start";
    case OnsetRule::event:
      return "event";
    case OnsetRule::other_rule:
      return "other_rule";
    case OnsetRule::other_braked:
      return "other_braked";
    case OnsetRule::collision_course:
      return "collision_course";
    case OnsetRule::lead:
      break;
  }
  return "lead";
}

DangerOnset find_danger_onset(const Finding& failure, std::span<const EventResult> events,
                              const Responsibility& facts, const Encountered& seen, double started_s) {
  const auto at = [&](double time_s, OnsetRule rule) {
    return DangerOnset{std::clamp(time_s, std::min(started_s, failure.time_s), failure.time_s), rule};
  };
  if (is_of_the_whole_run(failure)) return at(started_s, OnsetRule::start);
  if (const std::optional<double> event = find_event(failure, events)) return at(*event, OnsetRule::event);
  if (!failure.other.is_empty()) {
    const BrokenRule* rule = facts.first_of(Party::other);
    if (rule != nullptr && rule->counts_from_s >= failure.time_s - kMostLead_s)
      return at(rule->counts_from_s, OnsetRule::other_rule);
    if (const std::optional<double> braked = find_braking(failure, seen))
      return at(*braked, OnsetRule::other_braked);
    if (const std::optional<double> course = find_collision_course(failure, seen))
      return at(*course, OnsetRule::collision_course);
  }
  return at(failure.time_s - kLead_s, OnsetRule::lead);
}

}  // namespace backlot::verdict
