#include "backlot/subject/model_driver.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/network/strip.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/subject/test/ride.h"
#include "backlot/world/mark.h"

namespace backlot::subject::model_driver_test {
namespace {

using network::Aspect;
using network::Turn;

constexpr double kHalfCar_m = 2.25;

// ---- on a free road

TEST(ModelDriver, AShareOfTheLimitIsKeptToOnePartInAThousand) {
  const auto road = straight_road();
  const world::Course course = course_along(*road, "road", {});
  for (const char* word : {"60%", "100%", "110%"}) {
    const SubjectChoice choice = choice_of(word);
    const double wanted = std::get<ShareChoice>(choice).share_of_limit * 25;
    Ride ride(*road, course, choice, 1, 100);
    for (int k = 0; k < 1200; ++k) {
      ride.step();
      EXPECT_NEAR(ride.subject().speed_mps, wanted, 1e-3 * wanted) << word << " " << k;
    }
  }
}

TEST(ModelDriver, SlowsDownInTimeBeforeALowerLimit) {
  const auto road = sim::scene_roads("study_road");
  const world::Course course = course_along(*road, "highway_west", {Turn::straight});
  Ride ride(*road, course, choice_of("100%"), 1, 3000);
  for (int k = 0; k < 250 && ride.front_m() < 3640; ++k) ride.step();
  for (int k = 0; k < 40; ++k) {
    if (ride.front_m() > 3652) {
      EXPECT_NEAR(ride.subject().speed_mps * 3.6, 70, 4);
      break;
    }
    EXPECT_GE(ride.subject().accel_mps2, -1.2);
    ride.step();
  }
}

TEST(ModelDriver, DriftsSlowlyByAFewKilometresAnHour) {
  const auto road = straight_road();
  const world::Course course = course_along(*road, "road", {});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const double share = draw_style(StyleKind::any, seed).share_of_limit;
    Ride ride(*road, course, choice_of("any"), seed, 100);
    double low = 99, high = 0;
    for (int k = 0; k < 1200; ++k) {
      ride.step();
      const record::FrameObject& subject = ride.subject();
      low = std::min(low, subject.speed_mps);
      high = std::max(high, subject.speed_mps);
      EXPECT_NEAR(subject.speed_mps, 25 * share, 1.25) << seed;
      // in the first seconds the driver comes to the speed of its drift
      EXPECT_LT(std::fabs(subject.accel_mps2), k < 50 ? 1.5 : 0.3) << seed;
    }
    EXPECT_GT(high - low, 0.2) << seed;
  }
}

// ---- behind a leader

// A leader drives a little slower than the subject would like to, brakes to a stop at some rate, stands, and drives on.
TEST(ModelDriver, FollowsALeaderThatBrakesWithoutContact) {
  const auto road = straight_road();
  const world::Course course = course_along(*road, "road", {});
  double hardest = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    base::RandomStream random(seed, 0, 1);
    const double rate = random.uniform(2, 8);
    const double speed = 0.92 * 25 * draw_style(StyleKind::any, seed).share_of_limit;
    const int brakes_at = 150 + static_cast<int>(random.below(50));
    Ride ride(*road, course, choice_of("any"), seed, 100);
    const std::vector<geometry::WorldPoint> points(course.points().begin() + 70, course.points().end());
    const world::ObjectId leader =
        ride.run()
            .add_external(
                world::ObjectKind::car, {course.point_at(160), 0, speed},
                sim::ByPath{.points = points, .speed_mps = speed, .gain_mps2 = 2, .slow_mps2 = rate})
            .id;
    double least = 1e9, last = 0;
    for (int k = 0; k < 500; ++k) {
      const bool stands = k >= brakes_at && k < brakes_at + 200;
      ride.step({{leader, ride.run().tick().time, sim::PaceCommand{stands ? 0.0 : speed}}});
      const double back = record::find(ride.frame(), leader)->centre.x - kHalfCar_m;
      least = std::min(least, back - (ride.subject().centre.x + kHalfCar_m));
      hardest = std::min(hardest, ride.subject().accel_mps2);
      if (k == brakes_at + 195) {
        EXPECT_EQ(ride.subject().speed_mps, 0) << seed;
      }
      last = ride.subject().speed_mps;
    }
    EXPECT_GT(least, 0.5) << "seed " << seed << ", rate " << rate;
    EXPECT_GT(last, 5) << seed;
  }
  EXPECT_GE(hardest, -8.01);
}

