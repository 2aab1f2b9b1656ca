// The report of a campaign as `run --report` writes it: pages with what happened in each run, coverage, requirements, baseline and trend.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "apps/cli/test/program_test.h"
#include "backlot/campaign/suite.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::cli::pages_test {
namespace {

using nlohmann::json;

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The text of a page, without the tags.
std::string text_of(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node& child : node.children())
    text += child.type() == pugi::node_pcdata ? std::string(child.value()) + ' ' : text_of(child);
  return text;
}

class PagesTest : public ProgramTest {
 protected:
  PagesTest() {
    write("corner.way", harness::test::kSmallRoad);
    write("small.scene", std::string(harness::test::kSmallScene) +
                             "cover { speed at lurch by 5 km/h; distance of subject to waiter at lurch by 5 "
                             "m from 0 m to 60 m }\n");
    write("small.suite", suite("It keeps off others."));
  }
  static std::string suite(const std::string& requirement, const std::string& link = "R-1") {
    return "suite small\nseeds 1..3\ndriver reference\nrequirement R-1 \"" + requirement +
           "\"\ncase calm { scene \"small.scene\"; verifies " + link +
           " }\ncase hasty { scene \"small.scene\"; judge { time_budget below 1 s } }\n";
  }
  pugi::xml_document page(const std::string& name) const {
    pugi::xml_document document;
    const std::string text = read(name);
    const auto parsed =
        document.load_buffer(text.data(), text.size(), pugi::parse_default | pugi::parse_doctype);
    EXPECT_TRUE(parsed) << name << ": " << parsed.description();
    return document;
  }
  std::vector<std::string> run_pages(const std::string& report) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path(report + "/runs")))
      names.push_back(report + "/runs/" + entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
};

TEST_F(PagesTest, ShowWhatHappenedInFailuresAndInOnePassOfEachCase) {
  const Answer answer = run({"run", "small.suite", "--report", "r", "--jobs", "2", "--json"});
  EXPECT_EQ(answer.code, 1) << answer.err;
  const json rows = json::parse(answer.out)["runs"];
  std::size_t failures = 0;
  for (const json& row : rows) failures += row["verdict"] == "pass" ? 0U : 1U;
  ASSERT_GE(failures, 3U);  // the case that is judged by a budget that no run can keep
  const std::vector<std::string> pages = run_pages("r");
  EXPECT_EQ(pages.size(), failures + 1);
  EXPECT_TRUE(holds(answer.err, "report: r/index.html, " + std::to_string(pages.size() + 2) + " pages"))
      << answer.err;
  EXPECT_FALSE(exists("r/.details"));
  for (const std::string& name : pages) {
    const pugi::xml_document document = page(name);
    const std::string text = text_of(document), source = read(name);
    const bool has_failed = holds(name, "hasty");
    EXPECT_GE(document.select_nodes("//figure//img[starts-with(@src, 'data:image/svg+xml')]").size(), 2U)
        << name;
    EXPECT_TRUE(holds(text, "speed of the subject [m/s]")) << name;
    EXPECT_TRUE(holds(text, "distance to the nearest other object [m]")) << name;
    EXPECT_TRUE(holds(text, "backlot run small.scene --seed ")) << name;
    EXPECT_EQ(holds(text, "Reference drivers, from onset on"), has_failed) << name;
    if (has_failed) {
      EXPECT_TRUE(holds(text, "this run"));
      EXPECT_TRUE(holds(text, "r157_attentive"));
      EXPECT_TRUE(holds(text, "time_budget below 1 s"));
    }
    // nothing is loaded from elsewhere
    for (const char* loads : {"src=\"http", "href=\"http", "url(", "@import", "<link"})
      EXPECT_FALSE(holds(source, loads)) << loads;
    EXPECT_LT(source.size(), 1'500'000U);
  }
  // the coverage is what was reached: the value of each row is within the bins that are filled
  const std::string index = text_of(page("r/index.html"));
  EXPECT_TRUE(holds(index, "speed at lurch")) << index;
  EXPECT_TRUE(holds(index, "0 to 60 m")) << index;
  for (const json& row : rows) {
    ASSERT_EQ(row["cover"].size(), 2U);
    if (!row["staged"]) continue;
    EXPECT_EQ(row["cover"][0]["unit"], "km/h");
    EXPECT_NEAR(row["cover"][0]["value"].get<double>(), 46,
                6);  // 92 % of the limit, and what the driver does
    EXPECT_EQ(row["cover"][1]["bin"], 5);
  }
}

TEST_F(PagesTest, AreTheSameForAnyNumberOfJobs) {
  run({"run", "small.suite", "--report", "one", "--jobs", "1"});
  run({"run", "small.suite", "--report", "two", "--jobs", "2"});
  run({"run", "small.suite", "--report", "inside", "--inside"});
  const std::vector<std::string> pages = run_pages("one");
  ASSERT_FALSE(pages.empty());
  for (const std::string& name : pages) {
    EXPECT_TRUE(read(name) == read("two" + name.substr(3))) << name;
    EXPECT_TRUE(read(name) == read("inside" + name.substr(3))) << name;
  }
}

