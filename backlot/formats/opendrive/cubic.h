// The record that most of OpenDRIVE is written in: a cubic that holds from its start up to the next one's.
#pragma once

#include "backlot/formats/xml/where.h"

namespace backlot::formats::opendrive {

using xml::Where;

// a + b ds + c ds^2 + d ds^3 with ds = s - start.s. In lanes `s` counts from the start of the lane section (sOffset), else
// from the start of the road.
struct Cubic {
  Where where;
  double s = 0;
  double a = 0, b = 0, c = 0, d = 0;

  double at(double ds) const { return a + ds * (b + ds * (c + ds * d)); }
  double slope_at(double ds) const { return b + ds * (2 * c + ds * 3 * d); }
};

}  // namespace backlot::formats::opendrive
