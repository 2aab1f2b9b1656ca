// Scenes with cyclists: what they show is so in the frames. That they are staged is among the tests of scenes with people.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::cyclist_scenes_test {
namespace {

constexpr std::uint64_t kFirst = 1;

// What the frames show of the actor.
struct Shown {
  bool is_bicycle = true;
  double first_y = 0, last_y = 0;  // north; the road of the subject lies at y = 0
  double fastest_mps = 0;
};
Shown watch(const std::string& name, const std::vector<scene_text::GivenParameter>& values,
            std::uint64_t seed) {
  Shown shown;
  bool is_seen = false;
  const auto look = [&](const Moment& moment) {
    for (const record::FrameObject& o : moment.frame.objects) {
      if (moment.frame.role_name(o.role) != "cyclist") continue;
      if (!is_seen) shown.first_y = o.centre.y;
      is_seen = true;
      shown.is_bicycle = shown.is_bicycle && o.kind == world::ObjectKind::bicycle;
      shown.last_y = o.centre.y;
      shown.fastest_mps = std::max(shown.fastest_mps, o.speed_mps);
    }
  };
  run_scene(shipped_scene(name, values), {.seed = seed, .reviews_failures = false, .onlooker = look});
  EXPECT_TRUE(is_seen) << name << ", seed " << seed;
  return shown;
}

// From the side that the parameter says, no faster than a cyclist, over the road of the subject.
TEST(CyclistScenes, CrossFromBothSides) {
  for (const char* side : {"left", "right"}) {
    const double sign = std::string(side) == "left" ? 1 : -1;
    for (std::uint64_t seed = kFirst; seed <= kFirst + 2; ++seed) {
      const Shown shown = watch("cyclist_crosses", {{"side", side}}, seed);
      EXPECT_TRUE(shown.is_bicycle);
      EXPECT_GT(sign * shown.first_y, 15) << side << ", seed " << seed;
      EXPECT_LT(sign * shown.last_y, 0) << side << ", seed " << seed;
      EXPECT_LT(shown.fastest_mps, 28 / 3.6) << side << ", seed " << seed;
    }
  }
}

// It rides on the bicycle lane, 4.15 m to the right of the middle of the road, and comes over to the lane beside that.
TEST(CyclistScenes, ComeOverFromTheBicycleLane) {
  const Shown shown = watch("cyclist_along", {}, kFirst);
  EXPECT_TRUE(shown.is_bicycle);
  EXPECT_NEAR(shown.first_y, -4.15, 0.2);
  EXPECT_NEAR(shown.fastest_mps, 15 / 3.6, 2);
}

}  // namespace
}  // namespace backlot::harness::cyclist_scenes_test
