#include "backlot/traffic/vehicle/free_drive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/traffic/vehicle/following.h"

namespace backlot::traffic::free_drive_test {
namespace {

// The driver's own law, in short steps.
Drive driven(const DriverTraits& traits, double v, double way, const std::vector<PaceZone>& zones) {
  constexpr double dt = 0.01;
  double s = 0, t = 0;
  while (true) {
    double a = 0;
    for (const PaceZone& zone : zones)
      if (zone.from_m <= s) a = free_accel(traits, v, zone.speed_mps);
    double braking = 0;
    for (const PaceZone& zone : zones) {
      const double away = zone.from_m - s;
      if (away > 0 && zone.speed_mps < v)
        braking =
            std::max(braking, (v * v - zone.speed_mps * zone.speed_mps) / (2 * std::max(away, 0.3 * v)));
    }
    if (braking > 1.2) a = std::min(a, -braking);
    const double after = std::max(0.0, v + a * dt), gone = 0.5 * (v + after) * dt;
    if (s + gone >= way) return {t + dt * (way - s) / gone, after};
    s += gone;
    v = after;
    t += dt;
  }
}

TEST(FreeDrive, TakesAsLongAsTheDriversLaw) {
  base::RandomStream random{1, 2, 3};
  double worst = 0, mean = 0;
  constexpr int kCases = 3000;
  for (int k = 0; k < kCases; ++k) {
    DriverTraits traits;
    traits.accel_mps2 = static_cast<float>(random.uniform(0.7, 2.8));
    traits.brake_mps2 = static_cast<float>(random.uniform(1.5, 2.5));
    std::vector<PaceZone> zones{{-random.uniform(0, 50), random.uniform(4, 33), 0}};
    double from = 0;
    for (std::uint64_t more = random.below(4); more > 0; --more) {
      from += random.uniform(5, 120);
      zones.push_back({from, random.uniform(4, 33), 0});
    }
    const double v = random.uniform() * zones[0].speed_mps, way = random.uniform(15, 400);
    const Drive exact = driven(traits, v, way, zones), fast = drive_along(traits, v, way, zones);
    const double off = std::fabs(fast.seconds - exact.seconds) / exact.seconds;
    // a vehicle that comes to a slower zone too fast, since it is too near, is off more
    bool can_brake = true;
    for (std::size_t i = 1; i < zones.size(); ++i)
      can_brake = can_brake && v * v - zones[i].speed_mps * zones[i].speed_mps < 2.4 * zones[i].from_m;
    if (!can_brake) continue;
    worst = std::max(worst, off);
    mean += off / kCases;
  }
  EXPECT_LT(worst, 0.06);
  EXPECT_LT(mean, 0.01);
}

TEST(FreeDrive, ABendBehindTheWayMakesOneSlowerBeforeIt) {
  const DriverTraits traits;
  std::vector<PaceZone> straight{{0, 14, 0}}, bend{{0, 14, 0}, {100, 5, 0}}, far{{0, 14, 0}, {300, 5, 0}};
  const double free = drive_along(traits, 14, 99, straight).seconds;
  EXPECT_NEAR(free, 99.0 / 14, 1e-9);
  EXPECT_GT(drive_along(traits, 14, 99, bend).seconds, free + 1.5);
  EXPECT_NEAR(drive_along(traits, 14, 99, bend).speed_mps, std::sqrt(25 + 2.4), 0.01);
  EXPECT_NEAR(drive_along(traits, 14, 99, far).seconds, free, 1e-9);
}

TEST(FreeDrive, HasAnAnswerForEverything) {
  const DriverTraits traits;
  std::vector<PaceZone> zones{{0, 14, 0}}, none;
  EXPECT_EQ(drive_along(traits, 14, 0, zones).seconds, 0);
  EXPECT_EQ(drive_along(traits, 14, -3, zones).seconds, 0);
  EXPECT_EQ(drive_along(traits, 14, 10, none).seconds, std::numeric_limits<double>::infinity());
  EXPECT_GT(drive_along(traits, 0, 0.01, zones).seconds, 0);
  EXPECT_LT(drive_along(traits, 0, 0.01, zones).seconds, 0.2);
  EXPECT_GT(drive_along(traits, 40, 100, zones).seconds, 100.0 / 40);
  EXPECT_LT(drive_along(traits, 40, 100, zones).seconds, 100.0 / 14);
}

}  // namespace
}  // namespace backlot::traffic::free_drive_test
