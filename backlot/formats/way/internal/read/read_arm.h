// Reads the arms of an intersection.
#pragma once

#include "backlot/formats/way/internal/environment.h"
#include "backlot/network/intersection_description.h"

namespace backlot::formats::way {

// `NAME.start` or `NAME.end`.
network::EndReference read_end(text::Cursor& c);

// An arm behind its name: what it says is put into `arm`, and what it does not say stays.
//   : high_street.end  at (0 m, 5 m) heading 90 deg  stop  signal main  lanes L1 L2 { ... }
void read_arm(text::Cursor& c, network::ArmDescription& arm, const Environment& environment,
              Reading& reading);

}  // namespace backlot::formats::way
