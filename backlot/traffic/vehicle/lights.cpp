#include "backlot/traffic/vehicle/lights.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::traffic {

namespace {

using world::Track;

constexpr double kBraking_mps2 = 0.4;          // less is done by lifting the foot
constexpr double kShow_m = 30, kShow_s = 4.5;  // before a turn, whichever is further
constexpr double kLeastShown_s = 3.2;          // before it, however much faster the vehicle gets meanwhile

Side side_of(network::Turn turn) {
  if (turn == network::Turn::right) return Side::right;
  return turn == network::Turn::left || turn == network::Turn::u_turn ? Side::left : Side::none;
}

// From this far before the line a driver shows that it will turn.
double shows_from_m(double v, double most_mps2) {
  BACKLOT_ASSERT(most_mps2 >= 0, "a vehicle brakes at some rate");
  return std::max({kShow_m, kShow_s * v, kLeastShown_s * (v + 0.5 * kLeastShown_s * most_mps2)});
}

// For the turn that the vehicle is in, or comes to. A vehicle that goes straight on through an intersection may already show what it does at
// the next one; before it that would mislead drivers that wait there.
Side turning_side(const world::Tracks& tracks, const world::BodyShape& shape, const world::Mover& mover,
                  double most_mps2) {
  const network::Network& net = tracks.network();
  const double within = shows_from_m(mover.speed_mps, most_mps2);
  double start =
      -mover.metres - static_cast<double>(shape.front_m());  // of the track looked at, from the front
  double line = 0;                                           // before it
  bool has_way = false;                                      // in between
  const Track* track = &tracks[mover.trail.current()];
  for (std::uint32_t k = 0; line <= within; ++k) {
    if (track->is_corridor()) {
      const Side side = side_of(net.corridor(track->corridor).turn);
      if (side != Side::none || has_way) return side;
    }
    has_way = has_way || !track->is_corridor();
    if (k == mover.trail.ahead()) break;
    line = start + (track->is_corridor() ? track->length : static_cast<double>(track->stop_m));
    start += track->length;
    track = &tracks[mover.trail.ahead(k)];
  }
  return Side::none;
}

}  // namespace

bool is_braking(double speed_mps, double accel_mps2) {
  BACKLOT_ASSERT(!std::isnan(speed_mps) && !std::isnan(accel_mps2),
                 "a speed and an acceleration are numbers");
  return speed_mps == 0 || (speed_mps < 0 ? accel_mps2 > kBraking_mps2 : accel_mps2 < -kBraking_mps2);
}

Lights lights_of(const world::Tracks& tracks, const world::BodyShape& shape, const world::Mover& mover,
                 const Driver& driver) {
  Lights lights;
  lights.brakes = is_braking(mover.speed_mps, mover.accel_mps2);
  if (mover.is_shifting()) {
    lights.indicates = mover.home > mover.lateral ? Side::left : Side::right;
  } else if (driver.intent() != Side::none) {
    lights.indicates = driver.intent();
  } else {
    lights.indicates = turning_side(tracks, shape, mover, static_cast<double>(driver.traits.accel_mps2));
  }
  return lights;
}

}  // namespace backlot::traffic
