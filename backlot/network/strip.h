// The parts of a network as the queries see them: strips of ribbon, and the ways, corridors and lanes on them.
#pragma once

#include <cstdint>

#include "backlot/network/ids.h"
#include "backlot/network/intersection_description.h"
#include "backlot/network/lane_kind.h"
#include "backlot/network/way_description.h"

namespace backlot::network {

// A stretch of a ribbon that is divided into lanes, left to right: the surface of a way, or of a corridor, which has one
// lane. Distances of a strip count from its own start: ribbon distance = from + strip distance.
struct Strip {
  RibbonId ribbon{};
  double from = 0, to = 0;  // metres of the ribbon, from < to
  std::uint32_t first_lane = 0, lane_count = 0;
  std::uint32_t first_break = 0, break_count = 0;  // where the division into lanes gets new cubics
  std::uint32_t first_boundary = 0;                // lane_count + 1 cubics for each break
  static constexpr std::uint32_t kInPlane = ~0U;
  std::uint32_t surface = kInPlane;  // where it has heights over the ribbon's plane: which

  double length() const { return to - from; }
};

struct Way {
  StripId strip{};
  IntersectionId at_start{}, at_end{};  // empty where no intersection joins
  EndKind start = EndKind::joined, end = EndKind::joined;
  std::uint32_t lanes_left = 0;  // of the spine
  std::uint32_t first_attribute = 0, attribute_count = 0;
  std::uint32_t first_feature = 0, feature_count = 0;
};

// A lane of a way, or the one of a corridor.
struct Lane {
  StripId strip{};
  LaneId left{}, right{};  // neighbours on the way, seen along the distance; empty at the edges
  LaneKind kind = LaneKind::vehicle;
  LaneDirection direction = LaneDirection::forward;
  bool ends = false;  // traffic cannot go on at the downstream end: declared
  Marking left_marking = Marking::automatic,
          right_marking = Marking::automatic;  // as described, at its start
  bool has_fixed_centre = false;               // the centre keeps its offset all along, as most do
  double fixed_centre = 0;                     // that offset
  double length = 0;                           // metres along the centre of the lane
  std::uint32_t first_station = 0, station_count = 0;

  // Whether traffic may travel this way.
  bool permits(bool along) const {
    return direction == LaneDirection::both ||
           direction == (along ? LaneDirection::forward : LaneDirection::backward);
  }
};

// Where the paint on a boundary of a lane changes.
struct LaneMarkingChange {
  LaneId lane{};
  bool is_left = false;
  MarkingChange change{};
};

enum class Turn : std::uint8_t { straight, left, right, u_turn };
constexpr std::uint32_t count_of(Turn) { return 4; }

// A lane through an intersection.
struct Corridor {
  StripId strip{};
  LaneId lane{};
  IntersectionId intersection{};
  DirectedLane from{}, to{};  // the lanes that it joins, as its traffic travels them; empty at free ends
  Turn turn = Turn::straight;
  Control control = Control::uncontrolled;  // never automatic
  SignalGroupId signal_group{};             // empty without signals
  bool turn_on_red = false;
  bool has_swing = false;  // see CorridorDescription
  double speed_limit_mps = 0;
  std::uint32_t arm = 0;  // on which its traffic comes in, within the intersection
  double heading_in_rad = 0, heading_out_rad = 0;
  CorridorId
      like{};  // the first one of the same shape, of which its ribbon is a moved copy; empty for that one itself
};

// An arm of a built intersection: the end of a way or corridor that is attached.
struct Arm {
  StripId strip{};
  End end = End::end;
  Control control = Control::uncontrolled;
  double heading_rad = 0;           // into the intersection
  geometry::WorldPoint position{};  // of the spine
};

struct Intersection {
  IntersectionKind kind = IntersectionKind::area;
  IntersectionId whole{};  // of which this is a part; empty for a whole one
  std::uint32_t first_arm = 0, arm_count = 0;
  std::uint32_t first_corridor = 0, corridor_count = 0;  // its own, without those of its parts
  std::uint32_t first_boundary = 0, boundary_count = 0;  // corners of the area, counter-clockwise
  std::uint32_t first_group = 0, group_count = 0;        // of signals
  std::uint32_t programme = 0;                           // meaningful where there are groups
  double z_low = 0, z_high = 0;                          // of the area
};

}  // namespace backlot::network
