// The judge of halts: what it counts in frames that are made by hand.
#include "backlot/sim/test/halts.h"

#include <gtest/gtest.h>

namespace backlot::sim::halts_test {
namespace {

// A car that drives north to a line across x = 0 to 3.5 at y = -15.
constexpr LineAcross kLine{.x = 1.75, .y = -15, .heading_x = 0, .heading_y = 1};

record::Frame frame_of(int tick, double front_y, double speed_mps, double x = 1.75) {
  record::Frame frame;
  frame.tick = static_cast<std::uint64_t>(tick);
  frame.time = base::SimTime() + base::Duration::from_milliseconds(100) * tick;
  record::FrameObject car;
  car.id = world::ObjectId(3, 7);
  car.length_m = 4.4F;
  car.centre = {x, front_y - 2.2, 0};
  car.heading_x = 0;
  car.heading_y = 1;
  car.speed_mps = speed_mps;
  frame.objects.push_back(car);
  return frame;
}

// Comes to the line, is slowest at a place before it, and drives over it.
Halts watch_one(double slowest_mps, double at_y, double x = 1.75) {
  Halts halts(kLine);
  halts.watch(frame_of(1, -30, 5, x));
  halts.watch(frame_of(2, at_y, slowest_mps, x));
  halts.watch(frame_of(3, -15.5, 2, x));
  halts.watch(frame_of(4, -14.5, 2, x));
  halts.watch(frame_of(5, -10, 3, x));
  return halts;
}

TEST(Halts, CountABodyThatStandsBeforeTheLine) {
  const Halts halts = watch_one(0.05, -16);
  ASSERT_EQ(halts.crossings().size(), 1U);
  EXPECT_EQ(halts.rolled(), 0U);
  EXPECT_NEAR(halts.crossings()[0].time_s, 0.35, 1e-6) << "half of the way between two frames";
  EXPECT_EQ(halts.count(0.3, 0.4), 1U);
  EXPECT_EQ(halts.count(0.4, 1), 0U);
}

TEST(Halts, ConvictABodyThatRolls) {
  EXPECT_EQ(watch_one(0.12, -16).rolled(), 1U) << "slow is not enough";
  EXPECT_EQ(watch_one(0, -20).rolled(), 1U) << "a halt too far before the line is none";
}

TEST(Halts, LeaveOutBodiesOfOtherLanes) { EXPECT_TRUE(watch_one(2, -16, -1.75).crossings().empty()); }

}  // namespace
}  // namespace backlot::sim::halts_test
