#include "backlot/storyboard/rehearsal_page.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "backlot/draw/test/xml_check.h"
#include "backlot/storyboard/test/sample_page.h"
#include "backlot/storyboard/test/svg_parts.h"

namespace backlot::storyboard::rehearsal_page_test {
namespace {

using draw::test::count_of;
using draw::test::xml_fault;
using test::Element;
using test::elements_of;
using test::sample_page;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// All but the first line, which is no XML.
std::string body_of(const std::string& html) { return html.substr(html.find('\n') + 1); }

// The heights of the bars of the first histogram with this label, by the text beside the pointer.
std::size_t runs_in_bars(const std::string& html) {
  std::size_t runs = 0;
  for (const Element& e : elements_of(html)) {
    const std::size_t at = e.text.find(": ");
    if (e.name == "title" && e.text.find(" to ") != std::string::npos && at != std::string::npos)
      runs += std::stoul(e.text.substr(at + 2));
  }
  return runs;
}

TEST(RehearsalPage, IsWellFormedAndNeedsNothingElse) {
  const std::string html = to_html(sample_page());
  EXPECT_EQ(xml_fault(body_of(html)), "");
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<link"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos);
  EXPECT_EQ(html.find("url("), std::string::npos);
  EXPECT_EQ(html.find("@import"), std::string::npos);
  EXPECT_NE(html.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_LT(html.size(), 400'000U);
  EXPECT_EQ(html, to_html(sample_page()));
}

TEST(RehearsalPage, HasEveryNumberAndName) {
  const std::string html = to_html(sample_page());
  for (const char* part : {"98.7 %",
                           "of 1000 runs",
                           "987 of 1000",
                           "97.8 % to 99.2 %",  // all runs
                           ">calm<",
                           ">334<",
                           ">331<",
                           "99.1 %",
                           "97.4 % to 99.7 %",
                           ">326<",
                           "95.7 % to 99.0 %",  // styles
                           ">violator<",
                           "99.4 %",
                           ">3.1<",
                           "2.1 %",
                           "11.3 %",  // roles
                           ">violation<",
                           ">994<",
                           "0.03 s",
                           "0.14 s",
                           "0.61 s",
                           "0.5 s",                             // events
                           "994 runs, 3 beyond the tolerance",  // 0.52, 0.55 and 0.58
                           "Median and quartiles of 1000 runs",
                           "1000 runs, stretched by",
                           "limits 0.5 and 2",
                           ">8<",
                           "highway_mid",
                           "side_flow &gt;= 260 per hour",
                           "99.5 % of 400 other seeds",
                           "not verified",
                           "48 305 419 777 940",
                           "17 93 211 340 512 660 701 988",
                           "backlot run scenes/run_red_light.scene --seed 17",
                           "backlot run scenes/run_red_light.scene --seed 48",
                           "<dt>lead</dt><dd>1.0 s</dd>",
                           "240 per hour",
                           "commit ce4cfb3",
                           "county_road",
                           "Seed 4, the run"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
}

TEST(RehearsalPage, HasThePanelsInside) {
  const std::string html = to_html(sample_page());
  EXPECT_EQ(count_of(html, "<figure class=\"picture\">"), 4U);
  EXPECT_EQ(count_of(html, "<?xml"), 0U);
  EXPECT_EQ(count_of(html, ">braking</text>"), 1U);
}

TEST(RehearsalPage, EveryRunIsInABar) {
  RehearsalPage page = sample_page();
  page.lights.clear();
  EXPECT_EQ(runs_in_bars(to_html(page)), 994U);
  page = sample_page();
  page.events.clear();
  EXPECT_EQ(runs_in_bars(to_html(page)), 1000U);
  page.lights[0].factors = {0.1, 0.6, 0.6, 9, kNan};
  EXPECT_EQ(runs_in_bars(to_html(page)), 4U) << "those beyond the limits are in the bars at the ends";
}

TEST(RehearsalPage, LongListsOfSeedsUnfold) {
  RehearsalPage page;
  page.scene = "x";
  page.causes = {{"cause", {}}};
  for (std::uint64_t seed = 1000; seed < 1100; ++seed) page.causes[0].seeds.push_back(seed);
  const std::string html = to_html(page);
  for (std::uint64_t seed = 1000; seed < 1100; ++seed)
    EXPECT_NE(html.find(std::to_string(seed)), std::string::npos) << seed;
  EXPECT_NE(html.find("88 more"), std::string::npos);
  EXPECT_EQ(xml_fault(body_of(html)), "");
}

TEST(RehearsalPage, WithoutDataItHasNoEmptyParts) {
  const std::string html = to_html({});
  EXPECT_EQ(xml_fault(body_of(html)), "");
  EXPECT_EQ(html.find("<h2>"), std::string::npos);
  EXPECT_EQ(html.find("nan"), std::string::npos);
}

TEST(RehearsalPage, NumbersThatAreNotFiniteAreDashes) {
  RehearsalPage page = sample_page();
  page.share = {3, 1, kNan, kNan};
  page.styles[0].share.low = kNan;
  page.roles[0] = {"violator", kNan, kNan, std::numeric_limits<double>::infinity(), kNan};
  page.events[0].p50_s = page.events[0].p95_s = page.events[0].tolerance_s = kNan;
  page.events[0].errors_s.assign(5, kNan);
  page.candidates[0].step_s = kNan;
  page.lights[0].low = kNan;
  page.lights[0].factors.push_back(1e300);
  page.panels = {"no picture", ""};
  const std::string html = to_html(page);
  EXPECT_EQ(xml_fault(body_of(html)), "");
  EXPECT_EQ(html.find("nan"), std::string::npos);
  EXPECT_EQ(html.find("inf"), std::string::npos);
  EXPECT_GE(count_of(html, "–"), 8U);
  EXPECT_EQ(count_of(html, "<figure class=\"picture\">"), 0U);
}

TEST(RehearsalPage, TextsAreEscaped) {
  RehearsalPage page = sample_page();
  page.title = page.scene = page.file = page.network = "<b>&\"'";
  page.causes[0].cause = page.limits[0].why = page.styles[0].style = "<i>";
  page.parameters.emplace_back("<", ">");
  const std::string html = to_html(page);
  EXPECT_EQ(xml_fault(body_of(html)), "");
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_EQ(html.find("<i>"), std::string::npos);
}

TEST(RehearsalPage, WritesAFileAndSaysWhyNot) {
  const std::string path = testing::TempDir() + "backlot_rehearsal_page_test.html";
  EXPECT_TRUE(write_page(sample_page(), path).is_empty());
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  EXPECT_EQ(content.str(), to_html(sample_page()));
  std::remove(path.c_str());
  const base::Diagnostics failed = write_page(sample_page(), testing::TempDir() + "no/such/folder/a.html");
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0].code, "D103");
}

}  // namespace
}  // namespace backlot::storyboard::rehearsal_page_test
