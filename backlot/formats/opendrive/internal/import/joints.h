// Which lanes lead into which where roads end.
#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "backlot/formats/opendrive/internal/plan/road_plan.h"

namespace backlot::formats::opendrive {

// An end of a section: of the road itself, or where a gap begins or ends.
struct RoadEnd {
  std::size_t road = 0, section = 0;
  network::End end = network::End::end;

  friend auto operator<=>(const RoadEnd&, const RoadEnd&) = default;
};

// Where a road itself begins or ends.
RoadEnd road_end(const RoadPlans& roads, std::size_t road, network::End end);

const SectionPlan& section_at(const RoadPlans& roads, const RoadEnd& at);

// "ROAD.start" and "ROAD.end"; beside a gap by the name of the way.
std::string arm_name(const RoadPlans& roads, const RoadEnd& at);

// The lanes of a road's end by id.
struct LaneOfEnd {
  RoadEnd at;
  int lane = 0;

  friend auto operator<=>(const LaneOfEnd&, const LaneOfEnd&) = default;
};

// Whether traffic on a lane comes out over an end of its section, and whether it goes in there.
bool leaves_over(const LanePlan& lane, network::End end);
bool enters_over(const LanePlan& lane, network::End end);

bool has_room(const LanePlan& lane, network::End end);

// Whether traffic can go on from one of the lanes to the other, either way round.
bool leads_on(const LanePlan& a, network::End end_a, const LanePlan& b, network::End end_b);

// What a road's end is joined to, as the road itself says: the end of another road. None where it says nothing or a junction.
std::optional<RoadEnd> linked_end(const RoadPlans& roads, RoadEnd at);

// The lanes that the file links at an end, by the lane's own words; empty where it has none.
const std::vector<LaneLink>& links_of(const LanePlan& lane, network::End end);

// The pairs of lanes where two ends touch, by the words of both sides; by ids where neither says anything.
std::vector<LanePair> pairs_at(const RoadPlans& roads, RoadEnd a, RoadEnd b);

// The section across a border that is not one of the road's own ends.
RoadEnd across(const RoadEnd& at);

// The lanes of a way that lead into a lane at the border of a gap, or out of it; `at` is the gap's end.
std::vector<LaneOfEnd> lanes_beside_gap(const RoadPlans& roads, const RoadEnd& at, const LanePlan& lane);

// The end of a road outside that touches an end of a connecting road: as the road says, else as the junction does by its connections
// over that road.
std::optional<RoadEnd> end_met(const RoadPlans& roads, std::string_view junction, std::size_t connecting,
                               network::End end, const std::vector<const Connection*>& connections);

// The lanes at an end of another road that a lane of a connecting road touches, by the words of its own end and of the junction's
// connections over that road; by ids where neither says anything.
std::vector<LaneOfEnd> lanes_met(const RoadPlans& roads, std::size_t connecting, network::End end,
                                 const LanePlan& lane, const RoadEnd& met,
                                 const std::vector<const Connection*>& connections);

// The end of a road that touches a junction, or is nearest to a given end of another road.
std::optional<network::End> end_at_junction(const RoadPlan& road, std::string_view junction);

}  // namespace backlot::formats::opendrive
