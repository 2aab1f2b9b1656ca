// Which lanes of an intersection lead to which, where the description leaves it open.
#pragma once

#include <vector>

#include "backlot/network/internal/build/build.h"

namespace backlot::network::internal {

// A lane of one arm to a lane of another: numbers of arms and of their lanes.
struct TurnPlan {
  std::size_t from_arm = 0, from_lane = 0;
  std::size_t to_arm = 0, to_lane = 0;
  LaneKind kind = LaneKind::vehicle;
  LaneDirection direction = LaneDirection::forward;
};

// All turns by the usual rules: straight on from every lane, left turns from the leftmost and right turns from the
// rightmost lane, into the lane on the same side; walkers go round the corners. Ordered by arm, lane, and target.
std::vector<TurnPlan> usual_turns(const std::vector<ResolvedArm>& arms, TrafficSide side,
                                  bool allows_u_turns);

// Every walkers' lane with every other but those that lie back to back: a corner where sidewalks and crosswalks meet.
std::vector<TurnPlan> corner_turns(const std::vector<ResolvedArm>& arms);

// Numbers of the arms clockwise around their middle.
std::vector<std::size_t> clockwise(const std::vector<ResolvedArm>& arms);

}  // namespace backlot::network::internal
