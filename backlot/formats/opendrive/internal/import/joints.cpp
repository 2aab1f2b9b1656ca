#include "backlot/formats/opendrive/internal/import/joints.h"

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::formats::opendrive {

using network::End;
using network::LaneDirection;

RoadEnd road_end(const RoadPlans& roads, std::size_t road, End end) {
  BACKLOT_ASSERT(road < roads.size() && !roads[road].sections.empty(),
                 "an end is that of a road with sections");
  return {road, end == End::start ? 0 : roads[road].sections.size() - 1, end};
}

const SectionPlan& section_at(const RoadPlans& roads, const RoadEnd& at) {
  BACKLOT_ASSERT(at.road < roads.size() && at.section < roads[at.road].sections.size(),
                 "there is no such section");
  return roads[at.road].sections[at.section];
}

std::string arm_name(const RoadPlans& roads, const RoadEnd& at) {
  const bool is_inner = at != road_end(roads, at.road, at.end) && !section_at(roads, at).is_gap;
  return fmt::format("{}.{}", is_inner ? section_at(roads, at).way : roads[at.road].name,
                     at.end == End::start ? "start" : "end");
}

bool leaves_over(const LanePlan& lane, End end) {
  return lane.direction == LaneDirection::both ||
         lane.direction == (end == End::end ? LaneDirection::forward : LaneDirection::backward);
}

bool enters_over(const LanePlan& lane, End end) {
  return leaves_over(lane, end == End::end ? End::start : End::end);
}

bool has_room(const LanePlan& lane, End end) {
  return end == End::start ? lane.has_room_at_start : lane.has_room_at_end;
}

bool leads_on(const LanePlan& a, End end_a, const LanePlan& b, End end_b) {
  const network::Use use = network::use_of(a.kind);
  if (use == network::Use::none || use != network::use_of(b.kind)) return false;
  // a lane that has closed before its end is left for the one beside it, whatever the file links it to
  if (!has_room(a, end_a) || !has_room(b, end_b)) return false;
  return (leaves_over(a, end_a) && enters_over(b, end_b)) || (leaves_over(b, end_b) && enters_over(a, end_a));
}

std::optional<RoadEnd> linked_end(const RoadPlans& roads, RoadEnd at) {
  BACKLOT_ASSERT(at.road < roads.size(), "there is no such road");
  const Road& road = *roads[at.road].road;
  const std::optional<RoadLink>& link = at.end == End::start ? road.predecessor : road.successor;
  if (!link || link->type != ElementType::road) return std::nullopt;
  // in the middle of another road, at a virtual junction
  if (link->element_s && link->contact == ContactPoint::none) return std::nullopt;
  const std::size_t other = roads.find(link->element);
  if (other == roads.size()) return std::nullopt;
  if (link->contact != ContactPoint::none)
    return road_end(roads, other, link->contact == ContactPoint::start ? End::start : End::end);
  // the file does not say which end: the one that names this road, else the usual one
  const Road& there = *roads[other].road;
  for (const End end : {End::start, End::end}) {
    const std::optional<RoadLink>& back = end == End::start ? there.predecessor : there.successor;
    if (back && back->type == ElementType::road && back->element == road.id)
      return road_end(roads, other, end);
  }
  return road_end(roads, other, at.end == End::end ? End::start : End::end);
}

const std::vector<LaneLink>& links_of(const LanePlan& lane, End end) {
  return end == End::start ? lane.lane->predecessors : lane.lane->successors;
}

std::vector<LanePair> pairs_at(const RoadPlans& roads, RoadEnd a, RoadEnd b) {
  const SectionPlan &here = section_at(roads, a), &there = section_at(roads, b);
  std::set<LanePair> pairs;
  bool is_any_given = false;
  if (linked_end(roads, a) == b)
    for (const LanePlan& lane : here.lanes)
      for (const LaneLink& link : links_of(lane, a.end)) {
        is_any_given = true;
        if (there.find(link.lane) != nullptr) pairs.insert({lane.id(), link.lane});
      }
  if (linked_end(roads, b) == a)
    for (const LanePlan& lane : there.lanes)
      for (const LaneLink& link : links_of(lane, b.end)) {
        is_any_given = true;
        if (here.find(link.lane) != nullptr) pairs.insert({link.lane, lane.id()});
      }
  if (!is_any_given)
    for (const LanePlan& lane : here.lanes) {
      const int other = a.end == b.end ? -lane.id() : lane.id();
      if (there.find(other) != nullptr) pairs.insert({lane.id(), other});
    }
  return {pairs.begin(), pairs.end()};
}

RoadEnd across(const RoadEnd& at) {
  return at.end == End::start ? RoadEnd{at.road, at.section - 1, End::end}
                              : RoadEnd{at.road, at.section + 1, End::start};
}

std::vector<LaneOfEnd> lanes_beside_gap(const RoadPlans& roads, const RoadEnd& at, const LanePlan& lane) {
  const RoadEnd way = across(at);
  std::vector<LaneOfEnd> lanes;
  const bool is_way_first = at.end == End::start;
  for (const LanePair& pair : section_at(roads, is_way_first ? way : at).onward) {
    const int own = is_way_first ? pair.second : pair.first, other = is_way_first ? pair.first : pair.second;
    const LanePlan* found = section_at(roads, way).find(other);
    if (own == lane.id() && leads_on(lane, at.end, *found, way.end)) lanes.push_back({way, other});
  }
  return lanes;
}

std::optional<RoadEnd> end_met(const RoadPlans& roads, std::string_view junction, std::size_t connecting,
                               End end, const std::vector<const Connection*>& connections) {
  BACKLOT_ASSERT(connecting < roads.size(), "there is no such road");
  if (const std::optional<RoadEnd> said = linked_end(roads, road_end(roads, connecting, end))) return said;
  for (const Connection* const connection : connections) {
    if ((connection->contact == ContactPoint::end) != (end == End::end)) continue;
    const std::size_t road = roads.find(connection->incoming_road);
    if (road == roads.size()) continue;
    if (const std::optional<End> there = end_at_junction(roads[road], junction))
      return road_end(roads, road, *there);
  }
  return std::nullopt;
}

std::vector<LaneOfEnd> lanes_met(const RoadPlans& roads, std::size_t connecting, End end,
                                 const LanePlan& lane, const RoadEnd& met,
                                 const std::vector<const Connection*>& connections) {
  BACKLOT_ASSERT(connecting < roads.size() && met.road < roads.size(), "there is no such road");
  std::set<int> lanes;
  bool is_any_given = false;
  for (const LanePlan& other : roads[connecting].at(end).lanes)
    for (const LaneLink& link : links_of(other, end)) {
      is_any_given = true;
      if (other.id() == lane.id()) lanes.insert(link.lane);
    }
  for (const Connection* const connection : connections) {
    if (connection->incoming_road != roads[met.road].road->id ||
        (connection->contact == ContactPoint::end) != (end == End::end))
      continue;
    for (const JunctionLaneLink& link : connection->lane_links) {
      is_any_given = true;
      if (link.to == lane.id()) lanes.insert(link.from);
    }
  }
  // a file that says nothing at all of this end means that lanes go on by their ids
  if (!is_any_given) lanes.insert(end == met.end ? -lane.id() : lane.id());
  std::vector<LaneOfEnd> list;
  for (const int one : lanes) {
    const LanePlan* found = section_at(roads, met).find(one);
    if (found != nullptr && leads_on(lane, end, *found, met.end)) list.push_back({met, one});
  }
  return list;
}

std::optional<End> end_at_junction(const RoadPlan& road, std::string_view junction) {
  const auto touches = [&](const std::optional<RoadLink>& link) {
    return link && link->type == ElementType::junction && link->element == junction;
  };
  if (touches(road.road->successor)) return End::end;
  if (touches(road.road->predecessor)) return End::start;
  return std::nullopt;
}

}  // namespace backlot::formats::opendrive
