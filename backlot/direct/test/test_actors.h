// Actors and external objects on test roads, without a run: what directing reads and writes.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "backlot/direct/actors.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::direct {

class TestActors {
 public:
  explicit TestActors(std::string_view road);

  // A car with its guide on the centre of a track.
  world::ObjectId add(world::TrackId track, double metres, double speed_mps);
  // An external object with its middle beside the centre of a track, turned to the left against it.
  world::ObjectId add_external(world::TrackId track, double metres, double speed_mps, double lateral = 0,
                               double turned_rad = 0);
  void remove(world::ObjectId id) { numbers_.destroy(id); }

  // Good until an object is added.
  const Actors& actors();
  DirectedActor actor(world::ObjectId id) { return *find_actor(actors(), scratch_, id); }
  world::Mover& mover(world::ObjectId id) { return movers_[numbers_.slot(id.slot())]; }
  world::LooseBody& loose(world::ObjectId id) {
    return externals_[numbers_.slot(id.slot()) & ~world::ObjectNumbers::kExternal].body;
  }
  // Time goes on, and nothing else.
  void wait(double seconds) {
    tick_.time += base::Duration::from_seconds(seconds);
    ++tick_.index;
  }

  world::TestRoads roads;

 private:
  traffic::Turning turning_;
  world::ObjectNumbers numbers_;
  std::vector<std::uint64_t> streams_;
  std::vector<world::Mover> movers_;
  std::vector<traffic::Driver> drivers_;
  std::vector<world::LooseObject> externals_;
  const hcsm::ControlPanel walker_panel_{};
  std::array<world::LongShape, world::kVehicleKinds> shapes_;
  world::Occupancy occupancy_;
  traffic::SignalView signals_;
  base::Tick tick_{0, {}, base::Duration::from_milliseconds(100)};
  Scratch scratch_;
  std::optional<Actors> actors_;
};

}  // namespace backlot::direct
