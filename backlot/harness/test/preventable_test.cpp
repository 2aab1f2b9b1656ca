// A failed run is repeated to the onset of danger and driven again by the reference drivers. What the forks say is checked against boxes that share no code with
// the judge, and against a driver whose flaw is known.
#include "backlot/harness/preventable.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/opening.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::harness::preventable_test {
namespace {

const char* const kLeadBrakes = "lead_brakes";

struct Played {
  RunResult result;
  std::size_t steps = 0;  // that an onlooker saw: those of the run, and of no fork
};

Played play(const std::string& driver, const std::shared_ptr<const scene::Scene>& scene, std::uint64_t seed,
            bool reviews = true) {
  const std::unique_ptr<sut::System> system = drivers::find_shipped(driver)->make();
  Played played;
  RunOptions options;
  options.seed = seed;
  options.system.system = system.get();
  options.system.name = driver;
  options.reviews_failures = reviews;
  options.onlooker = [&](const Moment&) { ++played.steps; };
  played.result = run_scene(scene, options);
  return played;
}

// A car crosses the way of the subject from a side road. A driver that acts on what it saw 1 s ago is hit in some runs.
std::shared_ptr<const scene::Scene> crossing_car() { return shipped_scene(kDividedAttention); }

// The first seed at which the sleepy driver touches something.
std::uint64_t failing_seed() {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const RunResult result = play("sleepy", crossing_car(), seed, false).result;
    if (result.is_staged() && result.subject_was_hit) return seed;
  }
  return 0;
}

TEST(Preventable, TheFailureOfASleepyDriverIsPreventable) {
  const std::uint64_t seed = failing_seed();
  ASSERT_NE(seed, 0U) << "the sleepy driver never fails: the test shows nothing";
  const RunResult result = play("sleepy", crossing_car(), seed).result;
  ASSERT_EQ(result.verdict(), verdict::Verdict::fail);
  ASSERT_TRUE(result.review.has_value());
  const FailureReview& review = *result.review;
  EXPECT_EQ(review.rule, "never contact");
  ASSERT_EQ(review.forks.size(), 4U);
  EXPECT_TRUE(review.is_preventable()) << review.sentence;
  // the onset is that of the staged event, and the car from the side road took the right of way
  EXPECT_EQ(review.onset.rule, verdict::OnsetRule::event);
  const auto braking = std::find_if(result.events.begin(), result.events.end(),
                                    [](const verdict::EventResult& e) { return e.onset_s.has_value(); });
  ASSERT_NE(braking, result.events.end());
  EXPECT_EQ(review.onset.time_s, *braking->onset_s);
  EXPECT_EQ(review.responsibility.initiator, verdict::Initiator::other) << review.sentence;
  for (const ReferenceFork& fork : review.forks) {
    SCOPED_TRACE(fork.driver);
    ASSERT_GT(fork.trace.size(), 20U);
    EXPECT_NEAR(fork.trace.front().time_s, review.onset.time_s, 0.051);
    // all begin where the failed run was at the onset
    ASSERT_FALSE(review.driven.empty());
    EXPECT_EQ(fork.trace.front().speed_mps, review.driven.front().speed_mps);
    EXPECT_EQ(fork.trace.front().distance_m, review.driven.front().distance_m);
    double least_m = 1e9;
    for (const TracePoint& point : fork.trace)
      least_m = std::min(least_m, point.distance_m.value_or(least_m));
    if (fork.avoids) {
      EXPECT_GT(least_m, 0);
    }
    EXPECT_EQ(fork.avoids, !fork.failed_s.has_value());
  }
}

// A vehicle that is 40 km/h slower cuts in 12 m ahead: the room is too short for any reaction.
TEST(Preventable, ACutInWithoutRoomIsNot) {
  const RunResult result =
      play("sleepy", shipped_scene("cut_in", {{"spacing", "12 m"}, {"difference", "40 km/h"}}), 1).result;
  ASSERT_TRUE(result.subject_was_hit) << summary(result);
  ASSERT_TRUE(result.review.has_value());
  EXPECT_FALSE(result.review->is_preventable()) << result.review->sentence;
  EXPECT_EQ(result.review->responsibility.initiator, verdict::Initiator::other);
  EXPECT_EQ(result.review->responsibility.rules.front().rule, verdict::RoadRule::lane_change);
  for (const ReferenceFork& fork : result.review->forks) {
    SCOPED_TRACE(fork.driver);
    ASSERT_TRUE(fork.failed_s.has_value());
    EXPECT_GT(*fork.failed_s, result.review->onset.time_s);
    EXPECT_NEAR(*fork.trace.back().distance_m, 0, 0.5);
  }
}

