// Which paint lies on which boundary of a way's lanes.
#pragma once

#include <vector>

#include "backlot/network/network.h"

namespace backlot::draw::internal {

// A broken line, as painted: dashes of 3 m, one every 9 m from the start of the way.
inline constexpr double kDash_m = 3, kDashPeriod_m = 9;

// A stretch of a boundary between two lanes that are both open there; one of them is empty at an edge of the way.
struct MarkedBoundary {
  network::LaneId left, right;
  network::Marking marking = network::Marking::none;  // never automatic
  bool divides_directions = false;
  std::vector<double> distances{};  // where it bends, growing
};

// What is painted where the author left the choice: a double line between the directions, broken lines between lanes of
// one direction, full ones at the edge of the roadway and beside bicycles, a kerb where it meets a lane that is not
// part of it, such as a sidewalk.
network::Marking automatic_marking(const network::Network& network, network::LaneId left,
                                   network::LaneId right);

// The boundaries of a way over the distances given, which must be those of a sampling; more are put between them where
// the paint changes. On a way that says where passing is forbidden, the line between the directions says so too: broken
// on the side of the traffic that may pass. A lane narrower than a hand counts as closed: its neighbours meet there.
std::vector<MarkedBoundary> marked_boundaries(const network::Network& network, network::WayId way,
                                              const std::vector<double>& distances);

}  // namespace backlot::draw::internal