TEST(ModelDriver, KeepsItsHeadwayBehindASlowerLeader) {
  const auto road = straight_road();
  const world::Course course = course_along(*road, "road", {});
  Ride ride(*road, course, choice_of("100%"), 1, 100);
  const std::vector<geometry::WorldPoint> points(course.points().begin() + 80, course.points().end());
  const world::ObjectId leader =
      ride.run()
          .add_external(world::ObjectKind::car, {course.point_at(180), 0, 15}, sim::ByPath{points, 15})
          .id;
  for (int k = 0; k < 900; ++k) ride.step({{leader, ride.run().tick().time, sim::PaceCommand{15}}});
  const double gap = record::find(ride.frame(), leader)->centre.x - ride.subject().centre.x - 2 * kHalfCar_m;
  EXPECT_NEAR(ride.subject().speed_mps, 15, 0.05);
  EXPECT_NEAR(gap, 2.5 + 1.6 * 15, 0.5);  // the steady style: 1.6 s
}

// ---- at a light

constexpr std::string_view kLights = R"(
  arm west: west.end signal ew
  arm east: east.end signal ew
  arm south: south.end signal ns
  arm north: north.end signal ns
  signals {
    groups ew ns
    programme {
      15 s: ew green, ns red
      4 s: ew yellow, ns red
      2 s: ew red, ns red
      20 s: ew red, ns green
      3 s: ew red, ns yellow
      2 s: ew red, ns red
    }
  })";

TEST(ModelDriver, StopsAtRedBeforeTheLineAndGoesOnAtGreen) {
  const auto roads = sim::crossing_of(kLights);
  const world::Course course = course_along(*roads, "west", {Turn::straight});
  const double line = world::line_of(roads->roads.tracks, course.list()[0]).metres;
  const network::Corridor& corridor = roads->network.corridor(roads->roads.tracks[course.list()[1]].corridor);
  int stopped = 0, on_yellow = 0, on_green = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Ride ride(*roads, course, choice_of("any"), seed, 5 + 7.0 * static_cast<double>(seed));
    double before = ride.front_m(), stood_at = 0;
    for (int k = 0; k < 1000 && before <= line; ++k) {
      const Aspect aspect = ride.frame().signals[corridor.signal_group.index()];
      ride.step();
      const double front = ride.front_m();
      if (ride.subject().speed_mps == 0) stood_at = front;
      if (before <= line && front > line) {
        EXPECT_NE(aspect, Aspect::red) << seed;
        (aspect == Aspect::yellow ? on_yellow : on_green)++;
      }
      before = front;
    }
    EXPECT_GT(before, line) << "seed " << seed << " never went on";
    if (stood_at == 0) continue;
    ++stopped;
    EXPECT_GT(stood_at, line - 3.5) << seed;
    EXPECT_LT(stood_at, line - 0.2) << seed;
  }
  EXPECT_GT(stopped, 10);
  EXPECT_GT(on_yellow, 0);
  EXPECT_GT(on_green, 20);
}

// ---- surprises

struct Surprise {
  double reaction_s = 0;
  double left_m = 0;  // between the subject and the body, when the subject stood
};

// A car stands across the lane from one step to the next, so far ahead.
Surprise surprise(const sim::TestRoads& road, const world::Course& course, std::uint64_t seed,
                  double ahead_m) {
  Ride ride(road, course, choice_of("80%"), seed, 100);
  for (int k = 0; k < 20; ++k) ride.step();
  const double x = ride.front_m() + ahead_m + 0.9;
  ride.run().add_external(world::ObjectKind::car, {{x, -1.8, 0}, 1.5707963, 0}, sim::Parked{});
  Surprise result;
  for (int k = 1; k < 150 && ride.subject().speed_mps > 0; ++k) {
    ride.step();
    if (result.reaction_s == 0 && ride.subject().accel_mps2 < -2) result.reaction_s = 0.1 * k;
  }
  result.left_m = x - 0.9 - ride.front_m();
  return result;
}

TEST(ModelDriver, BrakesForABodyInItsWayAfterALogNormalReactionTime) {
  const auto road = straight_road();
  const world::Course course = course_along(*road, "road", {});
  std::vector<double> logs;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Surprise result = surprise(*road, course, seed, 90);
    ASSERT_GT(result.reaction_s, 0) << seed;
    EXPECT_GT(result.left_m, 0) << seed << " after " << result.reaction_s;
    // A step on average passes until the frame shows the braking, half of one until the driver is due.
    logs.push_back(std::log(result.reaction_s - 0.1));
  }
  std::ranges::sort(logs);
  double mean = 0, square = 0;
  for (const double log : logs) mean += log / 400;
  for (const double log : logs) square += (log - mean) * (log - mean) / 400;
  EXPECT_NEAR(std::exp(logs[200]), 1.35, 0.08);
  EXPECT_NEAR(std::sqrt(square), 0.25, 0.04);
  EXPECT_NEAR(logs[336] - mean, 0.25, 0.06);  // 84 %
  EXPECT_NEAR(logs[64] - mean, -0.25, 0.06);  // 16 %
}

