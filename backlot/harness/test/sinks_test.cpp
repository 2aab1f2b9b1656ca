// Sinks, thinning and density. All is counted from frames.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/harness/test/long_road.h"

namespace backlot::harness::test::sinks_test {
namespace {

using record::FrameObject;
using world::ObjectKind;

const LongRoad& road() {
  static const LongRoad road;
  return road;
}

// Vehicles that go east between two metres of the road.
std::size_t count_east(const std::vector<FrameObject>& objects, double from_m, double to_m) {
  return static_cast<std::size_t>(
      std::count_if(objects.begin(), objects.end(), [&](const FrameObject& object) {
        return object.heading_x > 0 && object.centre.x >= from_m && object.centre.x <= to_m;
      }));
}
// Vehicles that vanished elsewhere than at the ends of the road.
std::vector<FrameObject> taken(const Watched& seen) {
  std::vector<FrameObject> found;
  for (const Change& change : seen.vanished)
    if (change.object.centre.x > 50 && change.object.centre.x < 7950) found.push_back(change.object);
  return found;
}

TEST(Sinks, TakeOnlyTheKindsThatTheyName) {
  const auto scene = road().scene(
      "traffic { flow road 900 per hour { car 50 %; truck 30 %; bus 20 % }; warm up 200 s }\n"
      "sink drain before far between 0 m and 500 m, only trucks, buses",
      LongRoad::nothing_for(240));
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(2)});
  const std::vector<FrameObject> gone = taken(seen);
  EXPECT_GE(gone.size(), 15U);
  for (const FrameObject& object : gone) {
    EXPECT_NE(object.kind, ObjectKind::car);
    EXPECT_GE(object.centre.x, 3480);
    EXPECT_LE(object.centre.x, 4020);
  }
  EXPECT_EQ(seen.result.sinks.at(0).vehicles, gone.size());
  // long after the sink began to work, only cars are behind it; before it there are all
  const auto is_car = [](const FrameObject& object) { return object.kind == ObjectKind::car; };
  std::size_t behind = 0, before = 0;
  for (const FrameObject& object : seen.at_end) {
    if (object.heading_x < 0) continue;
    if (object.centre.x > 4020 && object.centre.x < 5500) {
      EXPECT_TRUE(is_car(object));
      ++behind;
    }
    if (object.centre.x < 3400 && !is_car(object)) ++before;
  }
  EXPECT_GE(behind, 3U);
  EXPECT_GE(before, 5U);
  EXPECT_EQ(seen.in_sight, std::vector<std::string>{});
}

TEST(Sinks, AtAPlaceTakeWhateverPasses) {
  const auto scene =
      road().scene("source cars at gate, every 10 s\nsink drain at far\ntraffic { warm up 0 s }",
                   LongRoad::nothing_for(300));
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(2)});
  EXPECT_GE(taken(seen).size(), 10U);
  for (const FrameObject& object : taken(seen)) EXPECT_NEAR(object.centre.x, 4000, 12);
  EXPECT_EQ(count_east(seen.at_end, 4015, 8000), 0U);
}

TEST(Sinks, ThinToADensity) {
  const auto scene = road().scene(
      "traffic { density 20 per km; warm up 10 s }\n"
      "sink thin before far between 0 m and 3000 m, above 5 per km, when 20 s after start",
      LongRoad::nothing_for(40));
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(2)});
  EXPECT_GE(count_east(seen.at_start, 1000, 4000), 40U);
  EXPECT_NEAR(static_cast<double>(count_east(seen.at_end, 1000, 4000)), 15, 2);  // some cross its ends
  for (const Change& change : seen.vanished) {
    const bool is_at_end = change.object.centre.x < 100 || change.object.centre.x > 7900;
    EXPECT_TRUE(is_at_end || change.time_s >= 20);
  }
  EXPECT_EQ(seen.in_sight, std::vector<std::string>{});
}

TEST(Sinks, ThatGoWithTheSubjectTakeOnlyWhatItCannotSee) {
  const auto scene = road().scene(
      "traffic { density 15 per km; warm up 10 s }\n"
      "sink behind between 100 m and 600 m behind subject\n"
      "sink towards between 100 m and 900 m ahead of subject oncoming, while signal clear",
      LongRoad::nothing_for(60));
  const Watched seen = LongRoad::play(scene, {.seed = 2, .subject = steady(12), .signals = {{"clear", 25}}});
  EXPECT_GE(seen.result.sinks.at(0).vehicles, 3U);
  EXPECT_GE(seen.result.sinks.at(1).vehicles, 3U);
  for (const Change& change : seen.vanished) {
    if (change.object.centre.x < 50 || change.object.centre.x > 7950) continue;
    const double away_m = change.object.centre.x - change.subject.centre.x;
    EXPECT_GT(std::fabs(away_m), 100);
    if (change.object.heading_x < 0) {
      EXPECT_GT(away_m, 0);
      EXPECT_GE(change.time_s, 25);
    } else {
      EXPECT_LT(away_m, 0);
    }
  }
  EXPECT_EQ(seen.in_sight, std::vector<std::string>{});
}

TEST(Sinks, LeaveActorsAlone) {
  const std::string set =
      "traffic { flow road 900 per hour; warm up 300 s }\n"
      "sink behind between 250 m and 900 m behind subject, when casting";
  const std::string script =
      "beat casting when 1 s after start until 50 s after start { cast chaser }\n"
      "beat slows when chaser is cast { commit; chaser drives at 10 km/h }\n"
      "end when 60 s after start";
  const auto scene =
      road().scene(set, script, "role chaser: car { is behind subject between 300 m and 800 m }");
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(12)});
  ASSERT_TRUE(seen.result.roles.at(0).actor.has_value()) << seen.result.cause.text;
  EXPECT_GE(taken(seen).size(), 2U);
  const auto is_actor = [&](const FrameObject& object) {
    return world::number_for_people(object.id) == *seen.result.roles[0].actor;
  };
  for (const FrameObject& object : taken(seen)) EXPECT_FALSE(is_actor(object));
  EXPECT_TRUE(std::any_of(seen.at_end.begin(), seen.at_end.end(), is_actor));
}

TEST(Density, FillsTheRoadAndIsKept) {
  const auto scene = road().scene("traffic { density 10 per km { car 50 %; truck 50 % }; warm up 20 s }",
                                  LongRoad::nothing_for(120));
  const Watched seen = LongRoad::play(scene, {.seed = 1, .subject = steady(10)});
  // 16 km of lanes
  EXPECT_NEAR(static_cast<double>(seen.at_start.size()), 160, 16);
  EXPECT_NEAR(static_cast<double>(seen.at_end.size()), 160, 24);
  const auto trucks =
      std::count_if(seen.at_start.begin(), seen.at_start.end(),
                    [](const FrameObject& object) { return object.kind == ObjectKind::truck; });
  EXPECT_NEAR(static_cast<double>(trucks), 80, 4 * std::sqrt(40.0));
}

}  // namespace
}  // namespace backlot::harness::test::sinks_test
