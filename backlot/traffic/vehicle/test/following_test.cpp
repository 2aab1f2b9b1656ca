#include "backlot/traffic/vehicle/following.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::traffic::following_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

DriverTraits car() { return town_drivers().kinds[0].middle; }

double brake(const DriverTraits& t) { return static_cast<double>(t.brake_mps2); }
double hardest(const DriverTraits& t) { return static_cast<double>(t.hardest_mps2); }

// Drivers, speeds and gaps of all sorts.
struct Scene {
  DriverTraits traits;
  double v, v0;
  Lead lead;
};
Scene random_scene(base::RandomStream& random) {
  const DriverSet set = random.below(2) == 0 ? town_drivers() : motorway_drivers();
  Scene s;
  s.traits = draw_traits(set.kinds[random.below(set.kinds.size())], 1, random.below(1000));
  s.v = random.below(10) == 0 ? 0 : random.uniform(0, 40);
  s.v0 = random.uniform(3, 40);
  s.lead.speed_mps = random.below(5) == 0 ? 0 : random.uniform(-3, 40);
  s.lead.gap_m = random.below(10) == 0 ? random.uniform(-2, 1) : random.uniform(0, 120);
  return s;
}

TEST(FreeAccel, IsThatOfTheModelUpToTheWantedSpeed) {
  const DriverTraits t = car();
  EXPECT_DOUBLE_EQ(free_accel(t, 0, 14), static_cast<double>(t.accel_mps2));
  EXPECT_NEAR(free_accel(t, 7, 14), static_cast<double>(t.accel_mps2) * (1 - 1.0 / 16), 1e-12);
  EXPECT_NEAR(free_accel(t, 14, 14), 0, 1e-12);
}

TEST(FreeAccel, BrakesInComfortWhereOneIsTooFast) {
  const DriverTraits t = car();
  EXPECT_LT(free_accel(t, 14.1, 14), 0);
  EXPECT_GT(free_accel(t, 14.1, 14), -0.1);
  EXPECT_DOUBLE_EQ(free_accel(t, 40, 14), -brake(t));
}

// In equilibrium at a speed v the gap is (s0 + v T) / sqrt(1 - (v / v0)^4): Treiber, Hennecke, Helbing, equation (10).
TEST(FollowingAccel, IsZeroAtTheEquilibriumGap) {
  for (const DriverSet& set : {town_drivers(), motorway_drivers()}) {
    for (const KindOfDriver& kind : set.kinds) {
      const DriverTraits& t = kind.middle;
      constexpr double v0 = 30;
      for (const double v : {0.0, 1.0, 5.0, 10.0, 20.0, 28.0}) {
        const double share = v / v0;
        const double gap = (static_cast<double>(t.gap_m) + v * static_cast<double>(t.headway_s)) /
                           std::sqrt(1 - share * share * share * share);
        EXPECT_NEAR(following_accel(t, v, v0, {gap, v}), 0, 1e-9) << v;
        EXPECT_GT(following_accel(t, v, v0, {gap + 1, v}), 0) << v;
        EXPECT_LT(following_accel(t, v, v0, {gap - 1, v}), 0) << v;
      }
    }
  }
}

TEST(FollowingAccel, WithoutALeaderIsFree) {
  const DriverTraits t = car();
  for (const double v : {0.0, 5.0, 13.0, 14.0, 20.0})
    EXPECT_EQ(following_accel(t, v, 14, Lead{}), free_accel(t, v, 14)) << v;
}

TEST(FollowingAccel, IsNeverHarderThanTheHardest) {
  base::RandomStream random{1, 0, 0};
  for (int k = 0; k < 200'000; ++k) {
    const Scene s = random_scene(random);
    const double accel = following_accel(s.traits, s.v, s.v0, s.lead);
    ASSERT_GE(accel, -hardest(s.traits)) << k;
    ASSERT_LE(accel, static_cast<double>(s.traits.accel_mps2) + 1e-12) << k;
  }
}

// The model, but where it brakes harder than in comfort: then no harder than in comfort or than it takes, whichever is more.
TEST(FollowingAccel, IsNoHarderThanItTakes) {
  base::RandomStream random{2, 0, 0};
  int eased = 0;
  for (int k = 0; k < 200'000; ++k) {
    const Scene s = random_scene(random);
    const double model = free_accel(s.traits, s.v, s.v0) - lead_term(s.traits, s.v, s.lead);
    const double accel = following_accel(s.traits, s.v, s.v0, s.lead);
    ASSERT_GE(accel, model) << k;
    if (model >= -brake(s.traits)) {
      ASSERT_EQ(accel, model) << k;
      continue;
    }
    const double needed = std::max(brake(s.traits), braking_needed(s.v, s.lead));
    ASSERT_GE(accel, -needed) << k;
    if (accel > model) ++eased;
    // never less than it takes, as far as brakes can
    ASSERT_LE(accel, std::max(model, -std::min(needed, hardest(s.traits)))) << k;
  }
  EXPECT_GT(eased, 1000);
}

