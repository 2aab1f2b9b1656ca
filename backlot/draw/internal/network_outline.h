// The paving of an intersection as it would be built: kerbs that round the corners between the ways.
#pragma once

#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/network/network.h"

namespace backlot::draw::internal {

// Whether a lane lies between the kerbs: paved in one piece with its like, and tinted after.
bool is_roadway(network::LaneKind kind);

// A surface seen from above, counter-clockwise.
struct PavedArea {
  network::LaneKind kind = network::LaneKind::vehicle;
  std::vector<geometry::WorldPoint> outline;
};

// The area of an intersection is the hull around its arms, or what its author drew; paving is less. From way to way
// around it the edges of the roadways are joined by kerbs, and outside of them run what lies beside the roadways:
//
//              | way |                the kerb leaves each way along its edge and bends towards the next;
//       _______/     \_______         `steps` lines make a bend
//        way             way
//
// An intersection with no two ways is paved as a whole.
struct Paving {
  std::vector<PavedArea> beside;                           // bands from kerb to rim
  PavedArea roadway;                                       // empty where the intersection has no area
  std::vector<std::vector<geometry::WorldPoint>> kerbs{};  // between the roadway and what lies beside it

  // Whether the roadway lies below or above a place, seen from above.
  bool has_roadway_at(const geometry::WorldPoint& p) const;
};
Paving paving_of(const network::Network& network, network::IntersectionId id, int steps);

}  // namespace backlot::draw::internal
