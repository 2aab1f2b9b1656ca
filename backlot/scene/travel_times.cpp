#include "backlot/scene/travel_times.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::scene {

namespace {

constexpr double kBrake_mps2 = 0.8, kAccel_mps2 = 1.0;
constexpr double kLag_s =
    0.7;  // of the speed of a driver behind the speed that it wants, while it slows down
constexpr double kSlowestTravel_mps = 1;
constexpr double kCourseStep_m = world::Course::kStep_m;
constexpr int kProfiles = 29;
constexpr double kFromShareToShare = (TravelTimes::kMostShare - TravelTimes::kLeastShare) / (kProfiles - 1);

double share_of(int profile) { return TravelTimes::kLeastShare + kFromShareToShare * profile; }

}  // namespace

TravelTimes::Profile::Profile(const world::Course& course, double share) {
  BACKLOT_ASSERT(share > 0, "a subject wants to drive");
  const std::size_t count = course.points().size();
  for (std::size_t k = 0; k < count; ++k) {
    const double metre = kCourseStep_m * static_cast<double>(k);
    const double limit = course.limit_at(metre), bend = course.speed_at(metre);
    speeds.push_back(
        std::max(kSlowestTravel_mps, bend < limit ? std::min(share * limit, bend) : share * limit));
  }
  for (std::size_t k = count; k-- > 1;)
    speeds[k - 1] =
        std::min(speeds[k - 1], std::sqrt(speeds[k] * speeds[k] + 2 * kBrake_mps2 * kCourseStep_m));
  for (std::size_t k = 1; k < count; ++k) {
    const double before = speeds[k - 1], lags = kCourseStep_m / (before * kLag_s);
    speeds[k] = speeds[k] > before
                    ? std::min(speeds[k], std::sqrt(before * before + 2 * kAccel_mps2 * kCourseStep_m))
                    : (before + lags * speeds[k]) / (1 + lags);
  }
  times.push_back(0);
  for (std::size_t k = 1; k < count; ++k)
    times.push_back(times.back() + 2 * kCourseStep_m / (speeds[k - 1] + speeds[k]));
}

double TravelTimes::Profile::speed_at(double metre) const {
  BACKLOT_ASSERT(speeds.size() >= 2, "a profile has two places");
  const double at = std::clamp(metre / kCourseStep_m, 0.0, static_cast<double>(speeds.size() - 1));
  const std::size_t k = std::min(static_cast<std::size_t>(at), speeds.size() - 2);
  return speeds[k] + (at - static_cast<double>(k)) * (speeds[k + 1] - speeds[k]);
}

double TravelTimes::Profile::time_at(double metre) const {
  BACKLOT_ASSERT(times.size() == speeds.size(), "a profile has a time at each place");
  const double at = metre / kCourseStep_m;
  const auto last = static_cast<double>(times.size() - 1);
  if (at < 0) return metre / speeds.front();
  if (at >= last) return times.back() + (metre - last * kCourseStep_m) / speeds.back();
  const auto k = static_cast<std::size_t>(at);
  return times[k] + (at - static_cast<double>(k)) * (times[k + 1] - times[k]);
}

TravelTimes::TravelTimes(const world::Course& course) {
  for (int k = 0; k < kProfiles; ++k) profiles_.emplace_back(course, share_of(k));
}

// Where the limit counts, a time is inverse to the share; so it is taken between two shares.
TravelTimes::Between TravelTimes::between(double share) {
  const double at = (std::clamp(share, kLeastShare, kMostShare) - kLeastShare) / kFromShareToShare;
  const int lower = std::min(static_cast<int>(at), kProfiles - 2);
  const double a = 1 / share_of(lower), b = 1 / share_of(lower + 1);
  return {static_cast<std::size_t>(lower), (a - 1 / std::clamp(share, kLeastShare, kMostShare)) / (a - b)};
}

double TravelTimes::speed_at(double metre, double share) const {
  const auto [lower, upper_part] = between(share);
  const double a = 1 / profiles_[lower].speed_at(metre), b = 1 / profiles_[lower + 1].speed_at(metre);
  return 1 / (a + upper_part * (b - a));
}

double TravelTimes::seconds_between(double from_m, double to_m, double share) const {
  const auto [lower, upper_part] = between(share);
  const auto seconds = [&](const Profile& profile) {
    return profile.time_at(to_m) - profile.time_at(from_m);
  };
  const double a = seconds(profiles_[lower]), b = seconds(profiles_[lower + 1]);
  return a + upper_part * (b - a);
}

}  // namespace backlot::scene
