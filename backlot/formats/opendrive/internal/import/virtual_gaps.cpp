#include "backlot/formats/opendrive/internal/import/virtual_gaps.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/formats/opendrive/internal/plan/plan_line.h"
#include "backlot/geometry/plan_table.h"

namespace backlot::formats::opendrive {

namespace {

using network::End;

constexpr double kShortestPart_m = 1;  // and what is left of the main road before, behind and between gaps
constexpr double kWidened_m = 5;  // so far outside of the junction connecting roads may meet the main road
constexpr double kMeets_m = 0.5;  // so near to where a gap begins or ends they have to

// Where an end of a connecting road meets the main road.
struct Contact {
  End end = End::start;  // of the connecting road
  double s = 0;          // of the main road
  bool is_along = true;  // its s runs on as that of the main road
};

struct Connecting {
  std::size_t road = 0;
  std::vector<Contact> contacts;
};

// The end of the way before a gap, or the start of the one behind it.
RoadEnd end_beside(const RoadPlans& roads, const Gap& gap, bool is_before) {
  const SectionRange sections = sections_of(roads, gap);
  return is_before ? RoadEnd{gap.road, sections.first - 1, End::end}
                   : RoadEnd{gap.road, sections.last + 1, End::start};
}

class VirtualJunction {
 public:
  VirtualJunction(Translation& translation, const Junction& junction)
      : translation_(translation), roads_(translation.roads), junction_(junction) {}

  void cut();

 private:
  std::optional<Contact> contact(std::size_t road, End end) const;
  bool find_gap();
  bool leads_somewhere(const Connecting& connecting, const Gap& gap) const;
  // Whether the gap begins or ends where it should for this contact.
  bool fits(const Contact& contact) const { return std::fabs(contact.s - border(contact)) <= kMeets_m; }
  // A connecting road that goes on along s begins at the way before the gap and ends at the way behind it. One that
  // runs against s, the other way round.
  bool is_before(const Contact& contact) const { return (contact.end == End::start) == contact.is_along; }
  double border(const Contact& contact) const { return is_before(contact) ? from_ : to_; }
  void say(const std::string& why, std::string hint) const {
    translation_.found.warning(
        "X308", translation_.document.place(junction_.where),
        fmt::format(R"(road "{}" is not cut at virtual junction "{}", where no vehicle turns off then: {})",
                    junction_.main_road, junction_.id, why),
        std::move(hint));
  }

