// Sources that add vehicles by themselves: when, of which kind, where, and never in front of the subject. All is counted from frames.
#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/harness/test/long_road.h"

namespace backlot::harness::test::sources_test {
namespace {

using world::ObjectKind;

constexpr double kStep_s = 0.05;

const LongRoad& road() {
  static const LongRoad road;
  return road;
}

// At a place of the road, with the middle of the body, after its first step.
void expect_at(const Change& change, double x_m) { EXPECT_NEAR(change.object.centre.x, x_m, 4); }

TEST(Sources, AddAVehicleAtAPlaceAtAFixedInterval) {
  const auto scene = road().scene("source cars at gate, every 5 s\ntraffic { warm up 0 s }");
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(5)});
  ASSERT_EQ(seen.appeared.size(), 25U);  // at 0, 5, ... 120 s
  for (std::size_t k = 0; k < seen.appeared.size(); ++k) {
    EXPECT_NEAR(seen.appeared[k].time_s, 5.0 * static_cast<double>(k), 2 * kStep_s) << k;
    EXPECT_NEAR(seen.appeared[k].time_s - seen.appeared[0].time_s, 5.0 * static_cast<double>(k), 1e-6) << k;
    expect_at(seen.appeared[k], 1500);
    EXPECT_EQ(seen.appeared[k].object.kind, ObjectKind::car);
  }
  EXPECT_EQ(seen.result.sources.at(0).vehicles, 25U);
  EXPECT_EQ(seen.in_sight, std::vector<std::string>{});
  EXPECT_EQ(seen.overlaps, std::vector<std::string>{});
}

TEST(Sources, KeepAnIntervalThatIsNoNumberOfSteps) {
  const auto scene = road().scene("source cars at gate, every 3.33 s\ntraffic { warm up 0 s }");
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(5)});
  ASSERT_EQ(seen.appeared.size(),
            37U);  // 120 / 3.33, and one at the start: nothing is lost by rounding up to steps
  EXPECT_NEAR(seen.appeared.back().time_s - seen.appeared.front().time_s, 36 * 3.33, kStep_s + 1e-6);
}

TEST(Sources, AddVehiclesAtRandomIntervalsOfAMean) {
  const auto scene = road().scene("source cars at gate, about every 10 s\ntraffic { warm up 0 s }",
                                  LongRoad::nothing_for(600));
  const Watched seen = LongRoad::play(scene, {.seed = 3, .subject = steady(2)});
  const auto count = static_cast<double>(seen.appeared.size());
  EXPECT_NEAR(count, 60, 4 * std::sqrt(60.0));
  std::size_t short_ones = 0, long_ones = 0;
  for (std::size_t k = 1; k < seen.appeared.size(); ++k) {
    const double interval_s = seen.appeared[k].time_s - seen.appeared[k - 1].time_s;
    short_ones += interval_s < 5 ? 1U : 0U;
    long_ones += interval_s > 15 ? 1U : 0U;
  }
  EXPECT_NEAR(static_cast<double>(short_ones), 0.39 * count, 4 * std::sqrt(0.39 * 0.61 * count));
  EXPECT_NEAR(static_cast<double>(long_ones), 0.22 * count, 4 * std::sqrt(0.22 * 0.78 * count));
  // another seed, other luck
  EXPECT_NE(LongRoad::play(scene, {.seed = 4, .subject = steady(2)}).result.hash, seen.result.hash);
}

TEST(Sources, DrawKindsFromAMix) {
  const auto scene = road().scene(
      "source all at gate, every 3 s { car 60 %; truck 30 %; motorcycle 10 % }\ntraffic { warm up 0 s }",
      LongRoad::nothing_for(450));
  const Watched seen = LongRoad::play(scene, {.seed = 2, .subject = steady(2)});
  const auto count = static_cast<double>(seen.appeared.size());
  EXPECT_GE(count, 140);
  const std::array<double, world::kVehicleKinds> shares = scene->description().set.sources[0].mix;
  for (std::size_t kind = 0; kind < shares.size(); ++kind) {
    const auto found = std::count_if(seen.appeared.begin(), seen.appeared.end(), [&](const Change& change) {
      return static_cast<std::size_t>(change.object.kind) == kind;
    });
    EXPECT_NEAR(static_cast<double>(found), shares[kind] * count,
                4 * std::sqrt(shares[kind] * (1 - shares[kind]) * count))
        << kind;
  }
}

TEST(Sources, AddKindsInSequence) {
  const auto scene =
      road().scene("source all at gate, every 6 s, sequence truck, car, bus, car\ntraffic { warm up 0 s }");
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(5)});
  constexpr std::array kKinds{ObjectKind::truck, ObjectKind::car, ObjectKind::bus, ObjectKind::car};
  ASSERT_EQ(seen.appeared.size(), 21U);
  for (std::size_t k = 0; k < seen.appeared.size(); ++k)
    EXPECT_EQ(seen.appeared[k].object.kind, kKinds[k % kKinds.size()]) << k;
}

TEST(Sources, GoWithTheSubject) {
  struct Case {
    const char* where;
    double away_m, heading_x;
  };
  for (const Case& one : {Case{"300 m ahead of subject", 300, 1}, Case{"350 m behind subject", -350, 1},
                          Case{"400 m ahead of subject oncoming", 400, -1}}) {
    const auto scene =
        road().scene(std::string("source train ") + one.where + ", every 20 s\ntraffic { warm up 0 s }",
                     LongRoad::nothing_for(90));
    const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(10)});
    ASSERT_EQ(seen.appeared.size(), 5U) << one.where;
    for (const Change& change : seen.appeared) {
      const double front_m = change.subject.centre.x + 0.5 * static_cast<double>(change.subject.length_m);
      EXPECT_NEAR(change.object.centre.x - front_m, one.away_m, 5) << one.where;
      EXPECT_NEAR(change.object.heading_x, one.heading_x, 1e-6) << one.where;
    }
    EXPECT_GT(seen.appeared.back().subject.centre.x - seen.appeared.front().subject.centre.x, 750);
    EXPECT_EQ(seen.in_sight, std::vector<std::string>{}) << one.where;
  }
}