TEST(Preventable, AReviewChangesNothingInTheRun) {
  const std::uint64_t seed = failing_seed();
  ASSERT_NE(seed, 0U);
  const Played with = play("sleepy", crossing_car(), seed),
               without = play("sleepy", crossing_car(), seed, false);
  EXPECT_EQ(with.result.hash, without.result.hash);
  EXPECT_EQ(with.steps, without.steps);
  EXPECT_FALSE(without.result.review.has_value());
  const Played again = play("sleepy", crossing_car(), seed);
  EXPECT_EQ(again.result.review->sentence, with.result.review->sentence);
  for (std::size_t k = 0; k < 4; ++k) {
    const std::vector<TracePoint>&one = again.result.review->forks[k].trace,
          &other = with.result.review->forks[k].trace;
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t n = 0; n < one.size(); ++n) EXPECT_EQ(one[n].speed_mps, other[n].speed_mps);
  }
}

TEST(Preventable, ARunThatPassesHasNoReview) {
  const RunResult result = play("reference", shipped_scene(kLeadBrakes), 1).result;
  EXPECT_NE(result.verdict(), verdict::Verdict::fail) << summary(result);
  EXPECT_FALSE(result.review.has_value());
}

TEST(Preventable, ARuleAboutTheWholeRunIsDrivenFromItsStart) {
  const test::SmallStage stage;
  std::string text = test::kSmallScene;
  text += "judge { progress over 40 m/s }\n";
  const RunResult result = play("reference", stage.build(stage.describe(text)), 1).result;
  ASSERT_TRUE(result.review.has_value());
  EXPECT_EQ(result.review->onset.rule, verdict::OnsetRule::start);
  EXPECT_NEAR(result.review->onset.time_s, result.subject_start_s, 0.051);
  EXPECT_FALSE(result.review->is_preventable());  // no driver drives at 144 km/h here
  EXPECT_EQ(result.review->responsibility.initiator, verdict::Initiator::subject);
}

// ---- Rewind

TEST(Rewind, RepeatsARunBitForBit) {
  const test::SmallStage stage;
  const std::shared_ptr<const scene::Scene> scene = stage.build(stage.describe(test::kSmallScene));
  RunOptions options;
  sim::Simulation run(scene->roads(), traffic_settings(*scene, options));
  const base::Result<EnteredSubject> entered = open_run(run, *scene, options);
  ASSERT_TRUE(entered.has_value());
  Rewind rewind;
  rewind.begin(run);
  LatestFrame frame(run);
  std::vector<std::uint64_t> hashes;
  for (int k = 0; k < 100; ++k) {
    std::array<sim::ExternalCommand, 1> commands{};
    ASSERT_FALSE(entered->slot->drive(frame, kRunStep, commands[0]).has_value());
    rewind.add(commands);
    run.step(kRunStep, commands);
    frame.forget();
    hashes.push_back(run.hash());
  }
  std::size_t seen = 0;
  const sim::Simulation again = rewind.repeat(run.tick().time, kRunStep, {},
                                              [&](const sim::Simulation& now, const record::Frame& after) {
                                                ASSERT_LT(seen, hashes.size());
                                                EXPECT_EQ(now.hash(), hashes[seen++]);
                                                EXPECT_EQ(after.time, now.tick().time);
                                              });
  EXPECT_EQ(seen, hashes.size());
  EXPECT_EQ(again.hash(), run.hash());
  // to a moment on the way
  const base::SimTime half = run.tick().time - base::Duration::from_milliseconds(50 * 40);
  const sim::Simulation middle = rewind.repeat(half, kRunStep, {});
  EXPECT_EQ(middle.tick().time, half);
  EXPECT_EQ(middle.hash(), hashes[59]);
}

// ---- Signals that a system publishes

TEST(WhiteBox, ASceneJudgesWhatTheSystemPublishes) {
  const test::SmallStage stage;
  for (const bool is_broken : {false, true}) {
    std::string text = test::kSmallScene;
    // the driver wants 0.92 of 50 km/h, 12.8 m/s, on the straight
    text += is_broken ? "judge { signal wanted_mps below 5 }\n"
                      : "judge { signal wanted_mps below 30; always signal wanted_mps over 0 }\n";
    const RunResult result = play("reference", stage.build(stage.describe(text)), 1).result;
    ASSERT_EQ(result.findings.empty(), !is_broken) << summary(result);
    if (!is_broken) continue;
    EXPECT_EQ(result.findings[0].validator, "signal");
    EXPECT_NEAR(result.findings[0].value, 0.92 * 50 / 3.6, 0.01);
  }
  // a model subject publishes nothing
  const RunResult result = run_scene(
      stage.build(stage.describe(std::string(test::kSmallScene) + "judge { signal wanted_mps over 0 }\n")),
      {.seed = 1});
  EXPECT_EQ(result.findings.size(), 1U);
}

}  // namespace
}  // namespace backlot::harness::preventable_test
