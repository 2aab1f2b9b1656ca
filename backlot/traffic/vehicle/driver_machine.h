// The states of a driver, as a machine: `backlot draw --machine driver` draws it, docs/driver.md tells it state by state.
//
// The driver perceives first: functions look at road, others and signals, and fill the context. Then the machine takes its transitions by what
// was perceived, its states act, and a command comes out.
#pragma once

#include "backlot/hcsm/machine.h"
#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/surroundings.h"

namespace backlot::traffic {

// One step of one driver.
struct DriverContext {
  const Surroundings& around;
  const Self& self;
  Driver& driver;
  // ---- what the driver perceived
  double sight_m = 0;
  double in_lane_mps2 = 0;  // what it would do if there were neither an intersection nor an end of its lane
  CrossingAdvice crossing{};
  LaneAdvice lane{};
  bool is_queued = false;    // it stands behind another vehicle
  bool is_reacting = false;  // the light lets it go, and it needs a moment
  Overtaking overtaking = driver.overtaking();
  bool is_overtaken = driver.is_overtaken();
  double home_m = 0;  // to where a vehicle that overtakes goes over
  // ---- what the driver does
  Command command{};
};

// Transitions, then what the active states do.
void step_machine(DriverContext& context);

// The same machine for checks, logs and pictures.
hcsm::Machine<DriverContext> driver_machine();

}  // namespace backlot::traffic
