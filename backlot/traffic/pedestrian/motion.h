// How a walker moves among the others: it chooses a direction and a pace, and then takes no more room than is its own.
//
// Choice, after Moussaid, Helbing and Theraulaz (PNAS 108, 2011): of a few directions the one that brings the walker nearest to where it wants to
// go, by how far it gets there before it would meet another one. Pace: by the density of people ahead (Weidmann 1993), and by the room ahead.
//
// Room: two people with a gap between them may each take half of it within a step, measured along the line between them. Whatever the two decide,
// their discs then do not overlap; so all can move at once, in any order.
#pragma once

#include <array>
#include <cstddef>

#include "backlot/traffic/pedestrian/crowd.h"
#include "backlot/traffic/pedestrian/group.h"
#include "backlot/traffic/pedestrian/walker_machine.h"
#include "backlot/world/body.h"

namespace backlot::traffic {

// In which a walker changes its velocity: what it lacks of the one that it wants falls off by this time.
inline constexpr double kGathersPace_s = 0.35;

// Vehicles near a walker, as boxes that it does not walk into.
struct Obstacles {
  static constexpr std::size_t kMost = 8;

  std::array<world::BodyBox, kMost> boxes{};
  std::size_t count = 0;

  void add(const world::BodyBox& box) {
    if (count < kMost) boxes[count++] = box;
  }
};

struct WalkerMove {
  double velocity_x = 0, velocity_y = 0;
  bool is_blocked = false;    // it wants to go on and hardly can
  bool meets_others = false;  // someone comes the other way, near its own way
};

// Reads the walker, its company, the crowd of the step's beginning and the obstacles; changes nothing.
WalkerMove choose_move(const world::Footways& footways, const Walker& walker, const WalkerCommand& command,
                       double aside_m, const Company& company, const Crowd& crowd, const Obstacles& obstacles,
                       double dt_s);

}  // namespace backlot::traffic
