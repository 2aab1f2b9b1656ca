// A listener to the wishes among which a driver decides. In a step no listener is there: all calls are empty and cost nothing.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/outlook.h"
#include "backlot/traffic/vehicle/overtaking.h"
#include "backlot/traffic/vehicle/why.h"

namespace backlot::traffic {

// What a driver saw when it decided. A driver that waits in a queue fills nothing in, since it looks at nothing else.
struct Perception {
  Pace pace{};
  Ahead ahead{};
  std::optional<OvertakingAdvice> overtaking{};
  CrossingAdvice crossing{};
  LaneAdvice lane{};
  bool is_reacting = false;
};

}  // namespace backlot::traffic

namespace backlot::traffic::internal {

// Numbers of the objects that find_ahead() tells of.
struct ObjectsAhead {
  std::optional<std::uint32_t> lead, beyond, crossing, merging, oncoming;
};
using ObjectAhead = std::optional<std::uint32_t> ObjectsAhead::*;

// What an intersection asks for, and because of which vehicle.
struct WhyStop {
  double room_m = std::numeric_limits<double>::infinity();
  Limit limit = Limit::free_road;
  network::CorridorId corridor{}, others_corridor{};
  std::optional<std::uint32_t> object{};
  std::optional<Why::Gap> gap{};
};

// In a step.
struct NoListener {
  void asks(Limit, double, ObjectAhead) {}
  void drives(const DriverTraits&, const Pace&, const Lead&, double) {}
  void slows_down(const DriverTraits&, double) {}
};

// Keeps what asks for the least.
class Listener {
 public:
  Listener(const Surroundings& around, const Self& self) : around_(around), self_(self) {}

  // A wish of the driver, and the vehicle that is the reason.
  void asks(Limit limit, double accel_mps2, ObjectAhead object = nullptr);
  // The vehicle stands behind another one.
  void queues(const Lead& lead);
  // What road and leader ask for; `accel_mps2` is for both.
  void drives(const DriverTraits& traits, const Pace& pace, const Lead& lead, double accel_mps2);
  // For a slower stretch ahead.
  void slows_down(const DriverTraits& traits, double accel_mps2);
  // While it overtakes, or is overtaken.
  void overtakes(const OvertakingAdvice& advice);
  // At an intersection, before the end of the lane, at a light that has let the driver go.
  void stops(const DriverTraits& traits, const Perception& seen);

  // To be filled before the wishes are told.
  ObjectsAhead objects;
  WhyStop stop, slow;

  // What was found, without the driver's states.
  const Why& why() const { return why_; }

 private:
  void asks_at_crossing(const WhyStop& why, double accel_mps2);
  enum class Stretch : std::uint8_t { here, ahead };
  bool is_bend(const DriverTraits& traits, Stretch which) const;

  const Surroundings& around_;
  const Self& self_;
  double least_mps2_ = std::numeric_limits<double>::infinity();
  Why why_;
};

// The same as those of outlook.h and crossing.h, and the vehicles that were found.
Ahead find_ahead(const Surroundings& around, const Self& self, double sight, ObjectsAhead& objects);
CrossingAdvice find_crossing(const Surroundings& around, const Self& self, const Driver& driver, double sight,
                             WhyStop& stop, WhyStop& slow);
// The wishes of a driver that decided by what it saw; its mind as it was before.
void report_wishes(const Self& self, const Driver& driver, const Perception& seen, Listener& listener);

}  // namespace backlot::traffic::internal