TEST(ModelDriver, DrivesOnWhenTheDangerIsGone) {
  const auto road = straight_road();
  const world::Course course = course_along(*road, "road", {});
  Ride ride(*road, course, choice_of("80%"), 3, 100);
  for (int k = 0; k < 20; ++k) ride.step();
  const world::ObjectId body =
      ride.run()
          .add_external(world::ObjectKind::car, {{ride.front_m() + 90, -1.8, 0}, 1.57, 0}, sim::Parked{})
          .id;
  for (int k = 0; k < 200; ++k) ride.step();
  EXPECT_EQ(ride.subject().speed_mps, 0);
  ride.run().remove(body);
  double jerk = 0, accel = 0;
  for (int k = 0; k < 250; ++k) {
    ride.step();
    jerk = std::max(jerk, std::fabs(ride.subject().accel_mps2 - accel) / 0.1);
    accel = ride.subject().accel_mps2;
  }
  EXPECT_NEAR(ride.subject().speed_mps, 20, 0.5);
  EXPECT_LT(jerk, 3);
}

// ---- turning left across oncoming traffic

constexpr std::string_view kGreen = R"(
  arm west: west.end signal ew
  arm east: east.end signal ew
  arm south: south.end signal ns
  arm north: north.end signal ns
  signals {
    groups ew ns
    programme { 600 s: ew green, ns red;  4 s: ew yellow, ns red;  20 s: ew red, ns green;  4 s: ew red, ns yellow }
  })";

TEST(ModelDriver, TurnsLeftOnlyIntoAGapOfSixSeconds) {
  const auto roads = sim::crossing_of(kGreen);
  const world::Course course = course_along(*roads, "west", {Turn::left});
  const double line = world::line_of(roads->roads.tracks, course.list()[0]).metres;
  int waited = 0, turned = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    sim::SimulationSettings settings{.seed = seed};
    sim::Flow flow;
    flow.lanes = {sim::lane_from(*roads, "east")};
    flow.vehicles_per_hour = 600;
    settings.flows = {flow};
    sim::let_all_turn(*roads, "east", Turn::straight, settings);
    Ride ride(*roads, course, choice_of("calm"), seed, 150, settings, 700);
    bool has_stood = false, is_over = false;
    for (int k = 0; k < 5000 && ride.front_m() < course.length_m() - 100; ++k) {
      if (!is_over && ride.front_m() > line) {
        is_over = true;
        ++turned;
        // Cars from the east drive along y = 1.75 m towards the middle of the crossing.
        for (const record::FrameObject& o : ride.frame().objects) {
          if (o.id == ride.id() || o.heading_x > -0.9 || o.centre.x < -5) continue;
          EXPECT_GT((o.centre.x - kHalfCar_m) / std::max(o.speed_mps, 1.0), 5.6) << seed;
        }
      }
      ride.step();
      has_stood = has_stood || ride.subject().speed_mps == 0;
    }
    waited += has_stood ? 1 : 0;
    EXPECT_TRUE(is_over) << seed;
    EXPECT_EQ(ride.run().tally().contacts, 0U) << seed;
  }
  EXPECT_EQ(turned, 12);
  EXPECT_GT(waited, 2);
}

// ---- it stops

TEST(ModelDriver, StopsForNoReasonBeforeItsFirstCrossing) {
  const auto roads = sim::crossing_of(kGreen);
  const world::Course course = course_along(*roads, "west", {Turn::straight});
  const double line = world::line_of(roads->roads.tracks, course.list()[0]).metres;
  Ride ride(*roads, course, choice_of("stops"), 1, 20);
  for (int k = 0; k < 600; ++k) ride.step();
  const double stood_at = ride.front_m();
  EXPECT_EQ(ride.subject().speed_mps, 0);
  EXPECT_NEAR(stood_at, line - 300, 4);
  for (int k = 0; k < 600; ++k) ride.step();
  EXPECT_EQ(ride.front_m(), stood_at);
  // One that starts nearer brakes in comfort, and stays as well.
  Ride near(*roads, course, choice_of("stops"), 1, 400);
  double hardest = 0;
  for (int k = 0; k < 300; ++k) {
    near.step();
    hardest = std::min(hardest, near.subject().accel_mps2);
  }
  EXPECT_EQ(near.subject().speed_mps, 0);
  EXPECT_GT(hardest, -4);
}

// ---- a profile

