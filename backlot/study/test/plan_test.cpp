#include "backlot/study/plan.h"

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace backlot::study::plan_test {
namespace {

StudyDescription two_blocks() {
  StudyDescription study;
  study.name = "s";
  study.participants = {"P01", "P02", "P03"};
  for (const char* name : {"practice", "a", "b", "c"}) {
    ConditionDescription one;
    one.name = name;
    one.instruction = std::string("now ") + name;
    study.conditions.push_back(one);
  }
  study.conditions[2].seed = SeedChoice{500, SeedRule::fixed};
  study.seed = {100, SeedRule::by_trial};
  BlockDescription main{.name = "main", .conditions = {1, 2, 3}, .order = Order::latin_square, .repetitions = 2,
                        .instruction = "drive", .rest = RestDescription{60, "rest"}, .rest_every = 2};
  study.session = {Instruction{"welcome"}, BlockDescription{.name = "practice", .conditions = {0}},
                   RestDescription{30, "breathe"}, main};
  return study;
}

TEST(Plan, ASessionIsInTheOrderOfTheFile) {
  const StudyDescription study = two_blocks();
  EXPECT_EQ(trials_of(study), 7U);
  const std::vector<PlannedStep> plan = plan_of(study, 1);
  std::string told;
  for (const PlannedStep& step : plan)
    told += step.kind == StepKind::trial ? study.conditions[step.trial.condition].name + " "
                                         : "[" + step.text + "] ";
  // the second participant has the second row, and of its second repetition the third one; no rest behind the last trial
  EXPECT_EQ(told, "[welcome] practice [breathe] [drive] b c [rest] a c [rest] a b ");
  EXPECT_EQ(plan[1].text, "now practice");
  EXPECT_EQ(plan[2].least_s, 30);
  std::size_t number = 0;
  for (const PlannedStep& step : plan)
    if (step.kind == StepKind::trial) {
      EXPECT_EQ(step.trial.number, ++number);
    }
  EXPECT_EQ(plan[4].trial.order, 1U);
  EXPECT_EQ(plan[7].trial.block, "main");
  EXPECT_EQ(plan[8].trial.repetition, 2U);
}

TEST(Plan, SeedsFollowTheirRule) {
  StudyDescription study = two_blocks();
  std::set<std::uint64_t> seeds;
  for (std::size_t participant = 0; participant < 3; ++participant)
    for (const PlannedStep& step : plan_of(study, participant)) {
      if (step.kind != StepKind::trial) continue;
      if (step.trial.condition == 2)
        EXPECT_EQ(step.trial.seed, 500U);
      else
        EXPECT_TRUE(seeds.insert(step.trial.seed).second) << "each trial has a seed of its own";
    }
  EXPECT_EQ(*seeds.begin(), 100U);
  study.seed.rule = SeedRule::by_participant;
  for (std::size_t participant = 0; participant < 3; ++participant)
    EXPECT_EQ(plan_of(study, participant)[1].trial.seed, 100 + participant);
  EXPECT_NE(seed_of_spare(7, 0), seed_of_spare(7, 1));
  EXPECT_NE(seed_of_spare(7, 0), 7U);
}

TEST(Plan, IsTheSameWheneverItIsMade) { EXPECT_EQ(plan_of(two_blocks(), 2), plan_of(two_blocks(), 2)); }

TEST(Plan, NamesOfParticipantsSortByTheirNumber) {
  EXPECT_EQ(numbered_participant(1, 8), "P01");
  EXPECT_EQ(numbered_participant(12, 99), "P12");
  EXPECT_EQ(numbered_participant(12, 120), "P012");
  EXPECT_EQ(numbered_participant(120, 120), "P120");
}

}  // namespace
}  // namespace backlot::study::plan_test
