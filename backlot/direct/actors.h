// What directing reads of a run, and writes: the minds and ways of actors. Good for the beginning of one step.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/hcsm/panel.h"
#include "backlot/traffic/pedestrian/walker.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/routing/turning_shares.h"
#include "backlot/world/loose_body.h"
#include "backlot/world/mover.h"
#include "backlot/world/nose_guiding.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::direct {

struct Actors {
  const world::Roads& roads;
  const traffic::Turning& turning;
  const world::ObjectNumbers& numbers;
  std::span<const std::uint64_t> streams;  // of random numbers, by number of the object
  std::span<world::Mover> movers;          // by slot
  std::span<traffic::Driver> drivers;      // by slot
  const std::array<world::LongShape, world::kVehicleKinds>& shapes;
  std::span<traffic::Walker> walkers;      // by row
  const hcsm::ControlPanel& walker_panel;  // of each of them
  std::span<const world::LooseObject>
      loose;  // external objects by row, then walkers by row; empty where no object is asked for
  const world::Occupancy& occupancy;  // of all bodies as they are
  traffic::SignalView& signals;
  base::Tick tick;
};

// A place on a track that runs the way of an object.
struct Place {
  world::TrackId track{};
  double metres = 0;
  double lateral = 0;  // to the left of the centre of the track
};

// Memory that is used again from step to step.
struct Scratch {
  std::vector<geometry::IndexAnswer> answers;
  std::vector<Place> places;
};

// One actor that is told what to do, between two steps.
struct DirectedActor {
  const Actors& run;
  Scratch& scratch;
  world::ObjectId id;
  const world::BodyShape& shape;
  world::Mover& mover;
  traffic::Driver& driver;

  const world::Tracks& tracks() const { return run.roads.tracks; }
  const world::Track& track() const { return tracks()[mover.trail.current()]; }
  base::Tick tick() const { return run.tick; }
  double front_m() const { return static_cast<double>(shape.front_m()); }
  double rear_m() const { return static_cast<double>(shape.rear_m()); }
  double speed_mps() const { return mover.speed_mps; }
};

// None where no driver of the run has the id.
std::optional<DirectedActor> find_actor(const Actors& run, Scratch& scratch, world::ObjectId id);

// The same for a person on foot.
struct DirectedWalker {
  const Actors& run;
  world::ObjectId id;
  traffic::Walker& walker;

  base::Tick tick() const { return run.tick; }
};
std::optional<DirectedWalker> find_walker(const Actors& run, world::ObjectId id);

// Any object of a run. Its reference point is the guide of an extra, the middle of an external object.
struct SeenObject {
  double speed_mps = 0;
  double front_m = 0, rear_m = 0;          // from the reference point
  const world::Mover* mover = nullptr;     // of an extra
  const world::LooseBody* body = nullptr;  // of an external object, or a person on foot

  geometry::WorldPoint at() const { return mover != nullptr ? mover->guide : body->middle; }
};
std::optional<SeenObject> find_object(const Actors& run, world::ObjectId id);

// Where its reference point is on the tracks that run its way: one place for an extra, for an external object one of each strip that it
// is on. Good until the next question.
std::span<const Place> find_places(const Actors& run, Scratch& scratch, const SeenObject& object);

}  // namespace backlot::direct