TEST(ProfileDriver, DrivesFourteenProfilesExactly) {
  const auto road = straight_road();
  const world::Course course = course_along(*road, "road", {});
  for (int which = 0; which < 14; ++which) {
    base::RandomStream random(static_cast<std::uint64_t>(which), 0, 1);
    std::string text = "time_s,speed_mps\n";
    double speed = random.uniform(5, 25), metres = 0, last = speed;
    for (int k = 0; k <= 20; ++k) {
      text += std::to_string(3 * k) + "," + std::to_string(speed) + "\n";
      speed = std::clamp(speed + random.uniform(-9, 9), which % 2 == 0 ? 0.0 : 3.0, 30.0);
    }
    const auto choice = parse_subject("p.csv", [&](const std::string&) { return std::optional(text); });
    ASSERT_TRUE(choice);
    const SpeedProfile& profile = *std::get<ProfileChoice>(*choice).profile;
    Ride ride(*road, course, *choice, 1, 100);
    // A body in its way changes nothing until they touch; here it stands beside the lane.
    ride.run().add_external(world::ObjectKind::car, {{300, -4.6, 0}, 0, 0}, sim::Parked{});
    const double start = ride.subject().centre.x;
    for (int k = 1; k <= 650; ++k) {
      ride.step();
      const double wanted = profile.speed_at(0.1 * k);
      EXPECT_NEAR(ride.subject().speed_mps, wanted, 1e-9) << which << " " << k;
      metres += 0.05 * (last + wanted);
      last = wanted;
    }
    EXPECT_NEAR(ride.subject().centre.x - start, metres, 0.02) << which;
  }
}

// ---- its state

sim::SimulationSettings traffic_settings(const sim::TestRoads& roads) {
  sim::SimulationSettings settings{.seed = 5};
  for (const char* arm : {"west", "east", "south", "north"}) {
    sim::Flow flow;
    flow.lanes = {sim::lane_from(roads, arm)};
    flow.vehicles_per_hour = 300;
    settings.flows.push_back(flow);
  }
  return settings;
}

std::uint64_t hash_of(const Driver& driver) {
  base::FieldHasher hasher;
  driver.hash(hasher);
  return hasher.value();
}

TEST(ModelDriver, ACopyAndARestoredDriverGoOnWithTheSameBits) {
  const auto roads = sim::crossing_of(kLights);
  const world::Course course = course_along(*roads, "west", {Turn::straight});
  for (const char* word : {"distracted", "brisk", "stops"}) {
    const SubjectChoice choice = choice_of(word);
    Ride ride(*roads, course, choice, 8, 60, traffic_settings(*roads));
    for (int k = 0; k < 150; ++k) ride.step();
    const std::unique_ptr<Driver> copy = ride.driver().copy();
    base::FieldWriter writer;
    ride.driver().save(writer);
    const std::unique_ptr<Driver> restored = make_driver(choice, course, ride.id(), 8);
    base::FieldReader reader(writer.bytes());
    restored->restore(reader);
    ASSERT_FALSE(reader.has_failed());
    EXPECT_EQ(reader.left(), 0U);
    EXPECT_EQ(hash_of(*restored), hash_of(ride.driver()));
    const std::uint64_t before = hash_of(ride.driver());
    for (int k = 0; k < 400; ++k) {
      const double speed = copy->drive(ride.frame(), kStep);
      ASSERT_EQ(restored->drive(ride.frame(), kStep), speed) << word << " " << k;
      ride.step();
      ASSERT_EQ(hash_of(*copy), hash_of(ride.driver())) << word << " " << k;
      ASSERT_EQ(hash_of(*restored), hash_of(ride.driver())) << word << " " << k;
    }
    EXPECT_NE(hash_of(ride.driver()), before);
  }
}

TEST(ModelDriver, RefusesADamagedState) {
  const auto roads = sim::crossing_of(kLights);
  const world::Course course = course_along(*roads, "west", {Turn::straight});
  const SubjectChoice choice = choice_of("calm");
  Ride ride(*roads, course, choice, 8, 60);
  for (int k = 0; k < 50; ++k) ride.step();
  base::FieldWriter writer;
  ride.driver().save(writer);
  for (std::size_t cut = 0; cut < writer.bytes().size(); ++cut) {
    base::FieldReader reader(std::string_view(writer.bytes()).substr(0, cut));
    const std::unique_ptr<Driver> driver = ride.driver().copy();
    driver->restore(reader);
    EXPECT_TRUE(reader.has_failed()) << cut;
    EXPECT_GE(driver->drive(ride.frame(), kStep), 0);
  }
  std::string bytes = writer.bytes();
  for (std::size_t k = 9; k < 17; ++k) bytes[k] = '\xff';  // the metre is NaN
  base::FieldReader reader(bytes);
  const std::unique_ptr<Driver> driver = ride.driver().copy();
  driver->restore(reader);
  EXPECT_TRUE(reader.has_failed());
}

}  // namespace
}  // namespace backlot::subject::model_driver_test