TEST(FollowingAccel, ADriverCutOffAtTheSameSpeedBrakesInComfort) {
  const DriverTraits t = car();
  // 20 m/s, 7.5 m behind one that is just as fast: the model asks for more than 15 m/s2
  EXPECT_LT(free_accel(t, 20, 25) - lead_term(t, 20, {7.5, 20}), -15);
  EXPECT_GE(following_accel(t, 20, 25, {7.5, 20}), -5);
}

// One behind the other, the first brakes as hard as drivers do: the second stops behind it.
TEST(FollowingAccel, StopsBehindALeaderThatBrakesHard) {
  for (const double v : {5.0, 14.0, 25.0, 33.0}) {
    for (const double dt : {0.05, 0.1}) {
      const DriverTraits t = car();
      double gap = static_cast<double>(t.gap_m) + v * static_cast<double>(t.headway_s);
      double self = v, lead = v, hard = 0;
      for (int k = 0; k < 2000; ++k) {
        const double accel = following_accel(t, self, v * 1.1, {gap, lead});
        hard = std::max(hard, -accel);
        const double lead_after = std::max(0.0, lead - 4.5 * dt),
                     self_after = std::max(0.0, self + accel * dt);
        gap += 0.5 * (lead + lead_after) * dt - 0.5 * (self + self_after) * dt;
        lead = lead_after;
        self = self_after;
        ASSERT_GT(gap, 0) << v;
      }
      EXPECT_LT(self, 0.1) << v;
      EXPECT_LT(gap, static_cast<double>(t.gap_m) + 1) << v;
      EXPECT_LT(hard, hardest(t)) << v;
    }
  }
}

TEST(StoppingAccel, IsNeverHarderThanTheHardestAndEndsBeforeThePlace) {
  base::RandomStream random{3, 0, 0};
  for (int k = 0; k < 500; ++k) {
    const DriverTraits t = draw_traits(town_drivers().kinds[random.below(4)], 1, random.below(1000));
    double v = random.uniform(1, 20);
    // as far ahead as takes comfortable braking or more
    double room = v * v / (2 * brake(t)) * random.uniform(1.1, 4) + 1, hard = 0;
    for (int i = 0; i < 3000; ++i) {
      const double accel = stopping_accel(t, v, room);
      ASSERT_GE(accel, -hardest(t));
      hard = std::max(hard, -accel);
      const double after = std::max(0.0, v + accel * 0.1);
      room -= 0.5 * (v + after) * 0.1;
      v = after;
    }
    EXPECT_LT(v, 0.05) << k;
    EXPECT_GT(room, -0.5) << k;
    EXPECT_LT(room, 2.5) << k;
    EXPECT_LT(hard, 1.5 * brake(t)) << k;
  }
}

// A vehicle that moves up by a car's length stands soon, where it should, and stays there: as quick as with even acceleration and braking, and half a second.
TEST(PullingUpAccel, MovesUpBrisklyAndStays) {
  for (const KindOfDriver& kind : town_drivers().kinds) {
    const DriverTraits& t = kind.middle;
    const double a = static_cast<double>(t.accel_mps2);
    double v = 0, room = 6.6, stands_s = 0;
    for (int i = 0; i < 6000; ++i) {
      const double after = std::max(0.0, v + pulling_up_accel(t, v, room) * 0.1);
      room -= 0.5 * (v + after) * 0.1;
      v = after;
      if (stands_s == 0 && room < 1 && v < 0.3) stands_s = 0.1 * (i + 1);
    }
    EXPECT_LT(stands_s, std::sqrt(2 * 6 * (1 / a + 1 / brake(t))) + 0.5);
    EXPECT_NEAR(room, kBefore_m, 0.1);
    EXPECT_LT(v, 1e-3);
  }
}

TEST(BrakingNeeded, IsThatOfTheClosedForm) {
  EXPECT_DOUBLE_EQ(braking_needed(10, 25), 2);
  EXPECT_DOUBLE_EQ(braking_needed(0, 25), 0);
  // to a standing vehicle: half a metre is kept
  EXPECT_NEAR(braking_needed(10, Lead{25.5, 0}), 1.2 * 2, 1e-12);
  // to an equally fast one: only what it takes should that one brake
  EXPECT_NEAR(braking_needed(10, Lead{10.5, 10}), 100 / (2 * (10 + 100 / 9.0)), 1e-12);
  EXPECT_EQ(braking_needed(10, Lead{}), 0);
}

TEST(TimeFor, IsThatOfTheClosedForm) {
  EXPECT_EQ(time_for(0, 5, 2, 10), 0);
  EXPECT_EQ(time_for(-3, 5, 2, 10), 0);
  EXPECT_DOUBLE_EQ(time_for(9, 0, 2, 100), 3);           // s = a t^2 / 2
  EXPECT_DOUBLE_EQ(time_for(100, 10, 2, 10), 10);        // at top speed already
  EXPECT_DOUBLE_EQ(time_for(25 + 40, 0, 2, 10), 5 + 4);  // gains for 25 m, then 10 m/s
  EXPECT_DOUBLE_EQ(time_for(60, 20, 2, 10), 3);          // faster than its top: it keeps that
  EXPECT_EQ(time_for(kInfinity, 10, 2, 10), kInfinity);
}

}  // namespace
}  // namespace backlot::traffic::following_test
