#include "backlot/traffic/pedestrian/foot_dials.h"

#include "backlot/base/assert.h"
#include "backlot/traffic/pedestrian/walker_machine.h"

namespace backlot::traffic {

void hand_over(const FootDials& dials, const hcsm::ControlPanel& panel, Walker& w) {
  BACKLOT_ASSERT(dials.pace > 0, "a walker that is to stand has another gait");
  const auto send = [&](const hcsm::Message& message) { deliver(panel, w.panel, message); };
  send(hcsm::turn(walker_panel::kPace, dials.pace));
  send(hcsm::turn(walker_panel::kAside, dials.aside_m));
  const bool stands = w.states.has(walker_states::kStands), dashes = w.states.has(walker_states::kDashes);
  if (dials.gait == Gait::stands && !stands) send(hcsm::press(walker_panel::kStop));
  if (dials.gait == Gait::dashes && !dashes) send(hcsm::press(walker_panel::kDash));
  if (dials.gait == Gait::own && (stands || dashes)) send(hcsm::press(walker_panel::kWalkOn));
  w.is_told_to_cross = dials.crosses;
  if (dials.crosses && w.is_at_kerb()) send(hcsm::press(walker_panel::kCrossNow));
  if (dials.turns_back) send(hcsm::press(walker_panel::kTurnBack));
  w.gaze_x = dials.gaze_x;
  w.gaze_y = dials.gaze_y;
}

}  // namespace backlot::traffic
