// How fast a driver wants to go at each metre of its course: its share of the limit, no faster than bends allow, and slower in time before
// stretches where it will be slower.
#pragma once

#include <vector>

#include "backlot/subject/style.h"
#include "backlot/world/course.h"

namespace backlot::subject {

class Cruise {
 public:
  Cruise(const world::Course& course, double share_of_limit);

  // Metres before the start count as the start, those past the end as the end.
  double wanted_mps(double metre) const;

 private:
  std::vector<double> squares_;  // of the wanted speeds, every world::Course::kStep_m
};

// The same speed where it is asked for at one metre alone: only the road ahead that counts is looked at.
double cruise_mps(const world::Course& course, double share_of_limit, double metre);

}  // namespace backlot::subject
