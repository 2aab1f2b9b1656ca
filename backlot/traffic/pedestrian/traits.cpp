#include "backlot/traffic/pedestrian/traits.h"

#include <algorithm>

#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::traffic {

static_assert(count_of(Age{}) == static_cast<std::uint32_t>(Age::elder) + 1);

namespace {

// Free speeds by age. Fitzpatrick et al. (TCRP 112, 2006) found that 85 % of crossing people up to 60 years walk faster than 1.15 m/s, and of
// older ones faster than 0.92 m/s; over all ages Weidmann found 1.34 m/s.
struct AgeGroup {
  double mean_mps, deviation_mps, slowest_mps, fastest_mps;
};
constexpr AgeGroup kChildren{1.25, 0.2, 0.7, 1.9}, kAdults{1.42, 0.22, 0.9, 2.1},
    kElders{1.15, 0.2, 0.6, 1.7};

constexpr double kJam_pm2 = 5.4, kSlope_pm2 = 1.913;

float speed_of(const AgeGroup& group, double lot) {
  return static_cast<float>(
      std::clamp(group.mean_mps + group.deviation_mps * lot, group.slowest_mps, group.fastest_mps));
}

}  // namespace

WalkerTraits draw_walker(const WalkerSet& set, std::uint64_t seed, std::uint64_t stream) {
  base::RandomStream random{seed, stream, WalkerPurpose::traits};
  WalkerTraits traits;
  const double age = random.uniform(), pace = random.normal(), keep = random.normal();
  const double look = random.uniform(), size = random.uniform();
  traits.age = age < set.children ? Age::child : age < set.children + set.elders ? Age::elder : Age::adult;
  traits.keep = static_cast<float>(std::clamp(0.35 + 0.25 * keep, -0.2, 0.9));
  traits.look_s = static_cast<float>(0.4 + 0.6 * look);
  switch (traits.age) {
    case Age::child:
      traits.free_mps = speed_of(kChildren, pace);
      traits.height_m = static_cast<float>(1.15 + 0.35 * size);
      traits.width_m = 0.34F;
      traits.length_m = 0.2F;
      traits.radius_m = 0.18F;
      break;
    case Age::adult:
      traits.free_mps = speed_of(kAdults, pace);
      traits.height_m = static_cast<float>(1.6 + 0.3 * size);
      break;
    case Age::elder:
      traits.free_mps = speed_of(kElders, pace);
      traits.height_m = static_cast<float>(1.55 + 0.25 * size);
      break;
  }
  return traits;
}

double speed_share(double density_pm2) {
  if (density_pm2 <= 0.05) return 1;
  if (density_pm2 >= kJam_pm2) return 0;
  return 1 - base::exp(-kSlope_pm2 * (1 / density_pm2 - 1 / kJam_pm2));
}

}  // namespace backlot::traffic
