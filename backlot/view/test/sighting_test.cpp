#include "backlot/view/sighting.h"

#include <vector>

#include <gtest/gtest.h>

#include "backlot/view/test/view_stage.h"

namespace backlot::view::sighting_test {
namespace {

using record::Frame;
using test::car_at;
using test::frame_with;
using test::kLaneY_m;
using test::kSubject;
using test::ViewStage;

world::ObjectId id_of(std::uint32_t k) { return {k, k + 1}; }

std::vector<Sight> sights(const ViewStage& stage, const Frame& frame, const Sensing& sensing) {
  sut::View view;
  EXPECT_TRUE(stage.maker(sensing).make(frame, kSubject, view));
  SightingMaker maker(stage.roads.roads);
  std::vector<Sight> found;
  for (const Sighting& one : maker.make(frame, kSubject, sensing, view)) found.push_back(one.sight);
  EXPECT_EQ(found.size(), frame.objects.size() - 1);
  return found;
}

// The first car is ahead, the second one behind the house, the third behind the subject, the fourth behind the first, the last one far away.
Frame five_cars() {
  return frame_with(-100, {car_at(id_of(1), -80, kLaneY_m), car_at(id_of(2), -60, -45, 0.5),
                           car_at(id_of(3), -120, kLaneY_m), car_at(id_of(4), -70, kLaneY_m),
                           car_at(id_of(5), 150, kLaneY_m)});
}

TEST(Sighting, SaysWhyAnObjectIsNotSeen) {
  const ViewStage stage;
  Sensor front{.name = "front"};
  front.field_rad = 2.4;
  front.range_m = 100;
  using enum Sight;
  EXPECT_EQ(sights(stage, five_cars(), {.sensors = {front}}),
            (std::vector{seen, hidden, outside, hidden, outside}));
  Sensor radar = front;
  radar.sees_through = true;
  EXPECT_EQ(sights(stage, five_cars(), {.sensors = {radar}}),
            (std::vector{seen, seen, outside, seen, outside}));
  Sensor deaf = front;
  deaf.dropout = 1;
  EXPECT_EQ(sights(stage, five_cars(), {.sensors = {deaf}}),
            (std::vector{lost, hidden, outside, hidden, outside}));
  Sensor late = front;
  late.latency = base::Duration::from_milliseconds(200);
  EXPECT_EQ(sights(stage, five_cars(), {.sensors = {late}}),
            (std::vector{lost, hidden, outside, hidden, outside}));
  // one sensor that could see it is enough
  EXPECT_EQ(sights(stage, five_cars(), {.sensors = {deaf, radar}}),
            (std::vector{seen, seen, outside, seen, outside}));
}

TEST(Sighting, TheTruthIsCutOffByItsRangeAlone) {
  const ViewStage stage;
  using enum Sight;
  EXPECT_EQ(sights(stage, five_cars(), {.truth_range_m = 200}),
            (std::vector{seen, seen, seen, seen, outside}));
}

TEST(Sighting, IsNoneWithoutTheSubject) {
  const ViewStage stage;
  Frame frame = five_cars();
  frame.objects.erase(frame.objects.begin());
  SightingMaker maker(stage.roads.roads);
  EXPECT_TRUE(maker.make(frame, kSubject, {}, {}).empty());
}

// A maker that begins in the middle of a run draws the errors of the cycle at which it begins.
TEST(ViewMaker, BeginsInTheMiddleOfARun) {
  const ViewStage stage;
  Sensor noisy{.name = "noisy"};
  noisy.place_sigma_m = 0.5;
  noisy.dropout = 0.2;
  noisy.latency = base::Duration::from_milliseconds(100);
  const Sensing sensing{.sensors = {noisy}};
  ViewMaker whole(stage.roads.roads, stage.course, stage.road, sensing, 3, test::kCycle);
  ViewMaker late(stage.roads.roads, stage.course, stage.road, sensing, 3, test::kCycle, 20);
  sut::View a, b;
  for (int cycle = 0; cycle < 40; ++cycle) {
    const Frame frame = frame_with(-100 + 0.5 * cycle, {car_at(id_of(1), -80 + 0.4 * cycle, kLaneY_m),
                                                        car_at(id_of(2), -120, kLaneY_m)});
    ASSERT_TRUE(whole.make(frame, kSubject, a));
    if (cycle < 20) continue;
    ASSERT_TRUE(late.make(frame, kSubject, b));
    EXPECT_EQ(a.cycle, b.cycle);
    if (cycle >= 22) {  // its first reports have arrived
      EXPECT_EQ(a.objects, b.objects);
    }
  }
}

}  // namespace
}  // namespace backlot::view::sighting_test
