// How a body lies on a strip.
#pragma once

#include "backlot/world/body.h"

namespace backlot::world {

// Where a strip lies under a body: coordinates of the guide, its heading in the strip's frame, the curvature.
struct StripView {
  double distance = 0, offset = 0;
  double cosine = 1, sine = 0;  // of the body's heading against the growing distance
  double curvature = 0;
};

// The box of strip coordinates that holds a body, to second order in the bend of the strip.
struct Footprint {
  double from = 0, to = 0;
  float right = 0, left = 0;
  float middle = 0;  // offset of the middle of the body
  float sine = 0;    // of its heading against the strip
};
Footprint footprint_of(const BodyShape& shape, const StripView& view);

}  // namespace backlot::world
