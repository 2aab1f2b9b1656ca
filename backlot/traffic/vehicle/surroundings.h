// What a driver may look at in a step: the world of its beginning, and nothing that others decide meanwhile; by sequential update the
// world as it is when his turn comes.
#pragma once

#include <span>

#include "backlot/base/sim_time.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/traffic/vehicle/dials.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/world/conflicts.h"
#include "backlot/world/mover.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/standing.h"
#include "backlot/world/tracks.h"

namespace backlot::traffic {

struct Perception;

struct Surroundings {
  const world::Tracks& tracks;
  const world::Conflicts& conflicts;
  const world::Occupancy& occupancy;
  base::Tick tick;
  SignalView& signals;
  bool has_externals = false;  // there are bodies in it that no driver of ours drives
  Perception* perceived =
      nullptr;  // what a driver saw is kept there, where somebody asks why he drives as he does
};

// One driver and his body, as he knows them.
struct Self {
  std::uint32_t id;
  const world::BodyShape& shape;
  const world::Mover& mover;
  const world::Stance& stance;
  std::uint32_t entry;           // which one of the list of his strip is his own
  const Dials* dials = nullptr;  // of his control panel; none for who is under no lease

  const world::Track& track(const world::Tracks& tracks) const { return tracks[mover.trail.current()]; }
  double speed() const { return mover.speed_mps; }
};

}  // namespace backlot::traffic
