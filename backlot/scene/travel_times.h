// How long a way on a course takes a vehicle that keeps a constant share of what limits and bends allow.
#pragma once

#include <vector>

#include "backlot/world/course.h"

namespace backlot::scene {

// Speeds along a course with gentle braking before slower stretches and gentle acceleration behind them; times are sums of it, so a question
// costs the same for any distance.
class TravelTimes {
 public:
  explicit TravelTimes(const world::Course& course);

  // At a share of 1.
  double speed_at(double metre) const;
  double seconds_between(double from_m, double to_m) const { return time_at(to_m) - time_at(from_m); }
  // The metre that is reached so many seconds later.
  double metre_after(double from_m, double seconds) const;

 private:
  double time_at(double metre) const;

  std::vector<double> speeds_;  // every Course::kStep_m
  std::vector<double> times_;
};

}  // namespace backlot::scene