  Translation& translation_;
  RoadPlans& roads_;
  const Junction& junction_;
  std::size_t main_ = 0;
  std::optional<geometry::Ribbon> main_line_;
  std::vector<Connecting> connecting_;
  double from_ = 0, to_ = 0;
};

// By the headings, which are equal there or opposite; else by the file's word.
std::optional<Contact> VirtualJunction::contact(std::size_t road, End end) const {
  BACKLOT_ASSERT(road < roads_.size(), "there is no such road");
  const Road& from = *roads_[road].road;
  const std::optional<RoadLink>& link = end == End::start ? from.predecessor : from.successor;
  if (!link || link->type != ElementType::road || link->element != junction_.main_road || !link->element_s)
    return std::nullopt;
  Contact contact{end, *link->element_s, link->element_direction != "-"};
  const std::optional<geometry::Ribbon> line = plan_line(roads_[road]);
  if (!line || !main_line_) return contact;
  const double at =
      geometry::distance_at_plan(main_line_->plan_stations(), roads_[main_].line.plan_at(contact.s));
  const double turn = base::wrap_angle(line->frame(end == End::start ? 0 : line->length()).heading_rad() -
                                       main_line_->frame(at).heading_rad());
  if (std::fabs(turn) < base::kPi / 3) contact.is_along = true;
  if (std::fabs(turn) > 2 * base::kPi / 3) contact.is_along = false;
  return contact;
}

// Whether traffic comes over a connecting road from the main road, or to it.
bool VirtualJunction::leads_somewhere(const Connecting& connecting, const Gap& gap) const {
  BACKLOT_ASSERT(connecting.road < roads_.size(), "there is no such road");
  if (connecting.contacts.empty()) return false;
  const RoadPlan& road = roads_[connecting.road];
  std::vector<const Connection*> connections;
  for (const Connection& connection : junction_.connections)
    if (connection.connecting_road == road.road->id) connections.push_back(&connection);
  const auto end_of = [&](End end) {
    for (const Contact& contact : connecting.contacts)
      if (contact.end == end) return std::optional(end_beside(roads_, gap, is_before(contact)));
    return end_met(roads_, junction_.id, connecting.road, end, connections);
  };
  const std::optional<RoadEnd> at_start = end_of(End::start), at_end = end_of(End::end);
  if (!at_start || !at_end) return false;
  const SectionRange all{0, road.sections.size() - 1};
  const std::vector<LaneChain> chains = lane_chains(road, all);
  return std::any_of(chains.begin(), chains.end(), [&](const LaneChain& chain) {
    return chain.first_section == all.first && chain.last_section() == all.last &&
           !lanes_met(roads_, connecting.road, End::start, chain.front(), *at_start, connections).empty() &&
           !lanes_met(roads_, connecting.road, End::end, chain.back(), *at_end, connections).empty();
  });
}

// Between the s of the junction, or a little further to where connecting roads meet the main road.
bool VirtualJunction::find_gap() {
  std::optional<double> low = junction_.s_start, high = junction_.s_end;
  for (const Connecting& one : connecting_)
    for (const Contact& contact : one.contacts) {
      if (!junction_.s_start) low = std::min(low.value_or(contact.s), contact.s);
      if (!junction_.s_end) high = std::max(high.value_or(contact.s), contact.s);
    }
  if (!low || !high) return false;
  from_ = *low;
  to_ = *high;
  for (const Connecting& one : connecting_)
    for (const Contact& contact : one.contacts) {
      if (contact.s > *low - kWidened_m) from_ = std::min(from_, contact.s);
      if (contact.s < *high + kWidened_m) to_ = std::max(to_, contact.s);
    }
  const ReferenceLine& line = roads_[main_].line;
  if (!(to_ - from_ >= kShortestPart_m)) {
    say(fmt::format("from s = {:.3f} to {:.3f} there is no room", from_, to_),
        "give it sStart and sEnd, 1 m apart at least");
    return false;
  }
  if (from_ < line.s_start() + kShortestPart_m || to_ > line.s_end() - kShortestPart_m) {
    say(fmt::format("from s = {:.3f} to {:.3f} it does not lie within the road", from_, to_),
        "let the road go on for 1 m on both sides, or use a junction of the common kind");
    return false;
  }
  for (const SectionPlan& section : roads_[main_].sections)
    if (section.is_gap && section.s_from < to_ + kShortestPart_m && section.s_to > from_ - kShortestPart_m) {
      say("another junction lies there", "let there be 1 m between virtual junctions of a road");
      return false;
    }
  return true;
}

void VirtualJunction::cut() {
  main_ = roads_.find(junction_.main_road);
  for (std::size_t i = 0; i < roads_.size(); ++i)
    if (roads_[i].road->junction == junction_.id && i != main_) connecting_.push_back({i, {}});
  if (connecting_.empty()) return;
  if (main_ == roads_.size())
    return say("there is no such road", "name the road on which the junction lies as its mainRoad");
  if (roads_[main_].is_connecting)
    return say("it is a connecting road itself", "virtual junctions lie on roads outside of other junctions");
  main_line_ = plan_line(roads_[main_]);
  for (Connecting& one : connecting_)
    for (const End end : {End::start, End::end})
      if (const std::optional<Contact> found = contact(one.road, end)) one.contacts.push_back(*found);
  if (!find_gap()) return;

  const auto is_misfit = [&](const Connecting& one) {
    const auto misfit = std::find_if(one.contacts.begin(), one.contacts.end(),
                                     [&](const Contact& contact) { return !fits(contact); });
    if (misfit == one.contacts.end()) return false;
    const Road& road = *roads_[one.road].road;
    translation_.found.warning(
        "X309", translation_.document.place(road.where),
        fmt::format("connecting road \"{}\" of virtual junction \"{}\" meets road \"{}\" at s = {:.3f}, and "
                    "not at {:.3f}; "
                    "no vehicle turns off or joins there",
                    road.id, junction_.id, junction_.main_road, misfit->s, border(*misfit)),
        "connecting roads begin and end at sStart and sEnd of their junction, with the heading of the main "
        "road");
    return true;
  };
  std::erase_if(connecting_, is_misfit);
  if (connecting_.empty()) return;
  RoadPlan before = roads_[main_];
  const auto [from, to] = roads_.cut(main_, from_, to_);
  const Gap gap{&junction_, main_, from, to};
  if (std::none_of(connecting_.begin(), connecting_.end(),
                   [&](const Connecting& one) { return leads_somewhere(one, gap); })) {
    roads_.restore(main_, std::move(before));
    return say("none of its lanes leads to a connecting road or from one",
               "link the lanes of connecting roads with those of the main road");
  }
  translation_.gaps.push_back(gap);
  for (const Connecting& one : connecting_) {
    roads_.connect(one.road);
    for (const Contact& contact : one.contacts)
      translation_.meetings[{one.road, contact.end}] = {translation_.gaps.size() - 1, is_before(contact)};
  }
}

}  // namespace

void cut_at_virtual_junctions(Translation& translation) {
  std::set<std::string_view> done;
  for (const Junction& junction : translation.document.junctions)
    if (done.insert(junction.id).second && junction.type == JunctionType::virtual_)
      VirtualJunction(translation, junction).cut();
}

std::optional<RoadEnd> end_beside_gap(const Translation& translation, std::size_t connecting, End end) {
  const auto meeting = translation.meetings.find({connecting, end});
  BACKLOT_ASSERT(connecting < translation.roads.size(), "there is no such road");
  if (meeting == translation.meetings.end()) return std::nullopt;
  return end_beside(translation.roads, translation.gaps[meeting->second.gap], meeting->second.is_before);
}

SectionRange sections_of(const RoadPlans& roads, const Gap& gap) {
  BACKLOT_ASSERT(gap.road < roads.size() && gap.s_from < gap.s_to, "a gap is a stretch of a road");
  const std::vector<SectionPlan>& sections = roads[gap.road].sections;
  SectionRange range;
  while (sections[range.first].s_from < gap.s_from) ++range.first;
  range.last = range.first;
  while (sections[range.last].s_to < gap.s_to) ++range.last;
  return range;
}

}  // namespace backlot::formats::opendrive
