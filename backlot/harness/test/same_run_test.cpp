// The same seed gives the same run: on any number of threads, among any number of jobs, and after a run was saved, restored or forked in the
// middle of a scene.
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/harness/runs.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::same_run_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(50);

// All that a result says, numbers to the last bit.
std::string whole(const RunResult& result) {
  std::string text = fmt::format("{} {:x} {} {} {}", summary(result), result.hash, result.subject_start_s,
                                 result.sim_s, result.contacts_of_extras);
  for (const RoleResult& role : result.roles)
    text += fmt::format("; {} {} {} {} {} {}", role.role, role.actor.value_or(0), role.since_s,
                        role.is_supplied, role.candidates, role.times_cast);
  for (const verdict::EventResult& event : result.events)
    text += fmt::format("; {} {} {} {}", event.event, event.time_s, event.onset_s.value_or(-1),
                        event.error_s.value_or(-99));
  for (const verdict::ExpectationResult& one : result.expectations)
    text += fmt::format("; {} {}", one.is_met, one.value.value_or(-99));
  for (const LightResult& light : result.lights)
    text += fmt::format("; {} {} {}", light.slowest, light.fastest, light.refusals);
  return text;
}

TEST(SameRun, OnAnyNumberOfThreads) {
  for (const char* name : {kRunRedLight, kDividedAttention}) {
    const auto scene = shipped_scene(name);
    const std::string one = whole(run_scene(scene, {.seed = 5, .threads = 1}));
    EXPECT_EQ(whole(run_scene(scene, {.seed = 5, .threads = 2})), one);
    EXPECT_EQ(whole(run_scene(scene, {.seed = 5, .threads = 4})), one);
    EXPECT_NE(whole(run_scene(scene, {.seed = 6})), one);  // the control
  }
}

TEST(SameRun, AmongAnyNumberOfJobs) {
  const auto scene = shipped_scene(kRunRedLight);
  const auto all = [&](std::size_t jobs) {
    std::vector<std::string> texts;
    run_all<RunResult>(
        11, 4, jobs, [&](std::uint64_t seed) { return run_scene(scene, {.seed = seed}); },
        [&](const RunResult& result) { texts.push_back(whole(result)); });
    return texts;
  };
  const std::vector<std::string> one_by_one = all(1);
  ASSERT_EQ(one_by_one.size(), 4U);
  EXPECT_EQ(all(3), one_by_one);
}

// ---- save, restore and fork in the middle of a scene

// A run that was left at a moment: as it was then, and as bytes.
struct Left {
  std::string when;
  std::uint64_t tick;
  sim::Simulation fork;
  std::string bytes;
};

// A run, with what the subject was told in each step, and what was left on its way.
struct Watched {
  std::uint64_t first_tick = 0;
  std::vector<double> paces_mps;  // by tick from first_tick on: of the step that led there
  std::vector<Left>
      left;  // before the casting of the last role, between that and the commit, after the commit
  std::optional<sim::Simulation> spare;  // of the same run, from another moment
  std::uint64_t last_tick = 0, hash = 0, events_hash = 0;
  std::string bytes;  // at the end
  world::ObjectId subject{};
  RunResult result;
};

void look(const Moment& moment, Watched& watched) {
  const std::uint64_t tick = moment.frame.tick;
  if (watched.paces_mps.empty()) {
    watched.first_tick = tick;
    watched.subject = moment.subject;
    watched.spare = moment.run.fork();
  }
  watched.paces_mps.push_back(moment.run.find_external(moment.subject)->external.pace_mps);
  const auto leave = [&](const char* when, std::size_t number) {
    if (watched.left.size() == number)
      watched.left.push_back({when, tick, moment.run.fork(), moment.run.save()});
  };
  bool is_committed = false, is_cast = true;
  for (const scene::RoleState& role : moment.play.roles) {
    is_committed = is_committed || role.is_committed;
    is_cast = is_cast && !role.actor.is_empty();
  }
  if (!is_cast && moment.play.started_s + 60 < moment.frame.time.seconds()) leave("before casting", 0);
  if (is_cast && !is_committed) leave("between casting and commit", 1);
  if (is_committed) leave("after the commit", 2);
  if (moment.play.is_over) {
    watched.last_tick = tick;
    watched.hash = moment.run.hash();
    watched.events_hash = moment.run.events_hash();
    watched.bytes = moment.run.save();
  }
}

// Goes on to the tick at which the watched run ended, with the same commands for the subject, changed by so much.
void go_on(const Watched& watched, sim::Simulation& run, double change_mps = 0) {
  while (run.tick().index < watched.last_tick) {
    const double pace = watched.paces_mps[run.tick().index + 1 - watched.first_tick];
    const std::array commands{
        sim::ExternalCommand{watched.subject, run.tick().time, sim::PaceCommand{pace + change_mps}}};
    run.step(kStep, commands);
  }
}

class SameRunLeft : public testing::TestWithParam<const char*> {};

TEST_P(SameRunLeft, GoesOnAfterSaveRestoreAndFork) {
  Watched watched;
  watched.result = run_scene(shipped_scene(GetParam()),
                             {.seed = 5, .onlooker = [&](const Moment& moment) { look(moment, watched); }});
  ASSERT_EQ(watched.left.size(), 3U) << summary(watched.result);
  ASSERT_EQ(watched.hash, watched.result.hash);
  for (Left& left : watched.left) {
    SCOPED_TRACE(left.when);
    sim::Simulation again = left.fork.fork();
    go_on(watched, again);
    EXPECT_EQ(again.hash(), watched.hash);
    EXPECT_EQ(again.events_hash(), watched.events_hash);
    EXPECT_TRUE(again.save() == watched.bytes);  // with the state of the director

    sim::Simulation restored = watched.spare->fork();
    ASSERT_TRUE(restored.restore(left.bytes).is_empty());
    go_on(watched, restored);
    EXPECT_EQ(restored.hash(), watched.hash);
    EXPECT_EQ(restored.events_hash(), watched.events_hash);
    EXPECT_TRUE(restored.save() == watched.bytes);

    // the control: a subject that drives a little slower makes another run
    sim::Simulation other = left.fork.fork();
    go_on(watched, other, -0.001);
    EXPECT_NE(other.hash(), watched.hash);
    EXPECT_FALSE(other.save() == watched.bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Scenes, SameRunLeft, testing::Values(kRunRedLight, kDividedAttention),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace backlot::harness::same_run_test
