#include "backlot/look/gap.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/look/frame_snapshot.h"
#include "backlot/look/test/frames.h"

namespace backlot::look::gap_test {
namespace {

constexpr const char* kCrossing = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way west { profile street;  begin at (-215 m, 0 m) heading 0 deg;  line 200 m;  start open }
way east { profile street;  begin at (215 m, 0 m) heading 180 deg;  line 200 m;  start open }
way south { profile street;  begin at (0 m, -215 m) heading 90 deg;  line 200 m;  start open }
intersection x { arm west: west.end priority road;  arm east: east.end priority road;  arm south: south.end yield }
)";

class GapsHere : public testing::Test {
 protected:
  GapsHere() : roads_(kCrossing), recorded_(roads_.roads) {}

  // A car on the lane from the west, its middle so far before the end of the lane, that goes on by a corridor.
  record::FrameObject car(double before_m, double speed_mps, std::uint32_t number,
                          const char* corridor) const {
    record::FrameObject o = extra_on(roads_, roads_.lane("west", "R1"), 200 - before_m, speed_mps, number);
    o.corridor = roads_.network.find_corridor(corridor);
    return o;
  }
  std::span<const StreamBody> stream(std::vector<record::FrameObject> objects, const world::Mark& mark,
                                     double within_m = 150) {
    record::Frame frame;
    frame.objects = std::move(objects);
    EXPECT_EQ(recorded_.read(frame), 0U);
    return gaps_.find(recorded_.view(), mark, within_m);
  }
  world::Mark start_of(const char* corridor) const { return {roads_.corridor(corridor), 0}; }

  world::TestRoads roads_;
  FrameSnapshot recorded_;
  Gaps gaps_;
};

TEST_F(GapsHere, AreMeasuredInMetresAndSecondsAtTheMark) {
  const auto found = stream(
      {car(20, 10, 1, "x.west_to_east"), car(60, 10, 2, "x.west_to_east"), car(80, 20, 3, "x.west_to_east")},
      start_of("x.west_to_east"));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].number, 1U);
  EXPECT_NEAR(found[0].way_m, 17.75, 1e-6);
  EXPECT_NEAR(found[0].gap_m, 17.75, 1e-6) << "to the mark";
  EXPECT_NEAR(found[0].gap_s, 1.775, 1e-6);
  EXPECT_NEAR(found[1].gap_m, 40 - 4.5, 1e-6) << "from front to rear";
  EXPECT_NEAR(found[1].gap_s, 4, 1e-6) << "from front to front";
  EXPECT_EQ(found[2].gap_s, 0) << "the faster one behind would be there first";
  EXPECT_NEAR(found[2].arrives_s, 77.75 / 20, 1e-6);
}

TEST_F(GapsHere, CountVehiclesOfTheirCorridorOnly) {
  const std::vector<record::FrameObject> objects{car(20, 10, 1, "x.west_to_south"),
                                                 car(60, 10, 2, "x.west_to_east")};
  const auto through = stream(objects, start_of("x.west_to_east"));
  ASSERT_EQ(through.size(), 1U);
  EXPECT_EQ(through[0].number, 2U);
  EXPECT_NEAR(through[0].gap_m, 57.75, 1e-6);
  // an external body may go on by any corridor, and so may an extra whose next corridor is not known
  record::FrameObject unknown = car(40, 10, 3, "x.west_to_east");
  unknown.corridor = {};
  const auto both = stream({external_at({-35, -1.75, 0}, 1, 0, 10, 1), unknown}, start_of("x.west_to_south"));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].number, 1U);
  EXPECT_EQ(both[1].number, 3U);
}

TEST_F(GapsHere, ABodyOverTheMarkClosesTheGap) {
  // across the lane, a metre behind the mark with its middle: 0.9 m wide and 4.5 m long
  const auto found = stream({external_at({-15.5, -1.75, 0}, 0, 1, 0, 9), car(20, 10, 1, "x.west_to_east")},
                            start_of("x.west_to_east"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].number, 9U);
  EXPECT_TRUE(found[0].is_over);
  EXPECT_EQ(found[0].gap_s, 0);
  EXPECT_FALSE(found[1].is_over);
  EXPECT_NEAR(found[1].gap_m, 17.75 - 1.4, 1e-6) << "the body over the mark reaches 1.4 m before it";
  EXPECT_NEAR(found[1].gap_s, 1.775, 1e-6);
}

TEST_F(GapsHere, AStandingVehicleNeverArrives) {
  const auto found =
      stream({car(5, 0, 1, "x.west_to_east"), car(30, 10, 2, "x.west_to_east")}, start_of("x.west_to_east"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(std::isinf(found[0].arrives_s));
  EXPECT_TRUE(std::isinf(found[0].gap_s));
  EXPECT_NEAR(found[1].gap_m, 25 - 4.5, 1e-6);
  EXPECT_NEAR(found[1].gap_s, 2.775, 1e-6);
}

TEST_F(GapsHere, OfAWrongQuestionAreNone) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const std::vector<record::FrameObject> objects{car(20, 10, 1, "x.west_to_east")};
  EXPECT_TRUE(stream(objects, {}).empty());
  EXPECT_TRUE(stream(objects, {roads_.lane("west", "R1"), kNaN}).empty());
  EXPECT_TRUE(stream(objects, {roads_.lane("west", "R1"), 1e9}).empty());
  EXPECT_TRUE(stream(objects, start_of("x.west_to_east"), kNaN).empty());
  EXPECT_TRUE(stream(objects, start_of("x.west_to_east"), -1).empty());
  EXPECT_EQ(stream(objects, world::line_before(roads_.tracks, roads_.network.find_corridor("x.west_to_east")))
                .size(),
            1U);
}

}  // namespace
}  // namespace backlot::look::gap_test
