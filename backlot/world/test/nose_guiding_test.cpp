#include "backlot/world/nose_guiding.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::world::nose_guiding_test {
namespace {

// Streets that meet at right angles; right turns have a radius of 12 m to 14 m.
constexpr const char* kCrossing = R"(
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way west { profile street;  begin at (-100 m, 0 m) heading 0 deg;  line 85 m;  start open }
way east { profile street;  begin at (100 m, 0 m) heading 180 deg;  line 85 m;  start open }
way south { profile street;  begin at (0 m, -100 m) heading 90 deg;  line 85 m;  start open }
way north { profile street;  begin at (0 m, 100 m) heading 270 deg;  line 85 m;  start open }
intersection x { arm west: west.end; arm east: east.end; arm south: south.end; arm north: north.end }
)";

struct Turn {
  double over_middle = -10;  // how far the body came over the middle of the street that it turned into
  double moved = 0;          // by which a change of the guide moved the body
  int changes = 0;
};

// Comes from the west and turns into another arm. The street of that arm runs away from the crossing along `out`.
Turn turn_into(const BodyShape& body, bool chooses, const char* corridor, double out_x, double out_y) {
  const TestRoads roads(kCrossing);
  const LongShape shape(body);
  Mover m;
  put_on_track(roads.tracks, roads.lane("west", "R1"), 40, 0, m);
  m.trail.extend(roads.corridor(corridor));
  m.trail.extend(roads.tracks.onward(roads.track(roads.corridor(corridor))).front());
  m.speed_mps = 4;
  Turn turn;
  for (int k = 0; k < 300; ++k) {
    if (chooses) {
      const BodyBox before = box_of(m.is_nose_guided ? shape.nose_guided : shape.usual, m);
      if (choose_guide(roads.tracks, shape, m) != 0) ++turn.changes;
      const BodyBox after = box_of(m.is_nose_guided ? shape.nose_guided : shape.usual, m);
      turn.moved = std::max({turn.moved, std::fabs(after.centre.x - before.centre.x),
                             std::fabs(after.centre.y - before.centre.y)});
    }
    const BodyShape& now = m.is_nose_guided ? shape.nose_guided : shape.usual;
    move(roads.tracks, now, 0, 0.1, m);
    const BodyBox box = box_of(now, m);
    for (const double a : {-1.0, 1.0}) {
      for (const double b : {-1.0, 1.0}) {
        const double x =
            box.centre.x + a * box.half_length * box.heading_x - b * box.half_width * box.heading_y;
        const double y =
            box.centre.y + a * box.half_length * box.heading_y + b * box.half_width * box.heading_x;
        // behind the line, left of the middle
        if (x * out_x + y * out_y > 15) turn.over_middle = std::max(turn.over_middle, out_x * y - out_y * x);
      }
    }
  }
  return turn;
}

TEST(NoseGuiding, KeepsTheNoseInItsLane) {
  for (const ObjectKind kind : {ObjectKind::truck, ObjectKind::bus}) {
    const Turn usual = turn_into(usual_shape(kind), false, "x.west_to_south", 0, -1);
    const Turn guided = turn_into(usual_shape(kind), true, "x.west_to_south", 0, -1);
    EXPECT_GT(usual.over_middle, 0.8) << "who waits there would be touched";
    EXPECT_LT(guided.over_middle, -0.2);
    EXPECT_EQ(guided.changes, 2) << "there and back";
    EXPECT_LT(guided.moved, 1e-6);
  }
}

TEST(NoseGuiding, IsNotForTurnsAwayFromTheKerb) {
  for (const ObjectKind kind : {ObjectKind::truck, ObjectKind::bus}) {
    const Turn turn = turn_into(usual_shape(kind), true, "x.west_to_north", 0, 1);
    EXPECT_EQ(turn.changes, 0);
    EXPECT_LT(turn.over_middle, 0);
  }
}

TEST(NoseGuiding, TheFootprintHoldsWhatIsOnTheStrip) {
  const TestRoads roads(kCrossing);
  const LongShape shape(usual_shape(ObjectKind::bus));
  Mover m;
  const TrackId corridor = roads.corridor("x.west_to_south");
  put_on_track(roads.tracks, roads.lane("west", "R1"), 60, 0, m);
  m.trail.extend(corridor);
  m.trail.extend(roads.tracks.onward(roads.track(corridor)).front());
  m.speed_mps = 5;
  for (int k = 0; k < 200; ++k) {
    choose_guide(roads.tracks, shape, m);
    const BodyShape& now = m.is_nose_guided ? shape.nose_guided : shape.usual;
    move(roads.tracks, now, 0, 0.1, m);
    const BodyBox box = box_of(now, m);
    // the street to the south begins 15 m from the middle: its offsets are those of x, its distance runs to the crossing
    const Track& south = roads.track(m.trail.last());
    const Footprint foot = footprint_of_long(roads.tracks, south, now, m, south.strip_length);
    for (int i = -20; i <= 20; ++i) {
      for (const double side : {-1.0, 1.0}) {
        const double along = 0.05 * i * box.half_length, across = side * box.half_width;
        const double x = box.centre.x + along * box.heading_x - across * box.heading_y;
        const double y = box.centre.y + along * box.heading_y + across * box.heading_x;
        EXPECT_GE(y + 100, foot.from - 1e-6);
        EXPECT_LE(y + 100, foot.to + 1e-6);
        if (y > -15) continue;
        EXPECT_GE(-x, static_cast<double>(foot.right) - 1e-5);
        EXPECT_LE(-x, static_cast<double>(foot.left) + 1e-5);
      }
    }
  }
}

}  // namespace
}  // namespace backlot::world::nose_guiding_test
