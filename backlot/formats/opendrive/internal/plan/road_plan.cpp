#include "backlot/formats/opendrive/internal/plan/road_plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/opendrive/internal/plan/lane_heights.h"
#include "backlot/formats/opendrive/internal/plan/lane_widths.h"
#include "backlot/formats/opendrive/internal/plan/lane_words.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kShortest_m = 0.01;
constexpr double kRoomStep_m = 1;
constexpr std::size_t kMostLanesOfSide = 100;  // on one side

// The lanes of one side, from the reference line outwards; of two with one id the first.
std::vector<const Lane*> outwards(const std::vector<Lane>& side, bool is_left, const Document& document,
                                  const Road& road, base::Diagnostics& found) {
  std::vector<const Lane*> lanes;
  for (const Lane& lane : side) {
    if (lane.id == 0 || (lane.id > 0) != is_left) {
      found.warning(
          "X302", document.place(lane.where),
          fmt::format("lane {} of road \"{}\" lies on the wrong side; it is left out", lane.id, road.id),
          "lanes on the left have ids above zero, those on the right below");
      continue;
    }
    lanes.push_back(&lane);
  }
  std::stable_sort(lanes.begin(), lanes.end(), [is_left](const Lane* a, const Lane* b) {
    return is_left ? a->id < b->id : a->id > b->id;
  });
  if (lanes.size() > kMostLanesOfSide) {
    found.warning("X302", document.place(lanes[kMostLanesOfSide]->where),
                  fmt::format("more than {} lanes on one side of road \"{}\"; the outer ones are left out",
                              kMostLanesOfSide, road.id));
    lanes.resize(kMostLanesOfSide);
  }
  for (std::size_t i = 1; i < lanes.size();) {
    if (lanes[i]->id != lanes[i - 1]->id) {
      ++i;
      continue;
    }
    found.warning(
        "X302", document.place(lanes[i]->where),
        fmt::format("a second lane {} in one section of road \"{}\"; it is left out", lanes[i]->id, road.id),
        "give it an id of its own");
    lanes.erase(lanes.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return lanes;
}

std::vector<LanePair> pairs_between(const SectionPlan& a, const SectionPlan& b) {
  std::set<LanePair> pairs;
  bool is_any_given = false;
  for (const LanePlan& lane : a.lanes)
    for (const LaneLink& link : lane.lane->successors) {
      is_any_given = true;
      if (b.find(link.lane) != nullptr) pairs.insert({lane.id(), link.lane});
    }
  for (const LanePlan& lane : b.lanes)
    for (const LaneLink& link : lane.lane->predecessors) {
      is_any_given = true;
      if (a.find(link.lane) != nullptr) pairs.insert({link.lane, lane.id()});
    }
  // a file that says nothing at all of this joint means that lanes go on by their ids
  if (!is_any_given)
    for (const LanePlan& lane : a.lanes)
      if (b.find(lane.id()) != nullptr) pairs.insert({lane.id(), lane.id()});
  return {pairs.begin(), pairs.end()};
}

// What leads over a section that is left out.
std::vector<LanePair> joined(const std::vector<LanePair>& first, const std::vector<LanePair>& second) {
  std::set<LanePair> pairs;
  for (const LanePair& a : first)
    for (const LanePair& b : second)
      if (a.second == b.first) pairs.insert({a.first, b.second});
  return {pairs.begin(), pairs.end()};
}

// Vehicles need a lane of some width, in one piece, that begins or ends somewhere. A bay that opens and closes, or a
// line that the file calls a lane, is a strip without traffic: false for such a lane.
bool find_room(double length, LanePlan& lane) {
  BACKLOT_ASSERT(length >= 0, "a section has a length");
  if (network::use_of(lane.kind) != network::Use::vehicles) return true;
  const int steps = static_cast<int>(std::clamp(length / kRoomStep_m, 8.0, 2e3));
  const auto is_wide = [&](int k) {
    const double at = length * k / steps;
    return lane.width.record_at(at).at(at).value >= kVehicleRoom_m;
  };
  int pieces = 0;
  for (int k = 0; k <= steps; ++k)
    if (is_wide(k) && (k == 0 || !is_wide(k - 1))) ++pieces;
  lane.has_room_at_start = is_wide(0);
  lane.has_room_at_end = is_wide(steps);
  if (pieces == 1 && (lane.has_room_at_start || lane.has_room_at_end)) return true;
  lane.kind = network::LaneKind::shoulder;
  lane.direction = network::LaneDirection::none;
  return false;
}

// Widths, heights and room of the lanes of a section, once it is known how far that reaches. Gives the number of lanes on which
// no vehicle has room, and calls back with each lane and what of its width was below zero.
template <class Each>
std::size_t measure(const RoadPlan& plan, SectionPlan& section, Each&& each) {
  std::size_t narrow = 0;
  section.shift = profile_by_plan(plan.road->lane_offsets, 0, plan.line, section.s_from, section.s_to);
  for (const bool is_left : {true, false}) {
    std::vector<LanePlan*> side;
    for (std::size_t i = 0; i < section.lanes.size(); ++i)
      if ((i < section.lanes_left) == is_left) side.push_back(&section.lanes[i]);
    if (is_left) std::reverse(side.begin(), side.end());
    std::vector<const Lane*> lanes;
    for (const LanePlan* one : side) lanes.push_back(one->lane);
    std::vector<geometry::CubicProfile> widths =
        widths_of(lanes, plan.line, section.section->s, section.s_from, section.s_to);
    for (std::size_t i = 0; i < side.size(); ++i) {
      Positive positive = positive_part(widths[i], section.length());
      side[i]->width = std::move(positive.profile);
      side[i]->heights = heights_of(*lanes[i], plan.line, section.section->s, section.s_from, section.s_to);
      if (!find_room(section.length(), *side[i])) ++narrow;
      each(*side[i], positive);
    }
  }
  return narrow;
}

void name_ways(RoadPlan& plan) {
  const auto count = std::count_if(plan.sections.begin(), plan.sections.end(),
                                   [](const SectionPlan& section) { return !section.is_gap; });
  int number = 0;
  for (SectionPlan& section : plan.sections) {
    section.way.clear();
    if (!section.is_gap) section.way = count == 1 ? plan.name : fmt::format("{}.{}", plan.name, number++);
  }
}

// Divides the section in which s lies, unless it begins or ends there. Gives the s of the border that there is then.
double divide(RoadPlan& plan, double s) {
  for (std::size_t i = 0; i < plan.sections.size(); ++i) {
    const double from = plan.sections[i].s_from, to = plan.sections[i].s_to;
    if (s < from + kShortest_m) return from;
    if (s >= to - kShortest_m) continue;
    plan.sections.insert(plan.sections.begin() + static_cast<std::ptrdiff_t>(i), plan.sections[i]);
    SectionPlan &first = plan.sections[i], &second = plan.sections[i + 1];
    first.s_to = second.s_from = s;
    first.to = second.from = plan.line.plan_at(s);
    first.onward.clear();
    for (const LanePlan& lane : first.lanes) first.onward.emplace_back(lane.id(), lane.id());
    std::sort(first.onward.begin(), first.onward.end());
    const auto ignore = [](const LanePlan&, const Positive&) {};  // all is said already
    measure(plan, first, ignore);
    measure(plan, second, ignore);
    return s;
  }
  return plan.line.s_end();
}

}  // namespace

std::string LanePlan::name() const {
  return id() > 0 ? fmt::format("L{}", id()) : fmt::format("R{}", -static_cast<long>(id()));
}

const LanePlan* SectionPlan::find(int lane) const {
  for (const LanePlan& plan : lanes)
    if (plan.id() == lane) return &plan;
  return nullptr;
}

const SectionPlan& RoadPlan::section_with(double s) const {
  BACKLOT_ASSERT(!sections.empty(), "a road has sections");
  return *(std::upper_bound(sections.begin() + 1, sections.end(), s,
                            [](double value, const SectionPlan& section) { return value < section.s_from; }) -
           1);
}

RoadPlans::RoadPlans(const Document& document, const std::set<std::string>& left_out,
                     base::Diagnostics& found)
    : left_out_(left_out) {
  std::map<std::string_view, JunctionType> junctions;
  for (const Junction& junction : document.junctions) junctions.emplace(junction.id, junction.type);
  roads_.reserve(document.roads.size());
  for (const Road& road : document.roads) {
    // in a direct junction roads touch; those of a virtual one are connected where its main road is cut
    const auto junction = junctions.find(road.junction);
    const bool is_connecting =
        !road.junction.empty() && junction != junctions.end() && junction->second == JunctionType::standard;
    add(document, road, is_connecting, found);
  }
}

std::size_t RoadPlans::find(std::string_view id) const {
  const auto at = by_id_.find(id);
  return at == by_id_.end() ? roads_.size() : at->second;
}

void RoadPlans::add(const Document& document, const Road& road, bool is_connecting,
                    base::Diagnostics& found) {
  RoadPlan plan{&road, plain_name(road.id), reference_line(road), {}, is_connecting};
  tidying_.short_geometries += plan.line.merged;
  if (plan.line.is_empty()) {
    found.warning("X301", document.place(road.where),
                  fmt::format("road \"{}\" has no reference line; it is left out", road.id),
                  "give it a planView with at least one geometry");
    return;
  }
  if (plan.line.beyond_m > 0)
    found.warning(
        "X312", document.place(road.where),
        fmt::format("the geometries of road \"{}\" reach {:.2f} m beyond its length of {:.2f} m; that "
                    "is cut off",
                    road.id, plan.line.beyond_m, road.length_m),
        "correct the length of the road, or leave the geometries out");
  if (by_id_.contains(road.id)) {
    found.warning("X301", document.place(road.where),
                  fmt::format("a second road has the id \"{}\"; links mean the first", road.id),
                  "give it an id of its own");
  }

  // sections in order; those that hardly exist are part of their neighbour
  std::vector<const LaneSection*> order;
  for (const LaneSection& section : road.sections) order.push_back(&section);
  std::stable_sort(order.begin(), order.end(),
                   [](const LaneSection* a, const LaneSection* b) { return a->s < b->s; });
  const double s_start = plan.line.s_start(), s_end = plan.line.s_end();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LaneSection& section = *order[i];
    SectionPlan next;
    next.section = &section;
    next.s_from = i == 0 ? s_start : std::clamp(section.s, s_start, s_end);
    next.s_to = i + 1 < order.size() ? std::clamp(order[i + 1]->s, s_start, s_end) : s_end;
    next.from = plan.line.plan_at(next.s_from);
    next.to = plan.line.plan_at(next.s_to);
    const std::vector<const Lane*> left = outwards(section.left, true, document, road, found);
    const std::vector<const Lane*> right = outwards(section.right, false, document, road, found);
    for (const auto& side : {left, right})
      for (const Lane* lane : side) {
        LanePlan one;
        one.lane = lane;
        one.kind = lane_kind(*lane);
        if (lane->type == "bidirectional") ++tidying_.shared_lanes;
        if (one.kind == network::LaneKind::bus) ++tidying_.reserved_lanes;
        one.direction = lane_direction(*lane, one.kind, road.rule);
        next.lanes.push_back(std::move(one));
      }
    std::reverse(next.lanes.begin(), next.lanes.begin() + static_cast<std::ptrdiff_t>(left.size()));
    next.lanes_left = left.size();
    plan.sections.push_back(std::move(next));
  }
  for (std::size_t i = 0; i + 1 < plan.sections.size(); ++i)
    plan.sections[i].onward = pairs_between(plan.sections[i], plan.sections[i + 1]);
  for (std::size_t i = 0; i < plan.sections.size();) {
    SectionPlan& section = plan.sections[i];
    const bool is_short = section.s_to - section.s_from < kShortest_m;
    if ((!is_short && !section.lanes.empty()) || plan.sections.size() == 1) {
      ++i;
      continue;
    }
    if (is_short)
      ++tidying_.short_sections;
    else
      found.warning(
          "X304", document.place(section.section->where),
          fmt::format("the section of road \"{}\" from s = {:.3f} has no lanes; its neighbour goes on there",
                      road.id, section.s_from),
          "give it lanes, or let the road end");
    if (i == 0) {
      plan.sections[1].s_from = section.s_from;
      plan.sections[1].from = section.from;
    } else {
      SectionPlan& before = plan.sections[i - 1];
      before.s_to = section.s_to;
      before.to = section.to;
      if (i + 1 < plan.sections.size())
        before.onward = joined(before.onward, section.onward);
      else
        before.onward.clear();
    }
    plan.sections.erase(plan.sections.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (plan.sections.empty() || plan.sections.front().lanes.empty()) {
    found.warning("X301", document.place(road.where),
                  fmt::format("road \"{}\" has no lanes; it is left out", road.id),
                  "give it a lane section with lanes beside the centre");
    return;
  }

  // widths, now that it is known how far each section reaches
  double deepest = 0;
  for (SectionPlan& section : plan.sections)
    tidying_.narrow_lanes += measure(plan, section, [&](const LanePlan& lane, const Positive& positive) {
      if (!(positive.deepest > 0.02 && positive.deepest > deepest)) return;
      deepest = positive.deepest;
      found.warning("X303", document.place(lane.lane->where),
                    fmt::format("lane {} of road \"{}\" is {:.3g} m wide at s = {:.3f}; it counts as zero",
                                lane.id(), road.id, -positive.deepest, section.s_from + positive.at),
                    "widths are never below zero");
    });

  // names are unique over ways and corridors
  if (const int count = ++taken_[plan.name]; count > 1) plan.name += fmt::format("_{}", count);
  if (left_out_.contains(plan.name)) return;  // its error names it
  if (!is_connecting) name_ways(plan);
  by_id_.emplace(road.id, roads_.size());
  roads_.push_back(std::move(plan));
}

std::pair<double, double> RoadPlans::cut(std::size_t road, double s_from, double s_to) {
  BACKLOT_ASSERT(s_from < s_to, "a gap is an interval of a road");
  BACKLOT_ASSERT(road < roads_.size(), "a gap is an interval of a road");
  RoadPlan& plan = roads_[road];
  const double from = divide(plan, s_from), to = divide(plan, s_to);
  for (SectionPlan& section : plan.sections)
    if (section.s_from >= from && section.s_to <= to) section.is_gap = true;
  name_ways(plan);
  return {from, to};
}

void RoadPlans::connect(std::size_t road) {
  BACKLOT_ASSERT(road < roads_.size(), "there is no such road");
  roads_[road].is_connecting = true;
  for (SectionPlan& section : roads_[road].sections) section.way.clear();
}

}  // namespace backlot::formats::opendrive
