// How one body lies to another on the road, from two objects of a frame.
#pragma once

#include <optional>

#include "backlot/network/network.h"
#include "backlot/record/frame.h"

namespace backlot::verdict::internal {

// Whether a body moves its strip in the direction of growing distance; one that reverses moves against its heading. The body is on a strip.
bool moves_along(const network::Network& network, const record::FrameObject& body);

// The second body as the first one sees it: along the road where both are on one strip, else along the heading of the first.
struct Seen {
  double ahead_m = 0;      // middle to middle, below zero behind
  double left_m = 0;       // middle to middle
  double gap_m = 0;        // bumper to bumper, below zero beside
  double speed_mps = 0;    // of the second in the direction of the first
  bool is_in_way = false;  // the flanks overlap
};
Seen see(const network::Network& network, const record::FrameObject& body, const record::FrameObject& other);

// The corridor that a body is on; empty outside of intersections.
network::CorridorId corridor_under(const network::Network& network, const record::FrameObject& body);

// How far a body reaches over the edges of its lane, the larger of both sides; empty where it is on no lane of a way.
std::optional<double> out_of_lane(const network::Network& network, const record::FrameObject& body);

}  // namespace backlot::verdict::internal
