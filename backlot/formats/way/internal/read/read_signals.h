// Reads the signals of an intersection.
#pragma once

#include "backlot/formats/way/internal/environment.h"
#include "backlot/network/signal_description.h"

namespace backlot::formats::way {

// The block behind the word "signals":
//   groups main side
//   programme offset 10 s {
//     42 s: main green, side red
//   }
network::SignalsDescription read_signals(text::Cursor& c, const Environment& environment, Reading& reading);

}  // namespace backlot::formats::way
