// Where across the road a cyclist rides: on the bicycle lane where there is one, else near the edge of its lane (world/roads/cycleways.h).
//
//   vehicle lane      [car]            ,-->      Before an intersection a cyclist comes over to the lane of the vehicles, and crosses in
//   - - - - - - - - - - - - - - - -,-'- - |      line with them: no vehicle that turns cuts off a cyclist beside it. It waits for a gap,
//   [bicycle]-->  bicycle lane  --'    end        and shows it; at the end of the bicycle lane it stops until there is one.
#pragma once

#include <limits>
#include <optional>

#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/surroundings.h"
#include "backlot/world/roads/cycleways.h"

namespace backlot::traffic {

struct RidingAdvice {
  std::optional<double> home{};  // to where the cyclist goes over now, to the left of the middle of its lane
  bool merges = false;           // it has to leave the bicycle lane: others are asked to make room
  double room_m = std::numeric_limits<double>::infinity();  // to where it has to be in line with the vehicles
};

// Only for a cyclist, in a run that has the roads of cyclists. One that is about to change to another lane (`lane`) leaves the bicycle lane first.
[[gnu::noinline]] RidingAdvice find_riding(const Surroundings& around, const Self& self,
                                           const DriverTraits& traits, const LaneAdvice& lane);

// Where a cyclist keeps that is put on a track.
double riding_place(const world::Cycleways& cycleways, world::TrackId track, double metres);

}  // namespace backlot::traffic
