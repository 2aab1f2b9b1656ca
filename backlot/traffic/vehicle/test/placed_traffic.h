// Vehicles placed by hand on test roads, and what the driver of one of them sees and decides.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/overtaking.h"
#include "backlot/traffic/vehicle/surroundings.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::traffic::test {

// Where a vehicle is and what others are told of it.
struct Placing {
  world::TrackId track{};
  double front_m = 0;  // of its front bumper, in metres of the track
  double speed_mps = 0;
  std::vector<world::TrackId> ahead{};  // the tracks that follow on its trail
  world::ObjectKind kind = world::ObjectKind::car;
  double lateral_m = 0;             // to the left of the lane's centre
  std::uint16_t flags = 0;          // of world::EntryFlag: what its driver shows
  float arrived_s = world::kNever;  // when it came to stand at its line
};

// Numbers of vehicles are 0, 1, 2, ... in the order of place(). All drivers have the default traits.
class PlacedTraffic {
 public:
  explicit PlacedTraffic(const world::TestRoads& roads, double time_s = 0);

  std::uint32_t place(const Placing& placing);
  // An entry that no vehicle of place() has, as those of external objects.
  void place_entry(network::StripId strip, const world::Entry& entry);

  Driver& driver(std::uint32_t number) { return vehicles_[number].driver; }
  const world::Mover& mover(std::uint32_t number) const { return vehicles_[number].mover; }
  const world::BodyShape& shape(std::uint32_t number) const { return vehicles_[number].shape; }
  // The index of the step: a driver thinks about lanes where index plus number is a multiple of four.
  void set_step(std::uint64_t index) { tick_.index = index; }

  // What one driver sees, by the vehicles as they are placed now.
  Ahead ahead(std::uint32_t number);
  Pace pace(std::uint32_t number);
  Neighbours neighbours(std::uint32_t number, double right, double left);
  CrossingAdvice crossing(std::uint32_t number);
  LaneAdvice lane(std::uint32_t number, double accel_mps2);
  OvertakingAdvice overtaking(std::uint32_t number);
  Command decide(std::uint32_t number);

 private:
  struct Vehicle {
    world::BodyShape shape;
    world::Mover mover;
    world::Stance stance;
    world::Signs signs;
    Driver driver;
  };
  struct Loose {
    network::StripId strip;
    world::Entry entry;
  };

  // Fills the occupancy, then calls look(Surroundings, Self).
  template <class Look>
  auto seen_by(std::uint32_t number, Look look);

  const world::TestRoads& roads_;
  base::Tick tick_;
  SignalView signals_;
  world::EntryBatch batch_;
  world::Occupancy occupancy_;
  std::deque<Vehicle> vehicles_;
  std::vector<Loose> loose_;
};

}  // namespace backlot::traffic::test
