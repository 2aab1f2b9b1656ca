// When a vehicle will be at a mark, as far as the road and the vehicle ahead tell: for callers that look for one that comes at the right time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/traffic/vehicle/free_drive.h"
#include "backlot/world/approach.h"
#include "backlot/world/casting_view.h"

namespace backlot::traffic {

// The look at a world, with the minds of the drivers.
struct CastingView {
  world::CastingView world;
  std::span<const Driver> drivers;  // by slot

  // Of extras alone.
  const Driver& driver(std::uint32_t number) const {
    BACKLOT_ASSERT(world.slot(number) < drivers.size(), "only extras have a driver here");
    return drivers[world.slot(number)];
  }
};

// Seconds from now until the front is at a mark, and the bounds between which it is likely to be there. The prediction assumes that no vehicle
// waits, at lights or for others, and that none changes lanes. A vehicle that has to wait comes later than this. Behind another one it is there
// no sooner than its headway allows: that is expected then, and the free road is the soonest. External objects are extrapolated at constant
// speed; stopped ones stay.
struct Arrival {
  double soonest_s = 0, expected_s = 0, latest_s = 0;
};

// How far off a prediction may be, as shares of its time: for what distant vehicles do, and for where exactly the driver brakes for a bend.
inline constexpr double kSooner = 0.07, kLater = 0.09;

// A vehicle that will be at a mark.
struct Arriving {
  std::uint32_t number = 0;
  double way_m = 0;
  Arrival arrival;
};

class Arrivals {
 public:
  static constexpr double kFurthest_s = 120;  // later vehicles are not looked for

  // The vehicles with bounds that meet [from_s, to_s], seconds from now: nearest first. No vehicle comes to what is no mark, or at what is no
  // time. Good until the next question.
  std::span<const Arriving> find(const CastingView& view, const world::Mark& mark, double from_s,
                                 double to_s);

 private:
  // One of the vehicles that come, in their order.
  struct Predicted {
    double expected_s = 0, speed_mps = 0;  // at the mark
  };

  Arrival predict(const CastingView& view, std::size_t which);
  void find_zones(const CastingView& view, const world::Coming& coming);
  const Predicted* find_lead(const CastingView& view, std::size_t which, double& length_m) const;

  world::Approach approach_;
  std::span<const world::Coming> coming_;
  std::vector<PaceZone> zones_;
  std::vector<Predicted> predicted_;
  std::vector<Arriving> found_;
};

}  // namespace backlot::traffic
