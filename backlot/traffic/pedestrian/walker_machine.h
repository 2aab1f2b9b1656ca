// The machine of a walker: `backlot draw --machine walker` draws it.
//
// The walker looks first (kerb.h), and the machine decides by what was seen: whether it walks on, looks, waits, crosses or turns back, and at what
// pace. Its states set the command by which the walker then moves among the others (motion.h).
#pragma once

#include "backlot/hcsm/machine.h"
#include "backlot/traffic/pedestrian/kerb.h"

namespace backlot::traffic {

// What the machine asks of the legs.
struct WalkerCommand {
  double pace_mps = 0;          // without others in the way
  double stop_m = kFarAhead_m;  // ahead along the walk, where the walker has to stand
  bool turns_back = false;
};

// One step of one walker.
struct WalkerContext {
  Walker& walker;
  hcsm::PanelState& panel;  // the walker's
  KerbView kerb{};          // what it saw
  double dt_s = 0;
  WalkerCommand command{};
};

// ---- the control panel: how a director directs a walker
namespace walker_panel {
constexpr hcsm::DialId kPace{0};   // a share of the own pace
constexpr hcsm::DialId kAside{1};  // metres to the left of where the walker would keep
constexpr hcsm::ButtonId kWalkOn{0}, kStop{1}, kDash{2}, kCrossNow{3}, kTurnBack{4};
}  // namespace walker_panel
hcsm::ControlPanel walker_control_panel();

// Transitions, then what the active states do.
void step_machine(WalkerContext& context);

// The same machine for checks, logs and pictures.
hcsm::Machine<WalkerContext> walker_machine();

}  // namespace backlot::traffic
