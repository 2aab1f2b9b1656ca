// From the commit on, what the subject does changes nothing about what the actor does.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/plain_boxes.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::commit_test {
namespace {

using record::FrameObject;

constexpr double kStep_s = 0.05;
constexpr double kSpeed_mps = 70 / 3.6;
constexpr double kHard_mps2 = 8;
// A subject that does not brake runs into the actor. In the last half second before that the driver of the actor brakes for it by itself.
constexpr std::size_t kBeforeContact = 10;  // steps

// The subject and the actor of the event, from the commit on, until one of them left or they touch.
struct Seen {
  std::optional<std::size_t> commit;  // how many steps after the start of the subject
  world::ObjectId actor{};
  std::vector<FrameObject> subject, of_actor;
  bool has_met = false;
  RunResult result;
};

// The role that acts in the event is the first one of both scenes.
Seen play(const std::shared_ptr<const scene::Scene>& scene, std::uint64_t seed,
          std::vector<subject::SpeedProfile::Row> rows) {
  Seen seen;
  const auto profile = std::make_shared<const subject::SpeedProfile>(subject::SpeedProfile{std::move(rows)});
  std::size_t steps = 0;
  const auto look = [&](const Moment& now) {
    ++steps;
    const scene::RoleState& role = now.play.roles.front();
    if (!role.is_committed) return;
    if (!seen.commit) {
      seen.commit = steps;
      seen.actor = role.actor;
    }
    const FrameObject* subject = record::find(now.frame, now.subject);
    const FrameObject* actor = record::find(now.frame, seen.actor);
    seen.has_met = seen.has_met || subject == nullptr || actor == nullptr || is_overlapping(*subject, *actor);
    if (seen.has_met) return;
    seen.subject.push_back(*subject);
    seen.of_actor.push_back(*actor);
  };
  seen.result =
      run_scene(scene, {.seed = seed, .subject = subject::ProfileChoice{"test", profile}, .onlooker = look});
  return seen;
}

double largest_distance_m(const std::vector<FrameObject>& one, const std::vector<FrameObject>& other,
                          std::size_t steps) {
  double largest_m = 0;
  for (std::size_t k = 0; k < steps; ++k) largest_m = std::max(largest_m, distance_m(one[k], other[k]));
  return largest_m;
}

class Commit : public testing::TestWithParam<const char*> {};

TEST_P(Commit, KeepsTheActorFromFollowingASubjectThatBrakes) {
  const auto scene = shipped_scene(GetParam());
  int committed = 0;
  for (std::uint64_t seed = 61; seed <= 66; ++seed) {
    SCOPED_TRACE(seed);
    const Seen calm = play(scene, seed, {{0, kSpeed_mps}});
    if (!calm.commit.has_value()) continue;
    ++committed;
    const double commit_s = kStep_s * static_cast<double>(*calm.commit);
    const Seen braking =
        play(scene, seed, {{0, kSpeed_mps}, {commit_s, kSpeed_mps}, {commit_s + kSpeed_mps / kHard_mps2, 0}});
    ASSERT_EQ(braking.commit, calm.commit) << summary(braking.result);
    ASSERT_EQ(braking.actor, calm.actor);
    const std::size_t steps = std::min(calm.of_actor.size(), braking.of_actor.size());
    ASSERT_GE(steps, 40U);  // 2 s or more until they meet
    EXPECT_LE(largest_distance_m(calm.of_actor, braking.of_actor, steps - kBeforeContact), 0.001);

    // the control: the subject did brake so hard, and one that is slower from 20 s before the commit on has its event later
    double hardest_mps2 = 0;
    for (const FrameObject& subject : braking.subject)
      hardest_mps2 = std::max(hardest_mps2, -subject.accel_mps2);
    EXPECT_NEAR(hardest_mps2, kHard_mps2, 0.01);
    EXPECT_GT(largest_distance_m(calm.subject, braking.subject, steps), 5);
    const Seen slower =
        play(scene, seed, {{0, kSpeed_mps}, {commit_s - 20, kSpeed_mps}, {commit_s - 18, 0.85 * kSpeed_mps}});
    ASSERT_TRUE(slower.commit.has_value()) << summary(slower.result);
    EXPECT_GT(*slower.commit, *calm.commit + 10);
  }
  EXPECT_GE(committed, 2) << "of six seeds two must show it";
}

INSTANTIATE_TEST_SUITE_P(Scenes, Commit, testing::Values(kRunRedLight, kDividedAttention),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace backlot::harness::commit_test
