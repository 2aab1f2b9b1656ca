// What its leases ask of a person on foot in this step: the counterpart of the dials of a driver (traffic/vehicle/dials.h). The holder of the leases
// (backlot/direct) fills them in each step and hands them to the walker's control panel before the walker decides.
#pragma once

#include <cstdint>

#include "backlot/hcsm/panel.h"
#include "backlot/traffic/pedestrian/walker.h"

namespace backlot::traffic {

enum class Gait : std::uint8_t { own, stands, dashes };

struct FootDials {
  Gait gait = Gait::own;
  double pace = 1;                // a share of the own pace
  double aside_m = 0;             // to the left of where it would keep
  bool crosses = false;           // at the crosswalk before it, whatever comes there
  bool turns_back = false;        // in this step
  double gaze_x = 0, gaze_y = 0;  // unit: where it looks while it stands; both zero: where it goes
};

// Turns the dials of the walker's panel, and presses the buttons that bring its machine to what is asked for. With FootDials{} it walks as by itself.
void hand_over(const FootDials& dials, const hcsm::ControlPanel& panel, Walker& walker);

}  // namespace backlot::traffic
