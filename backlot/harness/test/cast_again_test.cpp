// A role that is described by another one goes to another vehicle when the other one does.
#include <optional>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::cast_again_test {
namespace {

using record::FrameObject;

// The two roles of oncoming_overtaker when the overtaking commits.
struct Seen {
  std::uint32_t times_cast = 0;  // the overtaker
  std::optional<FrameObject> overtaker, slow;
};

Seen play(std::uint64_t seed) {
  Seen seen;
  const auto look = [&](const Moment& now) {
    const scene::RoleState& overtaker = now.play.roles[0];
    if (seen.overtaker || !overtaker.is_committed) return;
    seen.times_cast = overtaker.times_cast;
    seen.overtaker = *record::find(now.frame, overtaker.actor);
    if (const FrameObject* slow = record::find(now.frame, now.play.roles[1].actor)) seen.slow = *slow;
  };
  run_scene(shipped_scene("oncoming_overtaker", {}, seed), {.seed = seed, .onlooker = look});
  return seen;
}

// With these seeds the first overtaker is replaced by a vehicle further ahead, so that the first vehicle to be overtaken is behind it.
TEST(CastAgain, TheSlowVehicleIsAheadOfTheOneThatOvertakes) {
  for (const std::uint64_t seed : {1061U, 1095U, 1104U, 1224U}) {
    SCOPED_TRACE(seed);
    const Seen seen = play(seed);
    ASSERT_TRUE(seen.overtaker.has_value());
    EXPECT_GT(seen.times_cast, 1U);
    ASSERT_TRUE(seen.slow.has_value());
    const double dx = seen.slow->centre.x - seen.overtaker->centre.x;
    const double dy = seen.slow->centre.y - seen.overtaker->centre.y;
    const double ahead_m = dx * seen.overtaker->heading_x + dy * seen.overtaker->heading_y;
    EXPECT_GT(ahead_m, 0);
    EXPECT_LT(ahead_m, 160);
  }
}

}  // namespace
}  // namespace backlot::harness::cast_again_test
