// How long a way on a course takes a vehicle that keeps a share of the limits, and is in bends as fast as every other one.
//
//   speed ^  ------.            share 1
//         |         \     .---
//         |  ------. \___/ .--  share 0.7: the bend asks all drivers for the same
//         +-----------------------> metre
#pragma once

#include <vector>

#include "backlot/world/course.h"

namespace backlot::scene {

// Speeds along a course with gentle braking before slower stretches and gentle acceleration behind them, for shares of the limits that lie
// close together; times are sums of it, so a question costs the same for any distance.
class TravelTimes {
 public:
  // Other shares count as the nearest of these.
  static constexpr double kLeastShare = 0.2, kMostShare = 1.6;

  explicit TravelTimes(const world::Course& course);

  // Of a vehicle that likes to drive at a share of the limits. Past the ends of the course the speed there goes on.
  double speed_at(double metre, double share) const;
  double seconds_between(double from_m, double to_m, double share) const;

 private:
  // For one share, every Course::kStep_m.
  struct Profile {
    std::vector<double> speeds, times;

    Profile(const world::Course& course, double share);
    double speed_at(double metre) const;
    double time_at(double metre) const;
  };
  // The profile of the next lower share, and how much of the one above it is in the answer.
  struct Between {
    std::size_t lower = 0;
    double upper_part = 0;
  };
  static Between between(double share);

  std::vector<Profile> profiles_;  // by share, rising
};

}  // namespace backlot::scene
