#include "backlot/formats/suite/suite_text.h"

#include <gtest/gtest.h>

#include "backlot/formats/suite/test/suite_files.h"

namespace backlot::formats::suite::suite_text_test {
namespace {

using campaign::CaseDescription;
using campaign::SuiteDescription;

SuiteDescription read(const std::string& text) {
  const auto suite = read_suite(text, "s.suite", text::FilesInMemory(files_to_import()));
  EXPECT_TRUE(suite) << to_text(suite.diagnostics());
  return suite ? *suite : SuiteDescription{};
}

std::vector<std::string> values_of(const std::string& statement) {
  const SuiteDescription suite =
      read("suite s\ncase a {\n scene \"a.scene\"\n parameter p = " + statement + "\n}\n");
  if (suite.cases.empty() || suite.cases[0].parameters.empty()) return {};
  return suite.cases[0].parameters[0].values;
}

TEST(SuiteText, CasesTakeWhatTheSuiteSays) {
  const SuiteDescription suite = read(
      "suite nightly\ntitle \"T\"\nseeds 1..5, 9\ndrivers reference, \"python3 mine.py\"\ntimeout 2 min\n"
      "evaded at most 10%\nnot staged retry 2\ntags all\n"
      "case a { scene \"a.scene\" }\n"
      "case b { scene \"b.scene\"; seed 7; driver rss; timeout 5 s; evaded at most 0%; tags quick }\n");
  EXPECT_EQ(suite.name, "nightly");
  EXPECT_EQ(suite.title, "T");
  ASSERT_TRUE(suite.not_staged);
  EXPECT_EQ(suite.not_staged->tries, 2U);
  ASSERT_EQ(suite.cases.size(), 2U);
  const CaseDescription &a = suite.cases[0], &b = suite.cases[1];
  EXPECT_EQ(a.seeds, (std::vector<campaign::Seeds>{{1, 5}, {9, 9}}));
  EXPECT_EQ(a.drivers, (std::vector<std::string>{"reference", "python3 mine.py"}));
  EXPECT_EQ(a.timeout_s, 120);
  EXPECT_DOUBLE_EQ(a.evaded_at_most, 0.1);
  EXPECT_EQ(a.tags, std::vector<std::string>{"all"});
  EXPECT_EQ(b.seeds, (std::vector<campaign::Seeds>{{7, 7}}));
  EXPECT_EQ(b.drivers, std::vector<std::string>{"rss"});
  EXPECT_EQ(b.timeout_s, 5);
  EXPECT_EQ(b.evaded_at_most, 0);
  EXPECT_EQ(b.tags, (std::vector<std::string>{"quick", "all"}));
}

TEST(SuiteText, WithoutAWordThereIsOneSeedAndTheReferenceDriver) {
  const SuiteDescription suite = read("suite s\ncase lead_brakes\n");
  ASSERT_EQ(suite.cases.size(), 1U);
  EXPECT_EQ(suite.cases[0].scene_file, "lead_brakes.scene");
  EXPECT_EQ(suite.cases[0].seeds, (std::vector<campaign::Seeds>{{1, 1}}));
  EXPECT_EQ(suite.cases[0].drivers, std::vector<std::string>{"reference"});
  EXPECT_EQ(suite.cases[0].evaded_at_most, 0.05);
  EXPECT_FALSE(suite.cases[0].timeout_s);
}

TEST(SuiteText, ValuesAreListedSteppedOrPassedOn) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(values_of("1.5 s"), Texts{"1.5 s"});
  EXPECT_EQ(values_of("normal(50, 5) km/h in 30..70"), Texts{"normal(50, 5) km/h in 30..70"});
  EXPECT_EQ(values_of("one of 1, 2, 3 s"), Texts{"one of 1, 2, 3 s"});
  EXPECT_EQ(values_of("each of 0.8, 1.5, 2.5 s"), (Texts{"0.8 s", "1.5 s", "2.5 s"}));
  EXPECT_EQ(values_of("each of -1, 2"), (Texts{"-1", "2"}));
  EXPECT_EQ(values_of("each of first, second"), (Texts{"first", "second"}));
  EXPECT_EQ(values_of("each of 2..6 m/s2 step 2"), (Texts{"2 m/s2", "4 m/s2", "6 m/s2"}));
  EXPECT_EQ(values_of("each of 0.1..0.5 s step 0.1"), (Texts{"0.1 s", "0.2 s", "0.3 s", "0.4 s", "0.5 s"}));
  EXPECT_EQ(values_of("each of 10..60 % step 25"), (Texts{"10 %", "35 %", "60 %"}));
  EXPECT_EQ(values_of("each of 100..300 per hour step 200"), (Texts{"100 per hour", "300 per hour"}));
}

TEST(SuiteText, DrawnValuesLieInTheirRangeAndAreTheSameAgain) {
  const std::vector<std::string> uniform = values_of("each of 200 drawn from 30..70 km/h");
  ASSERT_EQ(uniform.size(), 200U);
  double sum = 0;
  for (const std::string& text : uniform) {
    const double value = std::stod(text);
    EXPECT_GE(value, 30);
    EXPECT_LE(value, 70);
    EXPECT_TRUE(text.ends_with(" km/h")) << text;
    sum += value;
  }
  EXPECT_NEAR(sum / 200, 50, 3 * 11.5 / 14.1);  // three standard errors
  EXPECT_EQ(uniform, values_of("each of 200 drawn from 30..70 km/h"));
  EXPECT_NE(uniform, values_of("each of 200 drawn from normal(50, 5) km/h in 30..70"));
  double squares = 0;
  for (const std::string& text : values_of("each of 200 drawn from normal(50, 5) km/h in 30..70"))
    squares += (std::stod(text) - 50) * (std::stod(text) - 50);
  EXPECT_NEAR(squares / 200, 25, 3 * 25 * 0.1);  // of a variance over 200 values
}

TEST(SuiteText, ACaseVariesABaseTest) {
  const SuiteDescription suite = read(
      "suite s\nseeds 1..2\nrequirement R-1 \"One.\"\nrequirement R-2 \"Two.\"\n"
      "base case braking {\n  scene \"lead_brakes.scene\"\n  tags quick\n  verifies R-1\n  seeds 4\n"
      "  parameter decel = 4 m/s2\n  parameter flow = 300 per hour\n  judge { never contact; ttc over 2 s "
      "}\n}\n"
      "case hard extends braking { parameter decel = each of 5, 6 m/s2; verifies R-2; combine pairwise }\n"
      "case harder extends hard { parameter decel = 7 m/s2; judge { never contact } }\n");
  ASSERT_EQ(suite.cases.size(), 2U);  // the base is not played
  const CaseDescription &hard = suite.cases[0], &harder = suite.cases[1];
  EXPECT_EQ(hard.scene_file, "lead_brakes.scene");
  EXPECT_EQ(hard.parameters[0].values, (std::vector<std::string>{"5 m/s2", "6 m/s2"}));
  EXPECT_EQ(hard.parameters[1].values, std::vector<std::string>{"300 per hour"});
  EXPECT_EQ(hard.requirements, (std::vector<std::string>{"R-1", "R-2"}));
  EXPECT_EQ(hard.seeds, (std::vector<campaign::Seeds>{{4, 4}}));
  EXPECT_EQ(hard.combination, campaign::Combination::pairwise);
  EXPECT_EQ(hard.judge, "never contact; ttc over 2 s");
  EXPECT_EQ(harder.parameters[0].values, std::vector<std::string>{"7 m/s2"});
  EXPECT_EQ(harder.judge, "never contact");
  EXPECT_EQ(harder.tags, std::vector<std::string>{"quick"});
}

TEST(SuiteText, PlaysCasesOfImportedSuites) {
  const SuiteDescription all = read("suite s\nimport \"parts.suite\"\nseeds 1..9\nplay parts\n");
  ASSERT_EQ(all.cases.size(), 2U);
  EXPECT_EQ(all.cases[0].seeds, (std::vector<campaign::Seeds>{{1, 9}}));
  EXPECT_EQ(all.requirements.size(), 1U);
  EXPECT_EQ(read("suite s\nimport \"parts.suite\"\nplay parts only tag quick\n").cases.size(), 1U);
  EXPECT_EQ(read("suite s\nimport \"parts.suite\"\nplay parts without tag quick\n").cases[0].name,
            "swerving");
  EXPECT_EQ(read("suite s\nimport \"parts.suite\"\nplay parts only case swerving\n").cases[0].name,
            "swerving");
  const SuiteDescription based = read(
      "suite s\nimport \"parts.suite\"\ncase own extends template_of_others { tags x }\ncase two extends "
      "parts.braking\n");
  ASSERT_EQ(based.cases.size(), 2U);
  EXPECT_EQ(based.cases[0].scene_file, "b.scene");
  EXPECT_EQ(based.cases[1].requirements, std::vector<std::string>{"AEB-001"});
}

TEST(SuiteText, FormattingChangesNoMeaning) {
  const std::string text =
      "suite   s\nrequirement AEB-014   \"It brakes.\"\ncase a{scene \"a.scene\";verifies AEB-014\n"
      "parameter p=each   of 2..6 m/s2   step 2}  # why\n";
  const auto formatted = format_suite(text, "s.suite");
  ASSERT_TRUE(formatted);
  EXPECT_NE(formatted->find("requirement AEB-014 \"It brakes.\""), std::string::npos) << *formatted;
  EXPECT_EQ(*format_suite(*formatted, "s.suite"), *formatted);
  SuiteDescription before = read(text), after = read(*formatted);
  for (SuiteDescription* one : {&before, &after})
    for (CaseDescription& c : one->cases) {
      c.place = c.scene_place = c.judge_place = {};
      for (campaign::ParameterValues& p : c.parameters) p.place = {};
    }
  EXPECT_EQ(before.cases, after.cases);
}

TEST(SuiteText, IsRecognisedByItsStatements) {
  EXPECT_TRUE(looks_like_suite("# a comment\nsuite s\n"));
  EXPECT_TRUE(looks_like_suite("title \"t\"\nimport \"x.suite\"\ncase a\n"));
  EXPECT_FALSE(looks_like_suite("scene s\n"));
  EXPECT_FALSE(looks_like_suite("network s\n"));
  EXPECT_FALSE(looks_like_suite(""));
}

}  // namespace
}  // namespace backlot::formats::suite::suite_text_test
