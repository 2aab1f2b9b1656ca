#include "backlot/world/sweep.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/world/nose_guiding.h"
#include "backlot/world/standing.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::sweep_test {
namespace {

constexpr const char* kBend = R"(
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way bend {
  profile street
  begin at (0 m, 0 m) heading 20 deg
  line 40 m
  arc right radius 20 m turn 90 deg
  line 40 m
  start open
  end open
}
)";

TEST(Sweep, IsWhatTheBodyTakes) {
  const TestRoads roads(kBend);
  const BodyShape shape = usual_shape(ObjectKind::bus);
  Mover m;
  put_on_track(roads.tracks, roads.lane("bend", "R1"), 35, 0, m);
  m.speed_mps = 10;
  const Sweep sweep(roads.tracks, shape, m, 20);
  ASSERT_EQ(sweep.boxes().size(), 21U);
  for (const BodyBox& box : sweep.boxes()) {
    const BodyBox there = box_of(shape, m);
    EXPECT_NEAR(box.centre.x, there.centre.x, 1e-9);
    EXPECT_NEAR(box.centre.y, there.centre.y, 1e-9);
    EXPECT_NEAR(box.heading_x, there.heading_x, 1e-9);
    move(roads.tracks, shape, 0, 0.1, m);
  }
  // on the path, and beside it
  BodyBox other = box_of(usual_shape(ObjectKind::car), m);
  EXPECT_TRUE(sweep.comes_near(other, 0.05));
  other.centre = other.centre + 8 * geometry::Vec3{-other.heading_y, other.heading_x, 0};
  EXPECT_FALSE(sweep.comes_near(other, 0.05));
}

TEST(Sweep, TellsHowFarItIsToAnother) {
  const TestRoads roads(kBend);
  const BodyShape shape = usual_shape(ObjectKind::car);
  Mover m;
  put_on_track(roads.tracks, roads.lane("bend", "R1"), 10, 0, m);
  m.speed_mps = 3;
  const Sweep sweep(roads.tracks, shape, m, 20);
  const BodyBox own = box_of(shape, m);
  for (const double gap : {0.2, 1.4, 3.7, 7.1}) {
    BodyBox other = own;
    const double way = 2 * own.half_length + gap;
    other.centre = own.centre + way * geometry::Vec3{own.heading_x, own.heading_y, 0};
    EXPECT_GT(sweep.way_to(other, 0.05), gap - 0.05 - Sweep::kStep_m) << gap;
    EXPECT_LE(sweep.way_to(other, 0.05), gap - 0.05) << gap;
    other.centre = other.centre + 3 * geometry::Vec3{-own.heading_y, own.heading_x, 0};
    EXPECT_EQ(sweep.way_to(other, 0.05), std::numeric_limits<double>::infinity());
  }
  EXPECT_EQ(sweep.way_to(own, 0), 0);
}

TEST(Sweep, FindsTheBodyOfAnEntry) {
  const TestRoads roads(kBend);
  for (const char* lane : {"R1", "L1"}) {
    for (const ObjectKind kind : {ObjectKind::car, ObjectKind::truck, ObjectKind::bus}) {
      const BodyShape shape = usual_shape(kind);
      Mover m;
      m.kind = kind;
      m.shape_class = width_class(static_cast<double>(shape.half_width_m()));
      put_on_track(roads.tracks, roads.lane("bend", lane), 20, 0.1, m);
      m.speed_mps = 5;
      for (int k = 0; k < 120; ++k) {
        move(roads.tracks, shape, 0, 0.1, m);
        EntryBatch batch;
        add_entries(roads.roads, shape, m, stance_of(roads.tracks, shape, m), {}, batch);
        const BodyBox found = box_of(roads.tracks, roads.track(m.trail.current()), batch[0]);
        const BodyBox box = box_of(shape, m);
        const double good_to = shape.is_long() ? 0.01 : 0.06;  // the boxes of short bodies are by their guide
        EXPECT_NEAR(found.centre.x, box.centre.x, good_to);
        EXPECT_NEAR(found.centre.y, box.centre.y, good_to);
        EXPECT_NEAR(std::fabs(found.heading_x * box.heading_x + found.heading_y * box.heading_y), 1, 1e-3);
        EXPECT_NEAR(found.half_length, box.half_length, 0.051);
        EXPECT_NEAR(found.half_width, box.half_width, 1e-6);
      }
    }
  }
}

}  // namespace
}  // namespace backlot::world::sweep_test
