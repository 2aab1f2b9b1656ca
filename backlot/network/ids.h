// Names of the things of a network: dense indices, fixed for the life of the Network.
#pragma once

#include <cstdint>

#include "backlot/base/id.h"

namespace backlot::network {

using RibbonId = base::Id<struct RibbonTag>;
using StripId = base::Id<struct StripTag>;
using WayId = base::Id<struct WayTag>;
using CorridorId = base::Id<struct CorridorTag>;
using LaneId = base::Id<struct LaneTag>;
using IntersectionId = base::Id<struct IntersectionTag>;
using SignalGroupId = base::Id<struct SignalGroupTag>;

// A lane and the direction of travel on it: along its growing distance or against it.
struct DirectedLane {
  LaneId lane{};
  bool is_along = true;

  bool is_empty() const { return lane.is_empty(); }
  // The same lane the other way.
  DirectedLane reversed() const { return {lane, !is_along}; }
  // A dense number: twice the lane, plus one against the distance.
  std::uint32_t node() const { return 2 * lane.index() + (is_along ? 0U : 1U); }
  static DirectedLane of_node(std::uint32_t node) { return {LaneId(node / 2), node % 2 == 0}; }

  friend constexpr bool operator==(const DirectedLane&, const DirectedLane&) = default;
  friend constexpr auto operator<=>(const DirectedLane&, const DirectedLane&) = default;
};

}  // namespace backlot::network
