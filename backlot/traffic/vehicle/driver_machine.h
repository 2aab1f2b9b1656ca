// What a driver is up to, as a machine: `backlot draw --machine driver` draws it, docs/driver.md tells it state by state.
//
// He perceives first: functions look at road, others and signals, and fill the context. Then the machine takes its transitions by what
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
  // ---- what he perceived
  double sight_m = 0;
  double in_lane_mps2 = 0;  // what he would do if there were neither an intersection nor an end of his lane
  CrossingAdvice crossing{};
  LaneAdvice lane{};
  bool is_queued = false;    // he stands behind another one
  bool is_reacting = false;  // the light lets him go, and he needs a moment
  Overtaking overtaking = driver.overtaking();
  bool is_overtaken = driver.is_overtaken();
  double home_m = 0;  // where who overtakes goes over to
  // ---- what he does
  Command command{};
};

// Transitions, then what the active states do.
void step_machine(DriverContext& context);

// The same machine for checks, logs and pictures.
hcsm::Machine<DriverContext> driver_machine();

}  // namespace backlot::traffic
