// Figures of a network, for `info`.
#pragma once

#include <array>
#include <cstddef>
#include <map>

#include "backlot/geometry/points.h"
#include "backlot/network/network.h"

namespace backlot::cli {

// What a way or corridor is like all along.
struct StripSummary {
  double length_m = 0;
  double left_m = 0;   // the smallest left edge
  double right_m = 0;  // the largest right edge
  // Left of right everywhere, and both edges within the radius of curvature: every place has one pair of coordinates.
  bool is_ribbonlike = true;
};
StripSummary summarise(const network::Network& network, network::StripId strip);

// The smallest box around all surfaces, along the axes. Empty (low > high) without a surface.
struct Box {
  geometry::WorldPoint low, high;

  bool is_empty() const { return low.x > high.x; }
};
Box box_of(const network::Network& network);

struct LaneFigures {
  std::size_t count = 0;
  double length_m = 0;
};

struct NetworkSummary {
  double length_m = 0;         // of all ways, along their spines
  double drivable_lane_m = 0;  // of all lanes of ways for vehicles, along their centres
  std::size_t lanes = 0;       // of ways
  // Of all intersections: those with an area, as pictures count them; those without length; and those within others.
  std::size_t areas = 0, joints = 0, parts = 0;
  std::array<LaneFigures, network::kLaneKinds.size()> lane_kinds{};  // of ways; by kind
  std::map<network::Turn, std::size_t> turns;                        // corridors for vehicles and bicycles
  std::map<network::Control, std::size_t> controls;                  // corridors for vehicles and bicycles
  std::size_t walkways = 0;                                          // corridors for people on foot
};
NetworkSummary summarise(const network::Network& network);

}  // namespace backlot::cli
