// Numbers and profiles as they are put into a file.
//
// Where a number is the outcome of a calculation, its last digits are noise. Rounded to decimals far above the noise and far
// below all that matters it comes out the same whenever the file is read and written again.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/cubic.h"
#include "backlot/geometry/cubic_profile.h"
#include "backlot/network/source_frame.h"

namespace backlot::formats::opendrive {

// A distance: to a nanometre.
double written_distance(double metres);

// The records of a profile by plan distance from `from` on and until `to`, as records by s from `s_zero` on. Records that only go
// on as the one before are left out.
std::vector<Cubic> written_profile(const geometry::CubicProfile& profile, double from, double to,
                                   const network::SourceFrame& measure, double s_zero);

// Adds records of the next stretch, which begin where it does.
void append_profile(const std::vector<Cubic>& next, double until, std::vector<Cubic>& records);

// Without records if it is zero everywhere.
void drop_zeros(std::vector<Cubic>& records);

}  // namespace backlot::formats::opendrive
