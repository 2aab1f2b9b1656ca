#include "backlot/harness/advice.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "backlot/harness/runs.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::harness::advice_test {
namespace {

constexpr std::uint64_t kRuns = 12;

class AdviceTest : public ::testing::Test {
 protected:
  RehearsalFigures rehearse(const scene::SceneDescription& description, std::size_t jobs = 1) const {
    const auto scene = stage_.build(description);
    Rehearsal rehearsal(description);
    run_all<RehearsedRun>(
        1, kRuns, jobs, [&](std::uint64_t seed) { return rehearse_once(scene, {.seed = seed}); },
        [&](const RehearsedRun& run) { rehearsal.take(run); });
    return rehearsal.figures();
  }
  // Keeps which seeds were asked for.
  BuildVariation builder(const scene::SceneDescription& description) {
    return [this, description](std::uint64_t seed, const Variation& variation) {
      asked_.insert(seed);
      scene::SceneDescription varied = description;
      if (variation.flow)
        varied.set.flows[*variation.flow].per_second = variation.value.value;
      else
        varied = stage_.describe(test::kSmallScene, {{variation.name, number_text(variation.value)}});
      return stage_.build(varied);
    };
  }
  AdviceOptions options() const {
    AdviceOptions options;
    options.seeds_per_value = 20;
    options.verifying_seeds = 40;
    options.wanted = 0.9;
    options.first_seed = kRuns + 1;
    options.jobs = 1;
    return options;
  }

