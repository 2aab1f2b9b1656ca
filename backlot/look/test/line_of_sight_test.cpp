#include "backlot/look/line_of_sight.h"

#include <gtest/gtest.h>

#include "backlot/look/frame_snapshot.h"
#include "backlot/look/test/frames.h"

namespace backlot::look::line_of_sight_test {
namespace {

using world::BodyBox;
using world::Building;

TEST(LineOfSight, ABodyHidesWhatIsBehindItUpToItsHeight) {
  const BodyBox car{{10, 0, 0}, 1, 0, 2.25, 0.9};
  EXPECT_TRUE(is_hidden_by(car, 1.5, {0, 0, 1.2}, {20, 0, 1.2}));
  EXPECT_FALSE(is_hidden_by(car, 1.0, {0, 0, 1.2}, {20, 0, 1.2})) << "over it";
  EXPECT_TRUE(is_hidden_by(car, 1.0, {0, 0, 1.2}, {20, 0, 0.5})) << "down behind it";
  EXPECT_FALSE(is_hidden_by(car, 1.5, {0, 0, 1.2}, {7.7, 0, 1.2})) << "before it";
  EXPECT_FALSE(is_hidden_by(car, 1.5, {0, 0, 1.2}, {-20, 0, 1.2})) << "the other way";
  EXPECT_TRUE(is_hidden_by(car, 1.5, {0, 0.89, 1.2}, {20, 0.89, 1.2}));
  EXPECT_FALSE(is_hidden_by(car, 1.5, {0, 0.9, 1.2}, {20, 0.9, 1.2})) << "along its side";
  EXPECT_FALSE(is_hidden_by(car, 1.5, {0, 0, -3}, {20, 0, -3})) << "on a lower road";
}

TEST(LineOfSight, AHouseHidesWhatIsBehindOneOfItsWings) {
  // a U that is open to the north
  const Building house{{{0, 0}, {30, 0}, {30, 20}, {20, 20}, {20, 10}, {10, 10}, {10, 20}, {0, 20}}, 0, 5};
  EXPECT_TRUE(is_hidden_by(house, {-10, 15, 1.2}, {40, 15, 1.2}));
  EXPECT_TRUE(is_hidden_by(house, {15, 15, 1.2}, {40, 15, 1.2})) << "out of the yard";
  EXPECT_FALSE(is_hidden_by(house, {15, 15, 1.2}, {15, 40, 1.2})) << "out of its open side";
  EXPECT_FALSE(is_hidden_by(house, {11, 15, 1.2}, {19, 15, 1.2})) << "across the yard";
  EXPECT_FALSE(is_hidden_by(house, {-10, 25, 1.2}, {40, 25, 1.2}));
  EXPECT_FALSE(is_hidden_by(house, {-10, 15, 8}, {40, 15, 8})) << "over the roof";
  EXPECT_TRUE(is_hidden_by(house, {-10, 15, 8}, {40, 15, 0})) << "down through the far wing";
  EXPECT_TRUE(is_hidden_by(house, {5, 5, 1.2}, {6, 5, 1.2})) << "within its walls";
}

// A star of five points whose sides cross: its middle lies between two pairs of them.
TEST(LineOfSight, ABuildingWhoseSidesCrossHasADefinedInside) {
  const Building star{{{0, 10}, {5.9, -8.1}, {-9.5, 3.1}, {9.5, 3.1}, {-5.9, -8.1}}, 0, 5};
  EXPECT_TRUE(is_hidden_by(star, {-20, 8, 1}, {20, 8, 1})) << "through a point";
  EXPECT_FALSE(is_hidden_by(star, {-1, 0, 1}, {1, 0, 1})) << "in its middle";
}

// A car that crosses the line of sight at 20 m/s has uncovered what is behind it a fifth of a second later, and covers what it comes to.
TEST(LineOfSight, BodiesHideLaterWhatTheyComeTo) {
  const world::TestRoads roads(R"(
network road
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way a { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 300 m;  start open;  end open }
)");
  record::Frame frame;
  frame.objects = {external_at({50, 0, 0}, 0, 1, 20, 0)};
  FrameSnapshot recorded(roads.roads);
  ASSERT_EQ(recorded.read(frame), 0U) << "left out";
  const auto sees = [&](double later_s, double y) {
    const SeenBody body{{{100, y, 0}, 1, 0, 2.25, 0.9}, 1.5};
    LineOfSight sight;
    return sight.would_be_visible(recorded.view(), {.ground = {0, 0, 0}, .later_s = later_s}, body);
  };
  EXPECT_FALSE(sees(0, 0));
  EXPECT_TRUE(sees(0.2, 0)) << "it has gone on by 4 m";
  EXPECT_TRUE(sees(0, 8));
  EXPECT_FALSE(sees(0.2, 8)) << "it has come to the line of sight";
}

}  // namespace
}  // namespace backlot::look::line_of_sight_test
