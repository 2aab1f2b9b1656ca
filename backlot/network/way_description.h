// What a road is to be: a spine, and along it ways with lanes, attributes and things at the wayside.
//
//        distance grows -->
//     ..........................................  boundary 0: left edge
//        lanes[0]   sidewalk, both
//     ..........................................
//        lanes[1]   vehicle, backward
//     ------------------------------------------  the spine, moved by `shift`; here lanes_left == 2
//        lanes[2]   vehicle, forward
//     ..........................................  boundary 3: right edge
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "backlot/geometry/cubic_profile.h"
#include "backlot/geometry/ribbon_description.h"
#include "backlot/network/feature_description.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/source_frame.h"
#include "backlot/network/surface_description.h"
#include "backlot/network/text_place.h"

namespace backlot::network {

// A number along a way: constant, or cubics by the way's own distance.
geometry::CubicProfile constant_profile(double value);

// The paint on a boundary between two lanes, or at an edge.
enum class Marking : std::uint8_t {
  automatic,
  none,
  broken,
  solid,
  broken_solid,
  solid_broken,
  double_solid,
  kerb
};

// From here on a boundary is painted otherwise; metres of the way.
struct MarkingChange {
  double from = 0;
  Marking marking = Marking::automatic;

  friend bool operator==(const MarkingChange&, const MarkingChange&) = default;
};

// A strip of a way. Names are unique within the way; an unnamed lane is called L1, L2, ... from the spine to the left
// and R1, R2, ... to the right.
struct LaneDescription {
  std::string name{};
  LaneKind kind = LaneKind::vehicle;
  LaneDirection direction = LaneDirection::forward;
  geometry::CubicProfile width = constant_profile(3.5);  // metres by the way's distance, >= 0
  // Traffic cannot go on at the lane's downstream end (for a lane of both directions: at either); else build() asks
  // for an onward lane.
  bool ends = false;
  Marking left_marking = Marking::automatic;   // on the boundary to the left, seen along the distance
  Marking right_marking = Marking::automatic;  // the last word has the lane to the right of a boundary
  std::vector<MarkingChange> left_changes{}, right_changes{};  // further along, by distance
  LaneHeights heights{};                                       // by the way's distance
  TextPlace place{};

  friend bool operator==(const LaneDescription&, const LaneDescription&) = default;
};

// What applies along a stretch of a way. Traffic heeds limits, advised speeds, no_passing and stop lines; `custom` is the user's.
enum class AttributeKind : std::uint8_t {
  speed_limit,    // value: m/s
  advised_speed,  // value: m/s; drivers take the lower of this and the limit
  no_passing,
  no_stopping,
  no_lane_change,
  stop_line,  // from == to
  flag_man,   // a person directing traffic; value: 0 stop, 1 slow, 2 go at the start of a run
  school_zone,
  work_zone,
  custom,  // told apart by `name`
};

struct AttributeDescription {
  AttributeKind kind = AttributeKind::speed_limit;
  double from = 0, to = 0;  // metres of the way; `to` beyond the end means the end
  double value = 0;
  std::string name{};                // of a custom one
  std::vector<std::string> lanes{};  // empty: all lanes of the direction
  LaneDirection direction = LaneDirection::both;
  TextPlace place{};

  friend bool operator==(const AttributeDescription&, const AttributeDescription&) = default;
};

// What lies past an end of a way that no intersection joins.
enum class EndKind : std::uint8_t {
  joined,  // an intersection must be attached
  open,    // the edge of the map: traffic comes and goes here
  closed,  // a dead end
};

// A stretch of a road with one division into lanes.
struct WayDescription {
  std::string name{};
  double from = 0;                     // metres of the road's ribbon
  std::optional<double> to{};          // likewise; none: where the next way begins, or at the road's end
  std::vector<LaneDescription> lanes;  // left to right
  std::size_t lanes_left = 0;          // how many of them lie left of the spine
  geometry::CubicProfile shift{};      // moves all lanes to the left, metres by the way's distance
  std::vector<AttributeDescription> attributes{};
  std::vector<FeatureDescription> features{};
  EndKind start = EndKind::joined, end = EndKind::joined;
  TextPlace place{};
  TextPlace profile_place{};  // where it names the profile that its lanes come from

  friend bool operator==(const WayDescription&, const WayDescription&) = default;
};

// A ribbon and the ways on it, by `from`. Where no way lies (before the first, between two or after the last one) the
// road carries corridors only; a road without ways is such a gap all along.
struct RoadDescription {
  std::string name{};
  std::variant<geometry::PlanSpine, geometry::PointSpine> spine;
  // The distances of its ways and of all that lies on them, of corridors on it and of `source` count seen from above, as in
  // surveyors' files; build() makes distances of the ribbon of them. Means nothing for a spine through points.
  bool is_measured_in_plan = false;
  std::vector<WayDescription> ways;
  // Things where the road has no ways, such as a crosswalk in a junction; distances of the road.
  std::vector<FeatureDescription> features{};
  std::optional<SourceFrame> source{};
  std::vector<SurfaceStation> surface{};  // by distance, which grows; none: the ribbon's own plane
  TextPlace place{};
  bool is_incomplete = false;  // its text has errors, which are reported: build() says no more about it

  friend bool operator==(const RoadDescription&, const RoadDescription&) = default;
};

// Where a way of a road ends, in the measure of its `from`; `length` is that of the road.
double end_of(const RoadDescription& road, std::size_t way, double length);

}  // namespace backlot::network
