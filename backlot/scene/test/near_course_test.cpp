#include "backlot/scene/internal/near_course.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/look/frame_snapshot.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::scene::near_course_test {
namespace {

class NearCourse : public testing::Test {
 protected:
  world::TestRoads roads_{R"(
network bends
traffic on the right
speed limit 90 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way road {
  profile street
  begin at (0 m, 0 m) heading 0 deg
  line 80 m
  arc left radius 25 m turn 120 deg
  arc right radius 60 m turn 90 deg
  line 101 m
  start open
  end open
}
)"};
  world::Course course_{roads_.tracks, {roads_.lane("road", "R1")}};
  look::FrameSnapshot recorded_{roads_.roads};
  look::PathNeighbours neighbours_;

  static record::FrameObject body(std::uint32_t number, const geometry::WorldPoint& centre,
                                  double heading_rad, double length_m, double width_m) {
    record::FrameObject o;
    o.id = world::ObjectId(number, 1);
    o.behaviour = record::Behaviour::external_pose;
    o.centre = centre;
    const base::SinCos heading = base::sin_cos(heading_rad);
    o.heading_x = heading.cos;
    o.heading_y = heading.sin;
    o.length_m = static_cast<float>(length_m);
    o.width_m = static_cast<float>(width_m);
    o.height_m = 1.5F;
    return o;
  }
};

// The exact search for a leader finds the same with the parts as without them.
TEST_F(NearCourse, MissesNoBodyThatMeetsTheStrip) {
  const world::Track& track = roads_.track(roads_.lane("road", "R1"));
  const network::Path path(roads_.network, {track.lane, track.is_along}, 0);
  base::RandomStream random(11, 0, 0);
  int found = 0, free = 0, passed_over = 0;
  for (int k = 0; k < 1500; ++k) {
    record::Frame frame;
    const int count = 1 + static_cast<int>(3 * random.uniform());
    for (int n = 0; n < count; ++n) {
      const geometry::WorldPoint at = course_.point_at(course_.length_m() * random.uniform());
      frame.objects.push_back(
          body(static_cast<std::uint32_t>(n),
               {at.x + 14 * (random.uniform() - 0.5), at.y + 14 * (random.uniform() - 0.5), at.z},
               base::kTwoPi * random.uniform(), 2 + 10 * random.uniform(), 0.8 + 1.7 * random.uniform()));
    }
    recorded_.read(frame);
    const look::Snapshot now = recorded_.view();
    look::AlongPath along{
        .from_m = course_.length_m() * random.uniform(), .within_m = 150, .self = world::ObjectId(0, 1)};
    const auto exact = neighbours_.find_leader(now, path, along);
    const std::vector<look::PathPart> parts = parts_with_bodies(
        course_, now, along.from_m, along.from_m + along.within_m, along.width_m, along.self);
    along.only = &parts;
    const auto quick = neighbours_.find_leader(now, path, along);
    ASSERT_EQ(exact.has_value(), quick.has_value()) << k;
    if (exact) {
      ASSERT_EQ(exact->id, quick->id) << k;
      ASSERT_EQ(exact->gap_m, quick->gap_m) << k;
    }
    found += exact ? 1 : 0;
    free += exact ? 0 : 1;
    passed_over += parts.empty() ? 1 : 0;
  }
  EXPECT_GT(found, 200);
  EXPECT_GT(free, 200);
  EXPECT_GT(passed_over, 100);
}

TEST_F(NearCourse, PassesOverTheOncomingLane) {
  const geometry::WorldPoint at = course_.point_at(40);
  record::Frame frame;
  frame.objects = {body(0, at, 0, 4.5, 1.8), body(1, {at.x, at.y + 3.5, at.z}, base::kPi, 9, 2.5)};
  recorded_.read(frame);
  EXPECT_TRUE(parts_with_bodies(course_, recorded_.view(), 20, 120, 1.8, world::ObjectId(0, 1)).empty());
  const auto parts = parts_with_bodies(course_, recorded_.view(), 20, 120, 1.8, {});
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_LT(parts[0].from_m, 37.75);
  EXPECT_GT(parts[0].to_m, 42.25);
}

}  // namespace
}  // namespace backlot::scene::near_course_test
