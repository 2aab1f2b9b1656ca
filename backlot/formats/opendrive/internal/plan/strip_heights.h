// A cross section surface of a file, evaluated.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/lateral_profile.h"
#include "backlot/geometry/cubic_profile.h"

namespace backlot::formats::opendrive {

// Strips count outwards from tOffset. The polynomial of each goes by t from its inner edge; that of a relative strip lies on the
// outer edge of the strip inside of it. The last strip of a side has no end; a side without strips is flat.
class StripHeights {
 public:
  explicit StripHeights(const CrossSectionSurface& surface);

  bool has_too_many() const { return has_too_many_; }
  // Where coefficients change.
  std::vector<double> breaks() const;
  // The heights at s by t, from right to left; where records change, by the one before or the one behind.
  geometry::CubicProfile across(double s, bool is_before) const;

 private:
  struct Cross {
    double inner, outer;  // t; beyond each other where the strip has no width
    double a, b, c, d;    // by t from the inner edge
  };
  std::vector<Cross> side(const std::vector<const SurfaceStrip*>& strips, double s, bool is_before,
                          double sign) const;

  const CrossSectionSurface& surface_;
  std::vector<const SurfaceStrip*> left_, right_;  // outwards
  bool has_too_many_ = false;
};

}  // namespace backlot::formats::opendrive
