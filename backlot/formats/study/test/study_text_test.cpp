#include "backlot/formats/study/study_text.h"

#include <gtest/gtest.h>

#include "backlot/formats/study/test/study_files.h"

namespace backlot::formats::study::study_text_test {
namespace {

namespace model = backlot::study;

model::StudyDescription read(const std::string& text) {
  const auto study = read_study(text, "s.study", text::FilesInMemory(scenes_to_play()));
  EXPECT_TRUE(study) << to_text(study.diagnostics());
  return study ? *study : model::StudyDescription{};
}

constexpr const char* kWhole = R"(study lights
title "Lights"
participants 3
subject me
seed 100 by participant
rate 60 per second
trials start by participant
marker G "looks away"
abort code sickness "unwell"

condition a {
  title "A"
  parameter lead = 1.5 s
  parameter way = second
  seed 7
  driver reference
  instruction "One." "Two."
  spare again 2 times
  spare "b.scene" { parameter flow = 300 per hour }
}
condition other { scene "b.scene" }

instruction "Welcome."
block main {
  conditions other, a
  order random seed 5
  repetitions 3
  instruction "Go."
  break 2 min every 4 trials "Rest."
}
break 30 s
)";

TEST(StudyText, SaysAllOfAStudy) {
  const model::StudyDescription study = read(kWhole);
  EXPECT_EQ(study.name, "lights");
  EXPECT_EQ(study.title, "Lights");
  EXPECT_EQ(study.participants, (std::vector<std::string>{"P01", "P02", "P03"}));
  EXPECT_EQ(study.seed, (model::SeedChoice{100, model::SeedRule::by_participant}));
  EXPECT_EQ(study.steps_per_s, 60);
  EXPECT_TRUE(study.starts_by_participant);
  EXPECT_EQ(study.markers, (std::vector<model::Coded>{{"g", "looks away"}}));
  EXPECT_EQ(study.abort_codes, (std::vector<model::Coded>{{"sickness", "unwell"}}));
  ASSERT_EQ(study.conditions.size(), 2U);
  const model::ConditionDescription& a = study.conditions[0];
  EXPECT_EQ(a.scene_file, "a.scene");  // the one of its name
  ASSERT_EQ(a.parameters.size(), 2U);
  EXPECT_EQ(a.parameters[0].value, "1.5 s");
  EXPECT_EQ(a.parameters[1].value, "second");
  EXPECT_EQ(a.seed, (model::SeedChoice{7, model::SeedRule::fixed}));
  EXPECT_EQ(a.subject, "driver:reference");
  EXPECT_EQ(a.instruction, "One.\nTwo.");
  ASSERT_EQ(a.spares.size(), 3U);
  EXPECT_EQ(a.spares[1].scene_file, "");
  EXPECT_EQ(a.spares[2].scene_file, "b.scene");
  EXPECT_EQ(a.spares[2].parameters[0].value, "300 per hour");
  ASSERT_EQ(study.session.size(), 3U);
  EXPECT_EQ(std::get<model::Instruction>(study.session[0]).text, "Welcome.");
  const auto& block = std::get<model::BlockDescription>(study.session[1]);
  EXPECT_EQ(block.conditions, (std::vector<std::size_t>{1, 0}));
  EXPECT_EQ(block.order, model::Order::random);
  EXPECT_EQ(block.order_seed, 5U);
  EXPECT_EQ(block.repetitions, 3U);
  ASSERT_TRUE(block.rest);
  EXPECT_EQ(block.rest->least_s, 120);
  EXPECT_EQ(block.rest_every, 4U);
  EXPECT_EQ(std::get<model::RestDescription>(study.session[2]).least_s, 30);
}

TEST(StudyText, WithoutABlockAllConditionsAreOneInTheirOrder) {
  const model::StudyDescription study = read("study s\nparticipants anna, ben\ncondition a\ncondition b\n");
  EXPECT_EQ(study.participants, (std::vector<std::string>{"anna", "ben"}));
  EXPECT_EQ(study.subject, "me");
  ASSERT_EQ(study.session.size(), 1U);
  const auto& block = std::get<model::BlockDescription>(study.session[0]);
  EXPECT_EQ(block.conditions, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(block.order, model::Order::listed);
  EXPECT_EQ(study.abort_codes, model::usual_abort_codes());
}

TEST(StudyText, FormattingChangesNoMeaningAndNothingTwice) {
  const auto formatted = format_study(kWhole, "s.study");
  ASSERT_TRUE(formatted);
  const auto twice = format_study(*formatted, "s.study");
  ASSERT_TRUE(twice);
  EXPECT_EQ(*twice, *formatted);
  const model::StudyDescription a = read(kWhole), b = read(*formatted);
  EXPECT_EQ(a.participants, b.participants);
  EXPECT_EQ(a.session.size(), b.session.size());
  EXPECT_EQ(a.conditions[0].parameters[0].value, b.conditions[0].parameters[0].value);
}

TEST(StudyText, IsRecognisedByItsFirstStatement) {
  EXPECT_TRUE(looks_like_study("# a\nstudy s\n"));
  EXPECT_TRUE(looks_like_study("title \"x\"\nparticipants 3\n"));
  EXPECT_FALSE(looks_like_study("suite s\ncase a\n"));
  EXPECT_FALSE(looks_like_study("title \"x\"\nscene s\n"));
  EXPECT_FALSE(looks_like_study(""));
}

}  // namespace
}  // namespace backlot::formats::study::study_text_test
