// What a driver may look at in a step: the world at the beginning of the step, and nothing that others decide meanwhile. By sequential
// update it is the world as it is when the driver's turn comes.
#pragma once

#include <span>

#include "backlot/base/sim_time.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/traffic/vehicle/dials.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/routing/turning_shares.h"
#include "backlot/world/mover.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads/conflicts.h"
#include "backlot/world/roads/cycleways.h"
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
  bool has_externals = false;  // there are external objects in it
  // The roads of cyclists, where cyclists may be about; null in a run without any.
  const world::Cycleways* cycleways = nullptr;
  const TurningShares* shares =
      nullptr;  // how traffic divides; null where nothing is said of any carriageway
  Perception* perceived =
      nullptr;  // receives what the driver saw, where a caller asks why it drives as it does
};

// One driver and its body, as the driver knows them.
struct Self {
  std::uint32_t id;
  const world::BodyShape& shape;
  const world::Mover& mover;
  const world::Stance& stance;
  std::uint32_t entry;           // the index of its own entry in the list of its strip
  const Dials* dials = nullptr;  // of its control panel; null for a driver under no lease
  bool yields_on_foot = true;    // to people at the kerb of a crosswalk without signals

  const world::Track& track(const world::Tracks& tracks) const { return tracks[mover.trail.current()]; }
  double speed() const { return mover.speed_mps; }
  bool is_cyclist() const { return mover.kind == world::ObjectKind::bicycle; }
};

}  // namespace backlot::traffic
