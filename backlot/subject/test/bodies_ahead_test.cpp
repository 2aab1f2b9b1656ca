#include "backlot/subject/bodies_ahead.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/subject/test/ride.h"

namespace backlot::subject::bodies_ahead_test {
namespace {

using record::FrameObject;

constexpr double kHalf_m = 0.9 + 0.2;  // of the strip: half a car and some air

FrameObject car_at(std::uint32_t slot, double x, double y, double heading_deg, double speed_mps) {
  FrameObject o;
  o.id = world::ObjectId(slot, 1);
  o.centre = {x, y, 0};
  const base::SinCos heading = base::sin_cos(heading_deg * base::kPi / 180);
  o.heading_x = heading.cos;
  o.heading_y = heading.sin;
  o.length_m = 4.5F;
  o.width_m = 1.8F;
  o.height_m = 1.5F;
  o.speed_mps = speed_mps;
  return o;
}

// The bodies ahead of a subject at 1000 m of the straight road, on its lane at y = -1.8 m.
struct Straight {
  std::unique_ptr<sim::TestRoads> road = straight_road();
  world::Course course = course_along(*road, "road", {});
  record::Frame frame;
  BodiesAhead ahead;

  std::span<const BodyAhead> look(const FrameObject& o) {
    frame.objects = {car_at(0, 1000, -1.8, 0, 20), o};
    ahead.look(course, frame, frame.objects[0], 1000);
    return ahead.bodies();
  }
};

TEST(BodiesAhead, FindsALeaderAndNotTheOncomingLane) {
  Straight s;
  const auto leader = s.look(car_at(1, 1050, -1.5, 0, 15));
  ASSERT_EQ(leader.size(), 1U);
  EXPECT_TRUE(leader[0].is_leader);
  EXPECT_NEAR(leader[0].from_m, 1047.75, 1e-9);
  EXPECT_NEAR(leader[0].to_m, 1052.25, 1e-9);
  EXPECT_NEAR(leader[0].along_mps, 15, 1e-12);
  EXPECT_TRUE(s.look(car_at(1, 1050, 1.8, 180, 20)).empty());
  EXPECT_TRUE(s.look(car_at(1, 1300, -1.8, 0, 20)).empty());  // too far
}

TEST(BodiesAhead, FindsABodyThatCrossesOnlyWhenItIsAboutToEnter) {
  Straight s;
  // It heads south at 10 m/s, with its front 12 m before the strip: 1.2 s.
  const auto soon = s.look(car_at(1, 1060, -1.8 + kHalf_m + 2.25 + 12, -90, 10));
  ASSERT_EQ(soon.size(), 1U);
  EXPECT_FALSE(soon[0].is_leader);
  EXPECT_NEAR(soon[0].enters_s, 1.2, 1e-7);
  EXPECT_NEAR(soon[0].leaves_s, (12 + 4.5 + 2 * kHalf_m) / 10, 1e-7);
  EXPECT_NEAR(soon[0].from_m, 1059.1, 1e-6);
  EXPECT_TRUE(s.look(car_at(1, 1060, -1.8 + kHalf_m + 2.25 + 16, -90, 10)).empty());  // not yet
  EXPECT_TRUE(s.look(car_at(1, 1060, -1.8 + kHalf_m + 2.25 + 12, 90, 10)).empty());   // away from it
  FrameObject brakes = car_at(1, 1060, -1.8 + kHalf_m + 2.25 + 12, -90, 10);
  brakes.accel_mps2 = -5;  // it stands after 10 m
  EXPECT_TRUE(s.look(brakes).empty());
  brakes.accel_mps2 = -4;  // it stands after 12.5 m
  EXPECT_EQ(s.look(brakes).size(), 1U);
  // within the strip
  const auto across = s.look(car_at(1, 1060, -1.8, 90, 5));
  ASSERT_EQ(across.size(), 1U);
  EXPECT_NEAR(across[0].leaves_s, (kHalf_m + 2.25) / 5, 1e-7);
}

// Every point of a fine grid over the body is looked at: those in the strip have metres between from_m and to_m, and reach nearly as far.
TEST(BodiesAhead, CoversWhatAScanOfTheBodyCovers) {
  const auto roads = sim::crossing_of(
      "arm west: west.end priority road\narm east: east.end priority road\narm south: south.end yield\narm "
      "north: "
      "north.end yield");
  for (const network::Turn turn : {network::Turn::straight, network::Turn::left}) {
    const world::Course course = course_along(*roads, "west", {turn});
    base::RandomStream random(11, 0, 1);
    BodiesAhead ahead;
    record::Frame frame;
    int found = 0;
    for (int k = 0; k < 400; ++k) {
      const double metre = 520, place = random.uniform(560, 680);
      const geometry::WorldPoint self = course.point_at(metre), near = course.point_at(place);
      frame.objects = {car_at(0, self.x, self.y, 0, 10),
                       car_at(1, near.x + random.uniform(-4, 4), near.y + random.uniform(-4, 4),
                              random.uniform(0, 360), 0)};
      const FrameObject& o = frame.objects[1];
      ahead.look(course, frame, frame.objects[0], metre);
      double from = std::numeric_limits<double>::infinity(), to = -from;
      for (int i = -20; i <= 20; ++i) {
        for (int j = -10; j <= 10; ++j) {
          const double along = 2.25 * i / 20, across = 0.9 * j / 10;
          const geometry::WorldPoint p{o.centre.x + along * o.heading_x - across * o.heading_y,
                                       o.centre.y + along * o.heading_y + across * o.heading_x, 0};
          const auto nearest = course.nearest(p);
          if (nearest.away_m > kHalf_m) continue;
          from = std::min(from, nearest.metre);
          to = std::max(to, nearest.metre);
        }
      }
      if (to < from) {
        // A corner may graze the strip between the points of the grid.
        for (const BodyAhead& body : ahead.bodies()) EXPECT_LT(body.to_m - body.from_m, 1) << k;
        continue;
      }
      ++found;
      ASSERT_EQ(ahead.bodies().size(), 1U) << k;
      // Beside a bend the sides of a body are not straight in metres of the course.
      const double tolerance = turn == network::Turn::straight ? 0.15 : 1.5;
      EXPECT_NEAR(ahead.bodies()[0].from_m, from, tolerance) << k;
      EXPECT_NEAR(ahead.bodies()[0].to_m, to, tolerance) << k;
    }
    EXPECT_GT(found, 150);
  }
}

}  // namespace
}  // namespace backlot::subject::bodies_ahead_test
