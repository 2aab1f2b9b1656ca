// What can be seen of a scene from outside: nothing comes or goes in sight of the subject, no two extras overlap, no light does what its programme
// does not know. The three watches are tried on made-up frames first.
#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/light_watch.h"
#include "backlot/harness/test/outside_watch.h"
#include "backlot/harness/test/plain_boxes.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::outside_test {
namespace {

using network::Aspect;
using record::FrameObject;

constexpr double kStep_s = 0.05;

// ---- the controls

const world::ObjectId kSubjectId(0, 1);

FrameObject car(std::uint32_t number, double x, double y) {
  FrameObject object;
  object.id = world::ObjectId(number, number + 1);
  object.centre = {x, y, 0};
  object.length_m = 4.5F, object.width_m = 1.8F, object.height_m = 1.5F;
  return object;
}

record::Frame frame_of(std::uint64_t tick, std::vector<FrameObject> objects) {
  record::Frame frame;
  frame.tick = tick;
  frame.time = base::SimTime() + base::Duration::from_seconds(kStep_s * static_cast<double>(tick));
  frame.objects = std::move(objects);
  return frame;
}

// Whether a car that is there in the second of two frames, or only in the first, is found.
std::size_t found_changes(const FrameObject& other, std::vector<FrameObject> always,
                          const std::vector<world::Building>& buildings = {}) {
  always.insert(always.begin(), car(0, 0, 0));
  std::vector<FrameObject> with = always;
  with.push_back(other);
  OutsideWatch appears(buildings, kSubjectId), vanishes(buildings, kSubjectId);
  appears.watch(frame_of(1, always));
  appears.watch(frame_of(2, with));
  vanishes.watch(frame_of(1, with));
  vanishes.watch(frame_of(2, always));
  EXPECT_EQ(appears.changes(), 1U);
  EXPECT_EQ(appears.changes_in_sight().size(), vanishes.changes_in_sight().size());
  return appears.changes_in_sight().size();
}

TEST(OutsideWatch, FindsACarThatAppearsInSight) {
  EXPECT_EQ(found_changes(car(9, 150, 0), {}), 1U);
  EXPECT_EQ(found_changes(car(9, 250, 0), {}), 0U);  // further than 200 m, and the subject stands
  const std::vector<world::Building> wall{{{{20, -10}, {22, -10}, {22, 10}, {20, 10}}, 0, 6}};
  EXPECT_EQ(found_changes(car(9, 150, 0), {}, wall), 0U);
  EXPECT_EQ(found_changes(car(9, 90, 0), {}, wall), 1U);  // so near it does not matter
  const std::vector<world::Building> kerb{{{{20, -10}, {22, -10}, {22, 10}, {20, 10}}, 0, 0.5}};
  EXPECT_EQ(found_changes(car(9, 150, 0), {}, kerb), 1U);
  FrameObject truck = car(1, 20, 0);
  truck.width_m = 2.5F, truck.height_m = 3.5F;
  EXPECT_EQ(found_changes(car(9, 150, 0), {truck}), 0U);
  EXPECT_EQ(found_changes(car(9, 150, 40), {truck}), 1U);
}

TEST(OutsideWatch, SeesFurtherWhereTheSubjectIsFast) {
  FrameObject subject = car(0, 0, 0);
  subject.speed_mps = 25;
  OutsideWatch watch({}, kSubjectId);
  watch.watch(frame_of(1, {subject}));
  watch.watch(frame_of(2, {subject, car(8, 290, 0), car(9, 310, 0)}));
  EXPECT_EQ(watch.changes_in_sight().size(), 1U);
}

TEST(OutsideWatch, FindsOverlapsUntilTheSubjectIsTouched) {
  FrameObject across = car(2, 103, 0);
  across.heading_x = 0, across.heading_y = 1;
  OutsideWatch watch({}, kSubjectId);
  watch.watch(frame_of(4, {car(0, 0, 0), car(1, 100, 0), car(2, 100, 2)}));
  EXPECT_TRUE(watch.overlaps().empty());
  watch.watch(frame_of(8, {car(0, 0, 0), car(1, 100, 0), across}));
  EXPECT_EQ(watch.overlaps().size(), 1U);
  watch.watch(frame_of(12, {car(0, 0, 0), car(1, 4, 0), car(2, 5, 0)}));
  EXPECT_EQ(watch.overlaps().size(), 1U);
}

// The lights of the study road, by the clock of the first crossing, at other speeds: seconds of each interval.
std::vector<std::string> light_faults(const std::vector<std::pair<std::size_t, double>>& states) {
  const network::Network& net = study_road().tracks.network();
  LightWatch watch(net, kStep_s);
  const network::SignalProgramme& programme = net.programmes()[0];
  std::uint64_t tick = 0;
  for (const auto& [interval, lasts_s] : states)
    for (int k = 0; k < static_cast<int>(lasts_s / kStep_s + 0.5); ++k) {
      record::Frame frame = frame_of(++tick, {});
      for (std::size_t n = 0; n < net.programmes().size(); ++n)
        frame.signals.insert(frame.signals.end(), programme.intervals[interval].aspects.begin(),
                             programme.intervals[interval].aspects.end());
      watch.watch(frame);
    }
  return watch.faults();
}

TEST(LightWatch, FindsWhatAProgrammeDoesNotKnow) {
  // green 45 s, yellow 5 s, all red 2 s, then the other road
  EXPECT_TRUE(light_faults({{0, 20}, {1, 5}, {2, 2}, {3, 11}, {4, 4}, {5, 2}, {0, 90}, {1, 5}}).empty());
  EXPECT_TRUE(light_faults({{0, 20}, {1, 6}, {2, 2.4}, {3, 22}}).empty());
  EXPECT_FALSE(light_faults({{0, 20}, {1, 4.8}, {2, 2}, {3, 22}}).empty());  // short yellow
  EXPECT_FALSE(light_faults({{0, 20}, {1, 5}, {2, 2.6}, {3, 22}}).empty());  // long all-red
  EXPECT_FALSE(light_faults({{0, 20}, {1, 5}, {3, 22}}).empty());            // all-red skipped
  EXPECT_FALSE(light_faults({{0, 20}, {1, 5}, {2, 2}, {0, 22}}).empty());    // green again
  EXPECT_FALSE(light_faults({{0, 20}, {1, 5}, {0, 22}}).empty());            // reversed
}

// ---- the scenes

class Outside : public testing::TestWithParam<const char*> {};

TEST_P(Outside, ShowsNothingOdd) {
  const auto scene = shipped_scene(GetParam());
  for (std::uint64_t seed = 41; seed < 46; ++seed) {
    std::optional<OutsideWatch> watch;
    LightWatch lights(study_road().tracks.network(), kStep_s);
    const RunResult result = run_scene(
        scene, {.seed = seed, .onlooker = [&](const Moment& moment) {
                  if (!watch)
                    watch.emplace(world::buildings_of(study_road().tracks.network()), moment.subject);
                  watch->watch(moment.frame);
                  lights.watch(moment.frame);
                }});
    SCOPED_TRACE(summary(result));
    ASSERT_TRUE(watch.has_value());
    EXPECT_EQ(watch->changes_in_sight(), std::vector<std::string>{});
    EXPECT_EQ(watch->overlaps(), std::vector<std::string>{});
    EXPECT_EQ(lights.faults(), std::vector<std::string>{});
    EXPECT_GT(watch->changes(), 10U);
    EXPECT_GT(lights.changes(), 8U);
    EXPECT_GT(lights.intergreens(), 5U);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, Outside, testing::Values(kRunRedLight, kDividedAttention),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace backlot::harness::outside_test
