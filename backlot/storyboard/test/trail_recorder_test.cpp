#include "backlot/storyboard/trail_recorder.h"

#include <cmath>

#include <gtest/gtest.h>

namespace backlot::storyboard::trail_recorder_test {
namespace {

constexpr world::ObjectId kActor{1, 1}, kExtra{2, 2};

// Frame k is at 0.1 k seconds; the actor drives 1 m in each, and has its role from frame 500 on. It is not in frames 700 to 719.
record::Frame frame(int k) {
  record::Frame f;
  f.time = base::SimTime::from_nanoseconds(std::int64_t{100'000'000} * k);
  f.role_names = {"violator"};
  for (const world::ObjectId id : {kActor, kExtra}) {
    if (id == kActor && k >= 700 && k < 720) continue;
    record::FrameObject o;
    o.id = id;
    o.centre = {static_cast<double>(k), id == kActor ? 0.0 : 5.0, 0};
    if (id == kActor && k >= 500) o.role = record::RoleId(0);
    f.objects.push_back(o);
  }
  return f;
}

TEST(TrailRecorder, RemembersTheSecondsBeforeCastingAndAllAfter) {
  TrailRecorder recorder(0.2, 10);
  for (int k = 0; k < 1000; ++k) recorder.take(frame(k));
  const std::vector<Trail> trails = recorder.trails();
  ASSERT_EQ(trails.size(), 1U) << "the extra has no role";
  const Trail& trail = trails[0];
  EXPECT_EQ(trail.id, kActor);
  EXPECT_EQ(trail.role, "violator");
  EXPECT_EQ(trail.step_s, 0.2);
  EXPECT_LE(trail.from_s, 40) << "10 s before it was cast, at least";
  EXPECT_GE(trail.from_s, 25) << "but not much more";
  // every point is where the actor was at its time
  for (std::size_t i = 0; i < trail.points.size(); ++i) {
    const double k = std::round(10 * (trail.from_s + 0.2 * static_cast<double>(i)));
    if (k >= 700 && k < 720) {
      EXPECT_TRUE(std::isnan(trail.points[i].x)) << k;
    } else {
      EXPECT_EQ(trail.points[i].x, k);
    }
  }
  EXPECT_NEAR(trail.from_s + 0.2 * static_cast<double>(trail.points.size() - 1), 99.8, 1e-9);
}

// Steps of 0.3 s do not fit frames of 0.1 s only by rounding: no point is lost or taken twice in a long run.
TEST(TrailRecorder, DoesNotDrift) {
  TrailRecorder recorder(0.3, 1);
  for (int k = 500; k < 690; ++k) recorder.take(frame(k));
  const Trail trail = recorder.trails().at(0);
  EXPECT_EQ(trail.points.size(), 64U) << "0 to 18.9 s";
  for (std::size_t i = 0; i < trail.points.size(); ++i)
    EXPECT_EQ(trail.points[i].x, 500 + 3 * static_cast<double>(i));
}

TEST(TrailRecorder, TakesAnyFrame) {
  TrailRecorder recorder;
  recorder.take({});
  EXPECT_TRUE(recorder.trails().empty());
}

}  // namespace
}  // namespace backlot::storyboard::trail_recorder_test
