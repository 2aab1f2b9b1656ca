#include "backlot/report/campaign_json.h"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "backlot/report/outcome.h"

namespace backlot::report::campaign_json_test {
namespace {

using verdict::Verdict;

constexpr const char* kFull = R"({
 "campaign": {"suite": "s", "tool_version": "0.1", "tool_commit": "c", "driver": "d", "driver_revision": "r", "started": "t", "evaded_at_most": 0.1},
 "summary": {"runs": 1, "wall_s": 2.5, "cpu_s": 4},
 "runs": [{"name": "cut_in", "seed": 18446744073709551615, "driver": null, "subject": "calm", "parameters": {"lead": "1 s", "n": 3}, "given": {"lead": "1 s"},
   "staged": true, "cause": null, "verdict": "fail", "scene_file": "scenes/cut_in.scene", "requirements": ["R1"], "tags": "night",
   "expectations": [{"name": "e", "met": true, "value": null, "limit": 0.5, "time_s": 3}],
   "roles": [{"role": "intruder", "actor": 9, "since_s": null, "supplied": true, "candidates": 2, "times_cast": 1, "best_scores": [1], "refused": {"far": 3}}],
   "events": [{"event": "cutting", "time_s": 4, "onset_s": 4.5, "error_s": -0.25}],
   "violations": [{"validator": "ttc", "rule": "ttc over 1 s", "time_s": 6, "until_s": 7, "value": 0.5, "limit": 1, "margin": -0.5, "other": 9, "message": "m"}],
   "responsibility": {"rules": ["red light", {"rule": "stop line", "by": "other", "time_s": 2}], "initiator": "other", "preventable_by": [], "sentence": "S."},
   "figures": {"min_ttc_s": 0.5}, "margins": {"ttc over 1 s": -0.5}, "tries": 2, "played_seed": 5, "subject_start_s": 1, "sim_s": 60, "hash": "ab", "recording": null,
   "series": {"time_s": [0, 1], "speed_mps": [3, null], "signals": {"x_m": [1, 2]}}, "marks": [{"time_s": 1, "kind": "onset", "text": "o"}],
   "storyboard": [{"caption": "c", "svg": "<svg/>"}], "forks": [{"driver": "rss", "contact": true, "time_s": [0], "speed_mps": [1], "distance_m": [2]}],
   "unknown": {"more": [1]}}],
 "requirements": [{"id": "R1", "text": "t", "changed": true}],
 "coverage": [{"scene": "cut_in", "parameter": "gap", "unit": "m", "low": 1, "high": 3, "bins": 4, "values": [2, null]}],
 "baseline": {"label": "old", "runs": [{"name": "cut_in", "seed": 1, "verdict": "pass"}]},
 "history": [{"revision": "a", "date": "d", "runs": 9, "passed": 4, "failed": 3, "preventable": 1, "unpreventable": 1, "evaded": 2}]
})";

