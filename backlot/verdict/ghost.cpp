#include "backlot/verdict/ghost.h"

#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::verdict {

Ghost Ghost::at_constant_speed(double time_s, double front_m, double speed_mps) {
  Ghost ghost;
  ghost.add(time_s, front_m);
  ghost.speed_mps_ = speed_mps;
  return ghost;
}

void Ghost::add(double time_s, double front_m) { places_.push_back({time_s, front_m}); }

std::optional<double> Ghost::find_time(double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  for (std::size_t k = 1; k < places_.size(); ++k) {
    const Place &a = places_[k - 1], &b = places_[k];
    if (a.front_m <= metre && metre <= b.front_m && b.front_m > a.front_m)
      return a.time_s + (metre - a.front_m) / (b.front_m - a.front_m) * (b.time_s - a.time_s);
  }
  if (places_.empty() || speed_mps_ <= 0 || metre < places_.back().front_m) return std::nullopt;
  return places_.back().time_s + (metre - places_.back().front_m) / speed_mps_;
}

}  // namespace backlot::verdict
