// A state machine as a chart: states in states, regions side by side, what leads where and when, and its control panel.
#pragma once

#include <optional>
#include <string>

#include "backlot/draw/svg.h"
#include "backlot/hcsm/machine_outline.h"

namespace backlot::draw {

struct MachinePictureOptions {
  std::string title{};                        // above the chart
  bool has_panel = true;                      // dials, buttons and monitors beside it
  std::optional<hcsm::MachineState> state{};  // its active states are lit, and so are monitors that say yes
};

// Children of a sequential state stand in a row, from the first to the last; regions of a concurrent state lie below each other with
// dashed lines between. Arrows forward run above, arrows back below. Texts cover neither states nor each other.
Sheet draw_machine(const hcsm::MachineOutline& machine, const MachinePictureOptions& options = {});

}  // namespace backlot::draw
