#include "backlot/traffic/vehicle/lights.h"

#include <algorithm>

namespace backlot::traffic {

namespace {

using world::Track;

constexpr double kBraking_mps2 = 0.4;          // less is done by lifting the foot
constexpr double kShow_m = 30, kShow_s = 4.5;  // before a turn, whichever is further

Side side_of(network::Turn turn) {
  if (turn == network::Turn::right) return Side::right;
  return turn == network::Turn::left || turn == network::Turn::u_turn ? Side::left : Side::none;
}

// Of the turn that one is in, or comes to.
Side turning_side(const world::Tracks& tracks, const world::BodyShape& shape, const world::Mover& mover) {
  const network::Network& net = tracks.network();
  const Track& here = tracks[mover.trail.current()];
  if (here.is_corridor()) return side_of(net.corridor(here.corridor).turn);
  if (mover.trail.ahead() == 0) return Side::none;
  const Track& next = tracks[mover.trail.ahead(0)];
  const double away = static_cast<double>(here.stop_m) - mover.metres - static_cast<double>(shape.front_m());
  if (!next.is_corridor() || away > std::max(kShow_m, kShow_s * mover.speed_mps)) return Side::none;
  return side_of(net.corridor(next.corridor).turn);
}

}  // namespace

Lights lights_of(const world::Tracks& tracks, const world::BodyShape& shape, const world::Mover& mover,
                 const Driver& driver) {
  Lights lights;
  lights.brakes = mover.speed_mps == 0 || mover.accel_mps2 < -kBraking_mps2;
  if (mover.is_shifting()) {
    lights.indicates = mover.home > mover.lateral ? Side::left : Side::right;
  } else if (driver.intent() != Side::none) {
    lights.indicates = driver.intent();
  } else {
    lights.indicates = turning_side(tracks, shape, mover);
  }
  return lights;
}

}  // namespace backlot::traffic
