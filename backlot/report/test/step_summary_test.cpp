#include "backlot/report/step_summary.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "backlot/report/test/read_page.h"
#include "backlot/report/test/sample_campaign.h"

namespace backlot::report::step_summary_test {
namespace {

using test::holds;
using test::sample_campaign;

TEST(StepSummary, HasVerdictCountsGroupsAndRequirements) {
  const std::string text = step_summary(sample_campaign());
  for (const char* part :
       {"## urban core: ERROR",
        "| passed | failed, preventable | failed, unpreventable | evaded | not staged | error |",
        "| 44 | 10 | 1 | 2 | 2 | 1 |", "**3 new**, 1 fixed, 9 remaining",
        "| 3 | run&#95;red&#95;light | no contact | violator |", "| REQ-040 | uncovered |",
        "failed, suspect"})
    EXPECT_TRUE(holds(text, part)) << part << "\n" << text;
  EXPECT_EQ(text, step_summary(sample_campaign()));
}

TEST(StepSummary, TextsFromOutsideCannotBecomeMarkup) {
  CampaignReport campaign = sample_campaign();
  const std::string evil =
      "x | y\n# head <img src=x> [link](http://a.b) `code` **bold** @all ![p](q) </code>\x07\xff";
  campaign.suite = campaign.driver = campaign.baseline->label = evil;
  for (report::Run& run : campaign.runs) {
    run.name = run.scene = run.driver = run.scene_file = evil;
    for (FindingRow& finding : run.findings) finding.rule = finding.corridor = finding.other_role = evil;
  }
  for (Requirement& one : campaign.requirements) one.text = evil;
  const std::string text = step_summary(campaign);
  for (const char* part : {"<img", "[link]", "`code`", "**bold**", "@all", "\n# head", "\x07", "\xff", "://"})
    EXPECT_FALSE(holds(text, part)) << part;
  // rows keep their number of cells
  for (std::size_t at = text.find("\n| 1 |"); at != std::string::npos; at = text.find("\n| 1 |", at + 1)) {
    const std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 7) << line;
  }
}

TEST(StepSummary, StaysWithinItsLimitAndSaysWhatIsLeftOut) {
  CampaignReport campaign;
  for (std::uint64_t k = 0; k < 20000; ++k) {
    report::Run run{.name = "scene_" + std::to_string(k), .seed = k, .verdict = verdict::Verdict::fail};
    run.findings.push_back({.validator = "contact", .rule = std::string(200, 'r'), .time_s = 1});
    campaign.runs.push_back(run);
  }
  const std::string text = step_summary(campaign);
  EXPECT_LE(text.size(), kStepSummaryLimit);
  EXPECT_GT(text.size(), kStepSummaryLimit - 2000);
  std::size_t rows = 0;
  for (std::size_t at = text.find("\n| 1 | scene"); at != std::string::npos;
       at = text.find("\n| 1 | scene", at + 1))
    ++rows;
  EXPECT_TRUE(holds(text, std::to_string(20000 - rows) + " more groups left out"));
  for (const std::size_t limit : {0UL, 10UL, 300UL, 1000UL})
    EXPECT_LE(step_summary(campaign, limit).size(), limit);
}

TEST(StepSummary, ACutTextIsWholeCharacters) {
  CampaignReport campaign;
  for (int length = 290; length < 305; ++length) {
    campaign.suite = std::string(static_cast<std::size_t>(length), 'a') + "\u20ac\u20ac\u20ac\u20ac\u20ac";
    EXPECT_FALSE(holds(step_summary(campaign), "\xef\xbf\xbd")) << length;
  }
}

}  // namespace
}  // namespace backlot::report::step_summary_test
