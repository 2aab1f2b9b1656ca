#include "backlot/report/write_report.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "backlot/report/campaign_json.h"
#include "backlot/report/test/read_page.h"
#include "backlot/report/test/sample_campaign.h"

namespace backlot::report::write_report_test {
namespace {

using test::all_of;
using test::holds;
using test::read_page;
using test::sample_campaign;
using test::text_of;
using verdict::Verdict;

using Files = std::map<std::string, std::string>;

Files files_of(const CampaignReport& campaign, const ReportOptions& options = {}) {
  Files files;
  for (auto& [path, text] : report_files(campaign, options))
    EXPECT_TRUE(files.emplace(path, text).second) << path;
  return files;
}

// The path that a link on a page leads to, from the folder of the report.
std::string target_of(const std::string& page, std::string link) {
  link = link.substr(0, link.find('#'));
  return (std::filesystem::path(page).parent_path() / link).lexically_normal().generic_string();
}

// Well-formed, loads nothing, and every link leads to a page of the report.
void check_pages(const Files& files) {
  for (const auto& [path, html] : files) {
    SCOPED_TRACE(path);
    const pugi::xml_document page = read_page(html);
    EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
    EXPECT_EQ(
        all_of(page, "//link").size() + all_of(page, "//iframe").size() + all_of(page, "//object").size(),
        0U);
    for (const pugi::xpath_node& found : page.select_nodes("//@href"))
      EXPECT_TRUE(files.contains(target_of(path, found.attribute().value()))) << found.attribute().value();
    for (const pugi::xpath_node& found : page.select_nodes("//@src"))
      EXPECT_TRUE(std::string_view(found.attribute().value()).starts_with("data:image/svg+xml;base64,"));
    for (const pugi::xml_node& style : all_of(page, "//style")) {
      EXPECT_FALSE(holds(style.text().get(), "url("));
      EXPECT_FALSE(holds(style.text().get(), "@import"));
    }
    for (const pugi::xml_node& node : all_of(page, "//*"))
      for (const pugi::xml_attribute& attribute : node.attributes()) {
        EXPECT_FALSE(std::string_view(attribute.name()).starts_with("on")) << attribute.name();
        if (std::string_view(attribute.name()) != "xmlns") {
          EXPECT_FALSE(holds(attribute.value(), "://")) << attribute.value();
        }
      }
    for (const pugi::xml_node& image : all_of(page, "//img"))
      EXPECT_FALSE(std::string(image.attribute("alt").value()).empty());
    for (const pugi::xml_node& head : all_of(page, "//thead//th"))
      EXPECT_STREQ(head.attribute("scope").value(), "col");
    EXPECT_EQ(all_of(page, "//h1").size(), 1U);
    EXPECT_FALSE(std::string(page.select_node("//title").node().text().get()).empty());
    for (const char* word : {"nan", "inf "})
      EXPECT_FALSE(holds(text_of(page.select_node("//body").node()), word)) << word;
  }
}

// The numbers of the tiles, by the address that they lead to.
std::map<std::string, std::size_t> tiles_of(const pugi::xml_document& index) {
  std::map<std::string, std::size_t> tiles;
  for (const pugi::xml_node& tile : all_of(index, "//a[contains(@class, 'tile')]"))
    tiles[tile.attribute("href").value()] = tile.child("b").text().as_ullong();
  return tiles;
}

TEST(WriteReport, PagesAreWholeAndNeedNothingElse) {
  const Files files = files_of(sample_campaign());
  EXPECT_EQ(files.size(), 2U + 16U) << "index, runs, and 16 runs that did not pass";
  check_pages(files);
  EXPECT_EQ(files, files_of(sample_campaign())) << "the same data, the same bytes";
}

TEST(WriteReport, CountsAreThoseOfTheRows) {
  const CampaignReport campaign = sample_campaign();
  std::map<std::string, std::size_t> expected;
  for (const report::Run& run : campaign.runs) {
    switch (run.verdict) {
      case Verdict::pass:
        ++expected["runs.html#passed"];
        break;
      case Verdict::fail:
        ++expected[run.responsibility->preventable_by.empty() ? "runs.html#unpreventable"
                                                              : "runs.html#preventable"];
        break;
      case Verdict::evaded:
        ++expected["runs.html#evaded"];
        break;
      case Verdict::not_staged:
        ++expected["runs.html#not_staged"];
        break;
      case Verdict::crashed:
      case Verdict::hung:
        ++expected["runs.html#error"];
        break;
    }
  }
  EXPECT_EQ(expected["runs.html#passed"], 44U) << "as the sample says";
  const Files files = files_of(campaign);
  EXPECT_EQ(tiles_of(read_page(files.at("index.html"))), expected);

  // the table of all runs, and its rows by outcome
  const pugi::xml_document runs = read_page(files.at("runs.html"));
  std::map<std::string, std::size_t> rows;
  for (const pugi::xml_node& row : all_of(runs, "//table[@id='runs']/tbody/tr"))
    ++rows[std::string("runs.html#") + row.attribute("data-o").value()];
  EXPECT_EQ(rows, expected);
  EXPECT_EQ(all_of(runs, "//table[@id='runs']//a").size(), 16U);
}

TEST(WriteReport, TheFirstPageSaysWhatATestManagerAsksFor) {
  const Files files = files_of(sample_campaign());
  const pugi::xml_document index = read_page(files.at("index.html"));
  const std::string text = text_of(index.child("html").child("body"));
  for (const char* part :
       {"urban core",
        "9c41d7e",
        "0.1.0",
        "2026-03-14 22:05 UTC",
        "ERROR",
        "11 of 60 runs failed, 10 of them preventable",
        "revision 4f2a91c",
        "3 new",
        "1 fixed",
        "9 remaining",
        "no contact",
        "first.north_straight",
        "violator",
        "backlot run scenes/run_red_light.scene --seed 3 --driver planner_a --param 'lead=1 s'",
        "5 requirements: 4 failed, 1 uncovered, 1 suspect",
        "REQ-040",
        "lead at onset",
        "min ttc",
        "worse",
        "better",
        "the subject stopped before the crossing",
        "no vehicle to cast as blocker",
        "Trend over revisions"})
    EXPECT_TRUE(holds(text, part)) << part;
  // the matrix of scenes and drivers: passed of all
  const pugi::xpath_node row = index.select_node("//h2[.='Scenes and drivers']/..//tr[th='cut_in']");
  ASSERT_TRUE(row);
  std::vector<std::string> cells;
  for (const pugi::xml_node& cell : row.node().children("td")) cells.push_back(text_of(cell));
  EXPECT_EQ(cells, (std::vector<std::string>{"5 / 5", "1 / 54 failed", "5 / 5"}));
}

TEST(WriteReport, ThePageOfARunTellsItsStory) {
  const CampaignReport campaign = sample_campaign();
  const Files files = files_of(campaign);
  const auto found = std::find_if(files.begin(), files.end(),
                                  [](const auto& file) { return holds(file.first, "run_red_light"); });
  ASSERT_NE(found, files.end());
  const pugi::xml_document page = read_page(found->second);
  const std::string text = text_of(page.child("html").child("body"));
  for (const char* part :
       {"run_red_light, lead 1.5 s, seed 1", "planner_a", "Failed, preventable",
        "The subject broke \"no contact\" at", "with the violator", "r157_attentive and rss avoided it",
        "violator (94)", "onset of violation", "violation commits", "speed of the subject [m/s]",
        "time to collision", "signal brake_confidence", "The violator broke a rule first", "too far ahead: 7",
        "enters path of subject", "avoided", "side_flow", "240 per hour", "this run"})
    EXPECT_TRUE(holds(text, part)) << part;
  for (const report::Run& run : campaign.runs)
    if (scene_of(run) == "run_red_light" && run.seed == 1 && run.driver == "planner_a") {
      EXPECT_TRUE(holds(text, run.hash));
    }
  EXPECT_EQ(all_of(page, "//img").size(), 3U);
  EXPECT_EQ(all_of(page, "//svg[contains(@class, 'time')]").size(), 2U);
  const auto crash = std::find_if(files.begin(), files.end(),
                                  [](const auto& file) { return holds(file.second, "signal 11"); });
  ASSERT_NE(crash, files.end());
}

TEST(WriteReport, TextsFromOutsideAreNeverMarkup) {
  const std::string evil =
      "</title></script><script>alert(1)</script><img src=x onerror='y'>\"'&]]>\x01\x1b[31m\xff\xfe\xc0\xaf "
      "\xe2\x80\xae";
  CampaignReport campaign = sample_campaign();
  campaign.suite = campaign.tool_version = campaign.tool_commit = campaign.driver = campaign.driver_revision =
      campaign.started = evil;
  campaign.baseline->label = evil;
  for (Requirement& requirement : campaign.requirements) requirement.text = evil;
  campaign.requirements.push_back({evil, evil, true});
  for (CoverageItem& item : campaign.coverage) item.scene = item.parameter = item.unit = evil;
  for (Revision& revision : campaign.history) revision.revision = revision.date = evil;
  for (report::Run& run : campaign.runs) {
    run.name = run.scene = run.scene_file = run.driver = run.subject = run.cause = run.hash = run.recording =
        run.log = evil;
    run.parameters = run.given = {{evil, evil}};
    run.requirements = run.tags = {evil};
    for (Expectation& one : run.expectations) one.text = evil;
    for (RoleRow& one : run.roles) one.role = evil, one.refused = {{evil, 1}};
    for (EventRow& one : run.events) one.event = evil;
    for (FindingRow& one : run.findings)
      one.validator = one.rule = one.corridor = one.message = one.other_role = evil;
    if (run.responsibility) {
      run.responsibility->initiator = run.responsibility->sentence = evil;
      run.responsibility->rules = {{evil, evil, 1.0}};
      run.responsibility->preventable_by = {evil};
    }
    for (Figure& one : run.figures) one.name = evil;
    if (run.series)
      for (Curve& one : run.series->signals) one.name = one.unit = evil;
    run.marks = {{run.start_s + 1, MarkKind::onset, evil}};
    for (Panel& one : run.panels) one.caption = evil, one.svg = "<svg " + evil;
    for (Fork& one : run.forks) one.driver = evil;
  }
  const Files files = files_of(campaign, {.has_all_pages = true});
  EXPECT_EQ(files.size(), 62U);
  check_pages(files);
  for (const auto& [path, html] : files) {
    const pugi::xml_document page = read_page(html);
    EXPECT_LE(all_of(page, "//script").size(), 1U) << "our own";
    for (const pugi::xml_node& script : all_of(page, "//script"))
      EXPECT_FALSE(holds(script.text().get(), "alert"));
    for (const char c : html) EXPECT_TRUE(static_cast<unsigned char>(c) >= 32 || c == '\n') << path;
    EXPECT_FALSE(holds(html, "\xff")) << path;
    EXPECT_FALSE(holds(html, "\xe2\x80\xae")) << "an override of the direction of writing";
    EXPECT_TRUE(holds(text_of(page.child("html").child("body")), "<script>alert(1)</script>"))
        << "it is shown as text";
  }
}

TEST(WriteReport, EmptyCampaignHasAPageWithoutEmptyParts) {
  const Files files = files_of({});
  EXPECT_EQ(files.size(), 2U);
  check_pages(files);
  const pugi::xml_document index = read_page(files.at("index.html"));
  EXPECT_TRUE(holds(text_of(index.child("html").child("body")), "NOTHING RUN"));
  EXPECT_TRUE(all_of(index, "//h2").empty());
}

TEST(WriteReport, OneRunIsACampaign) {
  CampaignReport campaign;
  campaign.runs.push_back({.name = "cut_in", .seed = 3, .is_staged = true});
  Files files = files_of(campaign);
  EXPECT_EQ(files.size(), 2U);
  check_pages(files);
  EXPECT_TRUE(holds(files.at("index.html"), "The run passed."));
  files = files_of(campaign, {.has_all_pages = true});
  EXPECT_EQ(files.size(), 3U);
  check_pages(files);
  EXPECT_TRUE(files.contains("runs/0001_cut_in_seed_3.html"));
}

TEST(WriteReport, NumbersThatAreNotFiniteAreDashesAndGaps) {
  CampaignReport campaign = sample_campaign();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (report::Run& run : campaign.runs) {
    run.sim_s = run.start_s = 0;
    for (FindingRow& one : run.findings)
      one.time_s = nan, one.margin = nan, one.value = nan, one.until_s = nan;
    for (Figure& one : run.figures) one.value = nan;
    for (Expectation& one : run.expectations) one.time_s = nan, one.value = nan;
    if (run.series) run.series->speed_mps.assign(5, nan), run.series->time_s[3] = nan;
    for (Fork& one : run.forks) one.time_s.assign(4, nan);
  }
  for (CoverageItem& item : campaign.coverage) item.low = nan;
  check_pages(files_of(campaign));
}

// 2,000 and 10,000 rows of which one in seven fails: five times the rows, at most five times the bytes.
TEST(WriteReport, TenThousandRowsStaySmall) {
  const auto bytes_of = [](std::size_t count, std::size_t& pages) {
    CampaignReport campaign;
    for (std::size_t k = 0; k < count; ++k) {
      report::Run run{.name = "scene_" + std::to_string(k % 20),
                      .seed = k,
                      .driver = "reference",
                      .is_staged = true,
                      .sim_s = 60};
      if (k % 7 == 0) {
        run.verdict = Verdict::fail;
        run.findings.push_back({.validator = "contact", .rule = "no contact", .time_s = 5, .margin = -1});
      }
      campaign.runs.push_back(run);
    }
    std::size_t bytes = 0;
    pages = 0;
    for (const auto& [path, text] : report_files(campaign)) {
      if (path.starts_with("runs/"))
        ++pages;
      else
        bytes += text.size();
    }
    return bytes;
  };
  std::size_t few_pages = 0, many_pages = 0;
  const std::size_t few = bytes_of(2000, few_pages), many = bytes_of(10000, many_pages);
  EXPECT_EQ(few_pages, 286U);
  EXPECT_EQ(many_pages, 500U) << "of 1,429 failures";
  EXPECT_LT(many, 4'000'000U);
  EXPECT_LT(many, 5 * few);
}

TEST(WriteReport, EachGroupOfFailuresHasAPageEvenWhereThereAreTooMany) {
  CampaignReport campaign;
  for (std::uint64_t k = 0; k < 50; ++k) {
    report::Run run{
        .name = k < 48 ? "common" : "rare_" + std::to_string(k), .seed = k, .verdict = Verdict::fail};
    run.findings.push_back({.validator = "contact", .time_s = 5});
    campaign.runs.push_back(run);
  }
  const Files files = files_of(campaign, {.most_pages = 3});
  EXPECT_EQ(files.size(), 5U);
  check_pages(files);
  EXPECT_TRUE(files.contains("runs/0049_rare_48_seed_48.html"));
  EXPECT_TRUE(files.contains("runs/0050_rare_49_seed_49.html"));
  EXPECT_TRUE(holds(files.at("index.html"), "47 runs without a page of their own"));
}

TEST(WriteReport, GivesAPageToTheFirstPassOfEachCaseAndDriver) {
  CampaignReport campaign;
  const auto add = [&](const char* name, const char* driver, std::uint64_t seed, verdict::Verdict verdict) {
    report::Run run{.name = name, .seed = seed, .driver = driver};
    run.verdict = verdict;
    campaign.runs.push_back(run);
  };
  using verdict::Verdict;
  add("a", "mine", 1, Verdict::fail);
  add("a", "mine", 2, Verdict::pass);
  add("a", "mine", 3, Verdict::pass);
  add("a", "other", 1, Verdict::pass);
  add("b", "mine", 1, Verdict::evaded);
  EXPECT_EQ(find_pages(campaign.runs, {}).runs, (std::vector<std::size_t>{0, 4}));
  EXPECT_EQ(find_pages(campaign.runs, {.has_sample_pages = true}).runs,
            (std::vector<std::size_t>{0, 1, 3, 4}));
  const Pages few = find_pages(campaign.runs, {.has_sample_pages = true, .most_pages = 3});
  EXPECT_EQ(few.runs, (std::vector<std::size_t>{0, 1, 4}));  // failures come first
  EXPECT_EQ(few.left_out, 1U);
}

TEST(WriteReport, AddsDetailsToEachPageAndToNoOther) {
  CampaignReport campaign = sample_campaign();
  std::vector<std::size_t> asked;
  ReportOptions options;
  options.add_details = [&](std::size_t number, report::Run& run) {
    asked.push_back(number);
    add_details(
        nlohmann::ordered_json::parse(
            R"({"note": "driven on ice", "series": {"time_s": [0, 1], "speed_mps": [3, 4]}, "storyboard": 7})"),
        run);
    run.replay = "backlot run again";
  };
  std::size_t pages = 0;
  for (const auto& [path, text] : report_files(campaign, options)) {
    if (path.rfind("runs/", 0) != 0) continue;
    ++pages;
    EXPECT_TRUE(holds(text, "driven on ice")) << path;
    EXPECT_TRUE(holds(text, "backlot run again")) << path;
  }
  EXPECT_EQ(pages, asked.size());
  EXPECT_EQ(asked, find_pages(campaign.runs, options).runs);
}

TEST(WriteReport, WritesTheFolderAndSaysWhyNot) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "backlot_write_report_test";
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(write_report(sample_campaign(), folder.string()).has_value());
  for (const auto& [path, text] : files_of(sample_campaign())) {
    std::ifstream file(folder / path, std::ios::binary);
    std::stringstream content;
    content << file.rdbuf();
    EXPECT_EQ(content.str(), text) << path;
  }
  // a file in the place of the folder
  const base::Result<Written> failed = write_report(sample_campaign(), (folder / "index.html").string());
  ASSERT_EQ(failed.diagnostics().size(), 1U);
  EXPECT_EQ(failed.diagnostics()[0].code, "D104");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace backlot::report::write_report_test
