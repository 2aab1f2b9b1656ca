// The world as frames show it.
#pragma once

#include "backlot/record/frame.h"

namespace backlot::sim {

struct Run;

// The world as it is now, into memory that is used again. Reads the run and changes nothing in it.
void make_frame(const Run& run, record::Frame& frame, const record::FrameOptions& options);

}  // namespace backlot::sim
