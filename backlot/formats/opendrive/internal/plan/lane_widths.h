// How wide the lanes of a section are.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/internal/plan/reference_line.h"
#include "backlot/geometry/cubic_profile.h"

namespace backlot::formats::opendrive {

// a + b and a - b, record by record.
geometry::CubicProfile sum_of(const geometry::CubicProfile& a, const geometry::CubicProfile& b);
geometry::CubicProfile difference_of(const geometry::CubicProfile& a, const geometry::CubicProfile& b);
geometry::CubicProfile negative_of(const geometry::CubicProfile& a);

// The profile with zero wherever it is below; `deepest` is how far that was.
struct Positive {
  geometry::CubicProfile profile;
  double deepest = 0, at = 0;
};
Positive positive_part(const geometry::CubicProfile& profile, double length);

// Of lanes on one side, from the reference line outwards, by plan distance of the section. Borders are as good as widths.
std::vector<geometry::CubicProfile> widths_of(const std::vector<const Lane*>& outwards,
                                              const ReferenceLine& line, double section_s, double from,
                                              double to);

}  // namespace backlot::formats::opendrive