  test::SmallStage stage_;
  std::set<std::uint64_t> asked_;
};

TEST_F(AdviceTest, AVehicleWaitsWhereTrafficComes) {
  const RehearsalFigures figures = rehearse(stage_.describe(test::kSmallScene));
  EXPECT_EQ(figures.staged.hits, kRuns) << figures.limits.at(0).example;
  EXPECT_FALSE(needs_advice(figures));
  EXPECT_EQ(figures.events[0].happened, kRuns);
}

TEST_F(AdviceTest, WithoutTrafficThereIsNoCandidateAndAdviceRaisesTheFlow) {
  const scene::SceneDescription empty = stage_.describe(test::kSmallScene, {{"side_flow", "0 per hour"}});
  const RehearsalFigures figures = rehearse(empty);
  EXPECT_EQ(figures.staged.hits, 0U);
  ASSERT_EQ(figures.limits.size(), 1U);
  EXPECT_EQ(figures.limits[0].trouble, scene::Trouble::no_candidate);
  EXPECT_EQ(figures.limits[0].role_or_event, "waiter");
  EXPECT_EQ(figures.limits[0].why, "no candidate for waiter on north");
  ASSERT_TRUE(needs_advice(figures));

  const AllAdvice all = find_advice(empty, figures, builder(empty), options());
  ASSERT_EQ(all.of_limits.size(), 1U);
  const Advice& advice = all.of_limits[0];
  ASSERT_TRUE(advice.variation) << advice.what;
  EXPECT_EQ(advice.variation->name, "side_flow");
  EXPECT_GT(advice.variation->value.value, 0);
  EXPECT_EQ(advice.verified.trials, 40U);
  EXPECT_GE(advice.verified.value(), 0.9);
  EXPECT_NE(advice_text(advice).find("side_flow >= "), std::string::npos) << advice_text(advice);
  EXPECT_NE(advice_text(advice).find("of 40 other seeds"), std::string::npos) << advice_text(advice);
  EXPECT_LE(all.runs, options().most_runs);
  // it was found on other seeds than the rehearsal's, and verified on other ones again
  EXPECT_EQ(*asked_.begin(), kRuns + 1);
  EXPECT_GE(*asked_.rbegin(), kRuns + 20 + 40);
}

TEST_F(AdviceTest, AFlowOfTheSetIsVariedWhereNoParameterIs) {
  std::string text = test::kSmallScene;
  text.replace(text.find("parameter side_flow = 240 per hour"), 34, "");
  text.replace(text.find("flow all side roads side_flow"), 29, "flow all side roads 2 per hour");
  const scene::SceneDescription thin = stage_.describe(text);
  const RehearsalFigures figures = rehearse(thin);
  ASSERT_TRUE(needs_advice(figures));
  const Advice advice = find_advice(thin, figures, builder(thin), options()).of_limits[0];
  // sixteen times as many are still too few; what is usual on a road is enough
  EXPECT_GE(advice.verified.value(), 0.9) << advice_text(advice);
  ASSERT_TRUE(advice.variation);
  EXPECT_GE(advice.variation->value.value, 60.0 / 3600);
  EXPECT_NE(advice.what.find("the flow from all side roads >= "), std::string::npos) << advice.what;
}

TEST_F(AdviceTest, AdviceIsTheSameForAnyNumberOfJobs) {
  const scene::SceneDescription empty = stage_.describe(test::kSmallScene, {{"side_flow", "0 per hour"}});
  const RehearsalFigures one = rehearse(empty, 1), two = rehearse(empty, 2);
  EXPECT_EQ(one.limits[0].example, two.limits[0].example);
  AdviceOptions parallel = options();
  parallel.jobs = 2;
  const BuildVariation build = [&](std::uint64_t, const Variation& variation) {
    return stage_.build(stage_.describe(test::kSmallScene, {{variation.name, number_text(variation.value)}}));
  };
  const AllAdvice a = find_advice(empty, one, build, options()), b = find_advice(empty, two, build, parallel);
  EXPECT_EQ(advice_text(a.of_limits[0]), advice_text(b.of_limits[0]));
  EXPECT_EQ(a.runs, b.runs);
}

TEST_F(AdviceTest, ASubjectThatEvadesIsNotCuredByNumbers) {
  const scene::SceneDescription description = stage_.describe(test::kSmallScene);
  RehearsalFigures figures;
  figures.staged = {.hits = 0, .trials = 10};
  Limit limit;
  limit.outcome = verdict::Outcome::evaded;
  limit.why = "the subject stopped";
  limit.runs = 10;
  figures.limits = {limit};
  const AllAdvice all = find_advice(description, figures, builder(description), options());
  EXPECT_EQ(all.runs, 0U);
  EXPECT_NE(all.of_limits[0].what.find("the subject did this"), std::string::npos) << all.of_limits[0].what;
}

TEST_F(AdviceTest, TooFewRunsToTellTheRateNeedNoAdvice) {
  RehearsalFigures figures;
  figures.staged = {.hits = 9, .trials = 10};
  EXPECT_FALSE(needs_advice(figures));
  figures.staged = {.hits = 900, .trials = 1000};
  EXPECT_TRUE(needs_advice(figures));
}

// The shipped scene with less traffic on the side roads, and no supply; bench/advice_bench.cpp does the same with many runs.
std::shared_ptr<const scene::Scene> red_light_with(const std::string& side_flow) {
  return shipped_scene(kRunRedLight, {{"side_flow", side_flow}});
}

RehearsalFigures rehearse_red_light(const std::shared_ptr<const scene::Scene>& scene,
                                    const RunOptions& options) {
  Rehearsal rehearsal(scene->description());
  for (std::uint64_t seed = 7001; seed <= 7010; ++seed) {
    RunOptions one = options;
    one.seed = seed;
    rehearsal.take(rehearse_once(scene, one));
  }
  return rehearsal.figures();
}

TEST(AdviceOnRunRedLight, RestoresWhatLessTrafficTook) {
  RunOptions run;
  run.has_supply = false;
  const auto many = red_light_with("480 per hour"), few = red_light_with("20 per hour");
  const RehearsalFigures before = rehearse_red_light(many, run), after = rehearse_red_light(few, run);
  EXPECT_GE(before.staged.hits, 9U);
  EXPECT_LE(after.staged.hits, 5U);
  ASSERT_FALSE(after.limits.empty());
  EXPECT_EQ(after.limits[0].trouble, scene::Trouble::no_candidate) << after.limits[0].why;
  EXPECT_EQ(after.limits[0].role_or_event, "violator");

  AdviceOptions options;
  options.seeds_per_value = 10;
  options.verifying_seeds = 25;
  options.most_limits = 1;
  options.first_seed = 7011;
  options.run = run;
  const auto build = [](std::uint64_t, const Variation& variation) {
    return red_light_with(number_text(variation.value));
  };
  const Advice advice = find_advice(few->description(), after, build, options).of_limits[0];
  ASSERT_TRUE(advice.variation) << advice.what;
  EXPECT_EQ(advice.variation->name, "side_flow");
  EXPECT_EQ(advice.verified.trials, 25U);
  EXPECT_GE(advice.verified.hits, 24U) << advice_text(advice);
}

TEST(NumberText, ReadsAsTheLanguageDoes) {
  EXPECT_EQ(number_text({240.0 / 3600, 0, -1}), "240 per hour");
  EXPECT_EQ(number_text({1.5, 0, 1}), "1.5 s");
  EXPECT_EQ(number_text({12, 1, 0}), "12 m");
  EXPECT_EQ(number_text({50 / 3.6, 1, -1}), "50 km/h");
  EXPECT_EQ(number_text({3, 1, -2}), "3 m/s2");
  EXPECT_EQ(number_text({0.5, 0, 0}), "0.5");
}

}  // namespace
}  // namespace backlot::harness::advice_test