// A campaign that was finished before is shown again with all that its pages had.
TEST_F(PagesTest, OfAResumedCampaignAreWhole) {
  run({"run", "small.suite", "--db", "c.db", "--report", "first"});
  const Answer again = run({"run", "small.suite", "--db", "c.db", "--resume", "--report", "again"});
  EXPECT_EQ(again.code, 1) << again.err;
  ASSERT_EQ(run_pages("first").size(), run_pages("again").size());
  for (const std::string& name : run_pages("first"))
    EXPECT_TRUE(read(name) == read("again" + name.substr(5))) << name;
}

TEST_F(PagesTest, CompareWithTheLastCampaignAndShowTheTrend) {
  ASSERT_EQ(run({"run", "small.suite", "--filter", "calm", "--db", "h.db", "--revision", "v1"}).code, 0);
  write("small.suite", suite("It keeps off all others, always."));
  const Answer second = run({"run", "small.suite", "--filter", "calm", "--driver", "evader", "--db", "h.db",
                             "--revision", "v2", "--report", "r", "--json"});
  EXPECT_TRUE(holds(second.err, "the requirement R-1 is suspect: its text changed since campaign 1"))
      << second.err;
  for (const json& row : json::parse(second.out)["runs"]) EXPECT_EQ(row["suspect"], json::array({"R-1"}));
  const std::string index = text_of(page("r/index.html"));
  EXPECT_TRUE(holds(index, "Against the baseline: v1, campaign 1 of ")) << index;
  EXPECT_TRUE(holds(index, "Trend over revisions")) << index;
  EXPECT_TRUE(holds(index, "1 suspect")) << index;
  EXPECT_TRUE(holds(index, "v2")) << index;
  // another baseline
  EXPECT_EQ(
      run({"run", "small.suite", "--filter", "calm", "--db", "h.db", "--baseline", "v3", "--report", "r"})
          .code,
      3);
  EXPECT_EQ(run({"run", "small.suite", "--filter", "calm", "--baseline", "v1", "--report", "r"}).code, 2);
  write("before.json", run({"run", "small.suite", "--filter", "calm", "--json"}).out);
  EXPECT_EQ(
      run({"run", "small.suite", "--filter", "calm", "--baseline", "before.json", "--report", "r"}).code, 0);
  EXPECT_TRUE(holds(text_of(page("r/index.html")), "Against the baseline: before.json"));
  EXPECT_EQ(run({"run", "small.suite", "--filter", "calm", "--baseline", "none.json", "--report", "r"}).code,
            3);
}

TEST_F(PagesTest, ALinkToAnotherTextIsSuspect) {
  write("small.suite",
        suite("It keeps off others.", "R-1 as of \"" + campaign::digest_of("It keeps off others.") + "\""));
  EXPECT_EQ(run({"check", "--strict", "small.suite"}).code, 0);
  write("small.suite",
        suite("It keeps off all.", "R-1 as of \"" + campaign::digest_of("It keeps off others.") + "\""));
  const Answer checked = run({"check", "small.suite"});
  EXPECT_TRUE(holds(checked.err, "warning K203")) << checked.err;
  EXPECT_TRUE(holds(checked.err, campaign::digest_of("It keeps off all."))) << checked.err;
  const Answer played = run({"run", "small.suite", "--filter", "calm", "--json"});
  const json all = json::parse(played.out);
  EXPECT_EQ(all["runs"][0]["suspect"], json::array({"R-1"}));
  EXPECT_EQ(all["requirements"][0]["changed"], true);
}

TEST_F(PagesTest, GithubGetsASummary) {
  ::setenv("GITHUB_ACTIONS", "true", 1);
  ::setenv("GITHUB_STEP_SUMMARY", path("summary.md").c_str(), 1);
  write("summary.md", "before\n");
  run({"run", "small.suite"});
  ::unsetenv("GITHUB_ACTIONS");
  ::unsetenv("GITHUB_STEP_SUMMARY");
  EXPECT_EQ(read("summary.md").rfind("before\n## small: FAILED", 0), 0U) << read("summary.md");
  EXPECT_TRUE(holds(read("summary.md"), "backlot run small.scene --seed"));
}

// Drivers of one scene and seed share a warm-up; the runs are those of fresh processes.
TEST_F(PagesTest, DriversThatShareAWarmUpDriveTheSameRuns) {
  const json all = json::parse(run({"run", "small.scene", "--seeds", "1..3", "--driver", "reference",
                                    "--driver", "sleepy", "--driver", "evader", "--jobs", "2", "--json"})
                                   .out)["runs"];
  ASSERT_EQ(all.size(), 9U);
  for (const json& row : all) {
    const json alone = json::parse(run({"run", "small.scene", "--seed", row["seed"].dump(), "--driver",
                                        row["driver"].get<std::string>(), "--inside", "--json"})
                                       .out)["runs"][0];
    EXPECT_EQ(row["hash"], alone["hash"]);
    EXPECT_EQ(row["verdict"], alone["verdict"]);
    EXPECT_EQ(row["roles"], alone["roles"]);
  }
}

}  // namespace
}  // namespace backlot::cli::pages_test
