// Networks by chance, for properties that must hold on all of them.
#pragma once

#include "backlot/network/test/sketch.h"

namespace backlot::network {

// How wild a network may be.
struct RandomNetwork {
  int most_arms = 5;
  bool has_heights = true;  // grades and banks
  bool has_walkways = true;
};

// One crossing of two to five ways, each straight, bent or a spiral, attached by its start or by its end. Each has one
// to three lanes each way, with widths that may change along it. Draws from rapidcheck: to be called inside of a
// property. No lane comes nearer to a centre of curvature than a tenth of its radius.
Sketch random_crossing(const RandomNetwork& settings = {});

}  // namespace backlot::network
