#include "backlot/scene/travel_times.h"

#include <algorithm>
#include <cmath>

namespace backlot::scene {

namespace {

constexpr double kBrake_mps2 = 1.0, kAccel_mps2 = 1.0;
constexpr double kSlowest_mps = 1;

}  // namespace

TravelTimes::TravelTimes(const world::Course& course) {
  const std::size_t count = course.points().size();
  for (std::size_t k = 0; k < count; ++k)
    speeds_.push_back(
        std::max(kSlowest_mps, course.speed_at(world::Course::kStep_m * static_cast<double>(k))));
  for (std::size_t k = count; k-- > 1;)
    speeds_[k - 1] = std::min(speeds_[k - 1],
                              std::sqrt(speeds_[k] * speeds_[k] + 2 * kBrake_mps2 * world::Course::kStep_m));
  for (std::size_t k = 1; k < count; ++k)
    speeds_[k] = std::min(
        speeds_[k], std::sqrt(speeds_[k - 1] * speeds_[k - 1] + 2 * kAccel_mps2 * world::Course::kStep_m));
  times_.push_back(0);
  for (std::size_t k = 1; k < count; ++k)
    times_.push_back(times_.back() + 2 * world::Course::kStep_m / (speeds_[k - 1] + speeds_[k]));
}

double TravelTimes::speed_at(double metre) const {
  const double at = std::clamp(metre / world::Course::kStep_m, 0.0, static_cast<double>(speeds_.size() - 1));
  const std::size_t k = std::min(static_cast<std::size_t>(at), speeds_.size() - 2);
  const double share = at - static_cast<double>(k);
  return speeds_[k] + share * (speeds_[k + 1] - speeds_[k]);
}

double TravelTimes::time_at(double metre) const {
  const double at = metre / world::Course::kStep_m;
  const auto last = static_cast<double>(times_.size() - 1);
  // past the ends the speed there goes on
  if (at < 0) return metre / speeds_.front();
  if (at >= last) return times_.back() + (metre - last * world::Course::kStep_m) / speeds_.back();
  const auto k = static_cast<std::size_t>(at);
  const double share = at - static_cast<double>(k);
  return times_[k] + share * (times_[k + 1] - times_[k]);
}

double TravelTimes::metre_after(double from_m, double seconds) const {
  const double time = time_at(from_m) + seconds;
  if (time <= 0) return time * speeds_.front();
  const auto last = static_cast<double>(times_.size() - 1);
  if (time >= times_.back()) return last * world::Course::kStep_m + (time - times_.back()) * speeds_.back();
  const auto k =
      static_cast<std::size_t>(std::upper_bound(times_.begin(), times_.end(), time) - times_.begin()) - 1;
  return world::Course::kStep_m * (static_cast<double>(k) + (time - times_[k]) / (times_[k + 1] - times_[k]));
}

}  // namespace backlot::scene
