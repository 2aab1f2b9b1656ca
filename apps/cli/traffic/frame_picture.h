// A moment of traffic as a picture.
#pragma once

#include <string>

#include "backlot/network/network.h"
#include "backlot/record/frame.h"

namespace backlot::cli {

// The network with all vehicles on it, their numbers where the scale has room, what the signals show, the time, and a legend; SVG.
// The frame holds the signals.
std::string frame_picture(const record::Frame& frame, const network::Network& network);

}  // namespace backlot::cli
