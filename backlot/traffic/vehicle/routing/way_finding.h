// Where to turn: random turns for vehicles without a destination, and the trail that follows from them.
#pragma once

#include <algorithm>

#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/routing/turning_shares.h"
#include "backlot/world/tracks.h"

namespace backlot::traffic {

// Makes the trail reach as far as the driver looks, drawing turns where it has none yet. The trail ends early where the lane does not
// lead to the chosen exit: then the driver has to change lanes.
void look_ahead(const world::Tracks& tracks, const Turning& turning, std::uint64_t stream, double sight,
                Driver& driver, world::Mover& mover);

// The lanes that lead to where a vehicle that comes in on a carriageway will turn off; all of them where the road ends. Where the carriageway goes on without an
// intersection, so do the turns: then it is the lanes from which it has to change the fewest lanes further on.
world::LaneMask lanes_of_first_turns(const world::Tracks& tracks, const Turning& turning,
                                     std::uint64_t stream, world::CarriagewayId way);

// The lanes of the driver's carriageway that lead to where it turns off, or anywhere where no turn is chosen; all of them where the road
// ends.
world::LaneMask wanted_lanes(const world::Tracks& tracks, const Driver& driver, const world::Mover& mover);

// Of these lanes, where the carriageway goes on without an intersection, to one of which shares are said, and the turn there is chosen: those from which the
// driver has to change the fewest lanes further on.
world::LaneMask suiting_lanes(const world::Tracks& tracks, const TurningShares& shares, const Driver& driver,
                              const world::Mover& mover, world::LaneMask wanted);

// Gives up the turn that the lane does not lead to, and takes one that it does; false where it leads nowhere.
bool take_turn_of_lane(const world::Tracks& tracks, const Turning& turning, std::uint64_t stream,
                       Driver& driver, world::Mover& mover);

// The corridor behind the stop line that the front has not crossed yet; empty past it, and without such a line.
inline network::CorridorId line_ahead(const world::Tracks& tracks, const world::BodyShape& shape,
                                      const world::Mover& mover) {
  const world::Track& track = tracks[mover.trail.current()];
  if (track.is_corridor() || mover.trail.ahead() == 0 ||
      mover.metres + static_cast<double>(shape.front_m()) >= static_cast<double>(track.stop_m))
    return {};
  return tracks[mover.trail.ahead(0)].corridor;
}

// Where the driver keeps in its lane, to the left of its centre.
inline double keep_of(const world::Tracks& tracks, const Driver& driver) {
  const double limit = tracks.keep_limit_m();
  const double keep = std::clamp(static_cast<double>(driver.traits.keep_m), -limit, limit);
  return tracks.network().side() == network::TrafficSide::right ? keep : -keep;
}

// How many lanes further from the kerb (nearer: below zero) the nearest of some lanes is.
int lanes_to(world::LaneMask wanted, std::uint32_t abreast);

}  // namespace backlot::traffic