TEST(Sources, AddNothingInSightUnlessTheSceneSaysSo) {
  const auto appeared = [](const char* source, double speed_mps) {
    const auto scene = road().scene(std::string(source) + "\ntraffic { warm up 0 s }");
    return LongRoad::play(scene, {.seed = 1, .subject = steady(speed_mps)});
  };
  // 150 m on a straight road are always in sight
  EXPECT_EQ(appeared("source near 150 m ahead of subject oncoming, every 10 s", 5).appeared.size(), 0U);
  const Watched seen =
      appeared("source near 150 m ahead of subject oncoming, every 10 s, in sight of subject", 5);
  EXPECT_EQ(seen.appeared.size(), 13U);
  EXPECT_EQ(seen.in_sight.size(), 12U);  // the control: the watch sees all but the one of its first frame
  // 220 m are in sight of a fast subject only
  EXPECT_EQ(appeared("source near 220 m ahead of subject oncoming, every 10 s", 5).appeared.size(), 13U);
  EXPECT_EQ(appeared("source near 220 m ahead of subject oncoming, every 10 s", 19).appeared.size(), 0U);
  // of a range, the nearest place that is hidden
  const Watched range =
      appeared("source near between 120 m and 400 m ahead of subject oncoming, every 10 s", 5);
  EXPECT_EQ(range.in_sight, std::vector<std::string>{});
  ASSERT_EQ(range.appeared.size(), 13U);
  for (const Change& change : range.appeared)
    EXPECT_NEAR(change.object.centre.x - change.subject.centre.x, 206, 8);
}

TEST(Sources, AddNothingOnTopOfAnother) {
  // at the place of a wreck there is no room; elsewhere on the stretch there is
  const auto fixed = road().scene(
      "prop wreck: car parked at gate\nsource cars at gate, every 10 s\ntraffic { warm up 0 s }");
  EXPECT_EQ(LongRoad::play(fixed, {.seed = 1, .subject = steady(5)}).appeared.size(), 0U);
  const auto stretch = road().scene(
      "prop wreck: car parked at gate\nsource cars before gate between 0 m and 300 m, every 15 s\n"
      "traffic { warm up 0 s }");
  const Watched seen = LongRoad::play(stretch, {.seed = 1, .subject = steady(5)});
  EXPECT_GE(seen.appeared.size(), 5U);
  EXPECT_EQ(seen.overlaps, std::vector<std::string>{});
  EXPECT_EQ(seen.result.contacts_of_extras, 0U);
}

TEST(Sources, OpenWhenAConditionHoldsAndCloseWhileItDoesNot) {
  const auto scene = road().scene(
      "source late at gate, every 7 s, when signal go, while not signal stop\ntraffic { warm up 0 s }");
  const Watched seen =
      LongRoad::play(scene, {.seed = 1, .subject = steady(5), .signals = {{"go", 30}, {"stop", 60}}});
  ASSERT_EQ(seen.appeared.size(), 5U);  // at 30, 37, 44, 51 and 58 s
  EXPECT_NEAR(seen.appeared.front().time_s, 30, 2 * kStep_s);
  EXPECT_NEAR(seen.appeared.back().time_s, 58, 2 * kStep_s);
  EXPECT_EQ(LongRoad::play(scene, {.seed = 1, .subject = steady(5)}).appeared.size(), 0U);

  // one that closes and opens again keeps its interval
  const auto twice = road().scene(
      "source late at gate, every 20 s, while subject drives over 6 m/s\ntraffic { warm up 0 s }");
  const auto profile = std::make_shared<const subject::SpeedProfile>(
      subject::SpeedProfile{{{0, 10}, {30, 10}, {31, 2}, {40, 2}, {41, 10}, {70, 10}, {71, 2}}});
  const Watched again =
      LongRoad::play(twice, {.seed = 1, .subject = subject::ProfileChoice{"test", profile}});
  ASSERT_EQ(again.appeared.size(), 4U);
  constexpr std::array kTimes{0.0, 20.0, 40.5, 60.5};
  for (std::size_t k = 0; k < kTimes.size(); ++k) EXPECT_NEAR(again.appeared[k].time_s, kTimes[k], 1) << k;
  EXPECT_NEAR(again.appeared[3].time_s - again.appeared[2].time_s, 20, 1e-6);
}

TEST(Sources, ThatCannotWorkAreFoundBeforeTheRun) {
  EXPECT_NE(road().problems("source near 90 m ahead of subject, every 5 s").find("P326"), std::string::npos);
  EXPECT_EQ(road().problems("source near 90 m ahead of subject, every 5 s, in sight of subject"), "");
  EXPECT_NE(road().problems("source beside 300 m ahead of subject on the left, every 5 s").find("P327"),
            std::string::npos);
  EXPECT_NE(road().problems("source kinds at gate, sequence car, truck").find("P328"), std::string::npos);
  EXPECT_NE(road().problems("source idle at gate").find("P403"), std::string::npos);
  EXPECT_NE(road().problems("sink near between 20 m and 80 m ahead of subject").find("P326"),
            std::string::npos);
  EXPECT_NE(road().problems("traffic { density 60 per km }").find("P325"), std::string::npos);
}

}  // namespace
}  // namespace backlot::harness::test::sources_test