TEST(CampaignJson, ReadsEveryKey) {
  const base::Result<CampaignReport> result = read_campaign_text(kFull, "rows.json");
  ASSERT_TRUE(result) << to_text(result.diagnostics());
  EXPECT_EQ(result->suite + result->tool_version + result->tool_commit + result->driver +
                result->driver_revision + result->started,
            "s0.1cdrt");
  EXPECT_EQ(result->wall_s, 2.5);
  EXPECT_EQ(result->evaded_at_most, 0.1);
  ASSERT_EQ(result->runs.size(), 1U);
  const report::Run& run = result->runs[0];
  EXPECT_EQ(run.seed, 18446744073709551615U);
  EXPECT_EQ(run.driver, "");
  EXPECT_EQ(run.parameters, (NamedTexts{{"lead", "1 s"}, {"n", "3"}}));
  EXPECT_EQ(run.given, (NamedTexts{{"lead", "1 s"}}));
  EXPECT_EQ(run.tags, std::vector<std::string>{"night"});
  EXPECT_EQ(run.verdict, Verdict::fail);
  EXPECT_EQ(outcome_of(run), Outcome::unpreventable);
  EXPECT_FALSE(run.expectations.at(0).value);
  EXPECT_EQ(run.expectations[0].limit, 0.5);
  EXPECT_EQ(run.roles.at(0).actor, 9U);
  EXPECT_EQ(run.roles[0].refused.at(0).second, 3U);
  EXPECT_EQ(run.events.at(0).error_s, -0.25);
  EXPECT_EQ(run.findings.at(0).margin, -0.5);
  EXPECT_EQ(run.findings[0].other, 9U);
  EXPECT_EQ(run.responsibility->rules.at(1).by, "other");
  EXPECT_EQ(run.figures.size(), 3U) << "a figure, a margin, the timing error of an event";
  EXPECT_EQ(run.figures.at(2).value, 0.25);
  EXPECT_EQ(run.start_s, 1);
  EXPECT_TRUE(std::isnan(run.series->speed_mps.at(1)));
  EXPECT_EQ(run.series->signals.at(0).unit, "m");
  EXPECT_EQ(run.marks.at(0).kind, MarkKind::onset);
  EXPECT_EQ(run.panels.at(0).svg, "<svg/>");
  EXPECT_TRUE(run.forks.at(0).had_contact);
  EXPECT_TRUE(result->requirements.at(0).has_changed);
  EXPECT_EQ(result->coverage.at(0).bins, 4U);
  EXPECT_EQ(result->baseline->runs.at(0).seed, 1U);
  const Counts& counts = result->history.at(0).counts;
  EXPECT_EQ(counts.preventable, 1U);
  EXPECT_EQ(counts.unpreventable, 1U);
  EXPECT_EQ(counts.unexamined, 1U);
}

TEST(CampaignJson, AListOfRowsIsEnough) {
  const base::Result<CampaignReport> result =
      read_campaign_text(R"([{"name": "a", "seed": 1, "verdict": "hung"}])", "rows.json");
  ASSERT_TRUE(result);
  EXPECT_EQ(result->runs.at(0).verdict, Verdict::hung);
  EXPECT_TRUE(read_campaign_text(R"({"runs": []})", "rows.json")->runs.empty());
}

TEST(CampaignJson, SaysWhereTheTextIsNotJson) {
  const base::Result<CampaignReport> result = read_campaign_text("{\n \"runs\": [,]\n}", "rows.json");
  ASSERT_FALSE(result);
  ASSERT_EQ(result.diagnostics().size(), 1U);
  EXPECT_EQ(result.diagnostics()[0].code, "E101");
  EXPECT_EQ(result.diagnostics()[0].place, (base::Place{"rows.json", 2, 11}));
  for (const char* text : {"", "nonsense", "{\"runs\": [", "[1, 2", "\xff\xfe"})
    EXPECT_FALSE(read_campaign_text(text, "f")) << text;
}

TEST(CampaignJson, NamesEveryValueThatIsWrong) {
  const base::Result<CampaignReport> result = read_campaign_text(
      R"([{"name": 3, "seed": -1, "verdict": "maybe"}, 7, {"seed": 1, "verdict": "pass", "name": "a", "roles": {}, "series": {"time_s": ["x"]}}])",
      "rows.json");
  ASSERT_FALSE(result);
  std::string all;
  for (const base::Diagnostic& one : result.diagnostics()) {
    EXPECT_EQ(one.code, "E102");
    all += one.message + "\n";
  }
  for (const char* part :
       {"runs[0].name: a text", "runs[0].seed: a whole number", "runs[0].verdict: pass, fail",
        "runs[1]: an object", "runs[2].roles: a list", "runs[2].series.time_s[0]: a number or null"})
    EXPECT_NE(all.find(part), std::string::npos) << part << " in\n" << all;
  EXPECT_EQ(result.diagnostics().size(), 6U);
}

TEST(CampaignJson, ADocumentOfAnotherKindIsRefused) {
  for (const char* text : {"{}", "3", "\"runs\"", "{\"runs\": 3}", "{\"runs\": null}"}) {
    const base::Result<CampaignReport> result = read_campaign_text(text, "f");
    EXPECT_FALSE(result) << text;
  }
}

}  // namespace
}  // namespace backlot::report::campaign_json_test
