// The row of loops: what it counts in frames that are made by hand.
#include "backlot/sim/test/judges/cross_section.h"

#include <gtest/gtest.h>

namespace backlot::sim::cross_section_test {
namespace {

// Two lanes that go east, their left edge at y = -6; the line at x = 100.
constexpr CrossSection::Place kPlace{.x = 100, .y = -6, .first_m = 0, .lane_m = 3.75, .lanes = 2};

record::Frame frame_of(int tick, std::initializer_list<std::pair<double, double>> fronts, double speed_mps) {
  record::Frame frame;
  frame.time = base::SimTime() + base::Duration::from_milliseconds(100) * tick;
  for (const auto& [x, y] : fronts) {
    record::FrameObject car;
    car.id = world::ObjectId(static_cast<std::uint32_t>(frame.objects.size()), 0);
    car.length_m = 4;
    car.centre = {x - 2, y, 0};
    car.speed_mps = speed_mps;
    frame.objects.push_back(car);
  }
  return frame;
}

TEST(CrossSection, CountsFrontsByLane) {
  CrossSection line(kPlace);
  line.watch(frame_of(10, {{99, -7.9}, {97, -11.6}, {99, -2}}, 20));
  line.watch(frame_of(11, {{101, -7.9}, {99, -11.6}, {101, -2}}, 20));
  line.watch(frame_of(12, {{103, -7.9}, {101, -11.6}, {103, -2}}, 10));
  ASSERT_EQ(line.passages().size(), 2U) << "the third is on no lane of this carriageway";
  EXPECT_EQ(line.passages()[0].lane, 0U);
  EXPECT_EQ(line.passages()[1].lane, 1U);
  EXPECT_NEAR(line.passages()[0].time_s, 1.05, 1e-6);
  EXPECT_NEAR(line.flow(1, 2).per_hour, 7200, 1e-6);
  EXPECT_NEAR(line.flow(1, 1, 2).per_hour, 3600, 1e-6);
  EXPECT_NEAR(line.flow(1, 2).speed_mps, 2 / (1.0 / 20 + 1.0 / 10), 1e-6) << "the harmonic mean";
  EXPECT_EQ(line.flow(2, 3).per_hour, 0);
}

TEST(CrossSection, CountsNoFrontThatItDidNotSeeBefore) {
  CrossSection line(kPlace);
  line.watch(frame_of(1, {{20, -8}}, 20));
  line.watch(frame_of(2, {{101, -8}}, 20));
  EXPECT_TRUE(line.passages().empty());
}

}  // namespace
}  // namespace backlot::sim::cross_section_test
