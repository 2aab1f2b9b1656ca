#include "backlot/traffic/vehicle/traits.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::traffic::traits_test {
namespace {

// Mean and spread of what was seen.
struct Seen {
  double sum = 0, squares = 0, least = 1e9, most = -1e9;
  int count = 0;

  void add(double x) {
    sum += x;
    squares += x * x;
    least = std::min(least, x);
    most = std::max(most, x);
    ++count;
  }
  double mean() const { return sum / count; }
  double deviation() const { return std::sqrt(squares / count - mean() * mean()); }
};

// A normal distribution whose tails are put at two sigma has a standard deviation of 0.9594 sigma.
constexpr double kCutSigma = 0.9594;

TEST(DrawTraits, SpreadAroundTheMiddleAndAreCutAtTwoSigma) {
  for (const DriverSet& set : {town_drivers(), motorway_drivers()}) {
    for (const KindOfDriver& kind : set.kinds) {
      Seen speed, headway, keep;
      for (std::uint64_t object = 0; object < 20'000; ++object) {
        const DriverTraits t = draw_traits(kind, 1, object);
        speed.add(static_cast<double>(t.speed_factor / kind.middle.speed_factor) - 1);
        headway.add(static_cast<double>(t.headway_s / kind.middle.headway_s) - 1);
        keep.add(static_cast<double>(t.keep_m));
      }
      const auto expect = [](const Seen& seen, float sigma_told) {
        const auto sigma = static_cast<double>(sigma_told);
        EXPECT_NEAR(seen.mean(), 0, 0.03 * sigma);
        EXPECT_NEAR(seen.deviation(), kCutSigma * sigma, 0.03 * sigma);
        EXPECT_GE(seen.least, -2 * sigma - 1e-6);
        EXPECT_LE(seen.most, 2 * sigma + 1e-6);
        EXPECT_NEAR(seen.least, -2 * sigma, 1e-6);  // one in 44 is there
        EXPECT_NEAR(seen.most, 2 * sigma, 1e-6);
      };
      expect(speed, kind.spread.speed_factor);
      expect(headway, kind.spread.headway);
      expect(keep, kind.spread.keep_m);
    }
  }
}

TEST(DrawTraits, LeavesTheOtherTraitsAlone) {
  const KindOfDriver kind = town_drivers().kinds[0];
  const DriverTraits t = draw_traits(kind, 3, 77);
  EXPECT_EQ(t.gap_m, kind.middle.gap_m);
  EXPECT_EQ(t.accel_mps2, kind.middle.accel_mps2);
  EXPECT_EQ(t.brake_mps2, kind.middle.brake_mps2);
  EXPECT_EQ(t.hardest_mps2, kind.middle.hardest_mps2);
  EXPECT_EQ(t.politeness, kind.middle.politeness);
}

TEST(DrawTraits, AreAFunctionOfSeedAndNumber) {
  const KindOfDriver kind = town_drivers().kinds[0];
  int alike = 0;
  for (std::uint64_t object = 0; object < 1000; ++object) {
    const DriverTraits a = draw_traits(kind, 1, object), b = draw_traits(kind, 1, object),
                       c = draw_traits(kind, 2, object);
    EXPECT_EQ(a.speed_factor, b.speed_factor);
    EXPECT_EQ(a.headway_s, b.headway_s);
    EXPECT_EQ(a.keep_m, b.keep_m);
    if (a.speed_factor == c.speed_factor) ++alike;
  }
  EXPECT_LT(alike, 10);  // both cut at the same side
}

TEST(DriverSet, IsSane) {
  for (const DriverSet& set : {town_drivers(), motorway_drivers()}) {
    double shares = 0;
    for (const double share : set.shares) shares += share;
    EXPECT_DOUBLE_EQ(shares, 1);
    for (std::uint32_t k = 0; k < world::kVehicleKinds; ++k) {
      const KindOfDriver& kind = set.kinds[k];
      EXPECT_GT(kind.middle.accel_mps2, 0);
      EXPECT_GT(kind.middle.brake_mps2, 0);
      EXPECT_GT(kind.middle.hardest_mps2, kind.middle.brake_mps2);
      EXPECT_EQ(kind.shape.length_m, world::usual_shape(static_cast<world::ObjectKind>(k)).length_m);
    }
    const auto of = [&](world::ObjectKind kind) { return set.kinds[static_cast<std::size_t>(kind)].middle; };
    EXPECT_LT(of(world::ObjectKind::truck).accel_mps2, of(world::ObjectKind::car).accel_mps2);
    EXPECT_GT(of(world::ObjectKind::truck).headway_s, of(world::ObjectKind::car).headway_s);
  }
}

TEST(SuitingDrivers, AreThoseOfTheRoad) {
  const auto headway = [](const DriverSet& set) { return set.kinds[0].middle.headway_s; };
  const auto on = [](const char* file) {
    return suiting_drivers(world::TestRoads(world::scene(file)).tracks);
  };
  EXPECT_EQ(headway(on("biketown.way")), headway(town_drivers()));
  EXPECT_EQ(headway(on("county_road.way")), headway(town_drivers()));
  EXPECT_EQ(headway(on("motorway.way")), headway(motorway_drivers()));
}

}  // namespace
}  // namespace backlot::traffic::traits_test
