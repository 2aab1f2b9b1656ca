#include "backlot/draw/svg.h"

#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/draw/colour.h"
#include "backlot/draw/test/xml_check.h"

namespace backlot::draw::svg_test {
namespace {

using test::count_of;
using test::xml_fault;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Sheet full_sheet() {
  Sheet sheet(200, 100);
  const std::vector<SheetPoint> points = {{0, 0}, {10, 5}, {20, 0}};
  sheet.begin_group({.fill = "none", .stroke = "#123456", .stroke_width = 2, .opacity = 0.5, .dash = "3 2"});
  sheet.line({1, 2}, {3, 4}, {});
  sheet.polyline(points, {.stroke = "#ff0000"});
  sheet.begin_group({});
  sheet.polygon(points, {.fill = "#00ff00"});
  sheet.end_group();
  sheet.end_group();
  sheet.rectangle({5, 5}, 10, 20, {.fill = "#eeeeee"});
  sheet.circle({50, 50}, 7.5, {.fill = "none"});
  sheet.arrow({0, 0}, {30, 40}, 8, {.stroke = "#0000ff"});
  sheet.text({10, 90}, "a < b & \"c\"",
             {.anchor = Anchor::middle, .bold = true, .turn_deg = -90, .halo = "#ffffff"});
  return sheet;
}

TEST(Svg, IsWellFormed) { EXPECT_EQ(xml_fault(full_sheet().to_svg()), ""); }

TEST(Svg, RoundsTheCornersOfARectangle) {
  Sheet sheet(10, 10);
  sheet.rounded_rectangle({1, 2}, 3, 4, 1.5, {.fill = "none"});
  sheet.rounded_rectangle({1, 2}, 3, 4, 0, {.fill = "none"});
  EXPECT_EQ(count_of(sheet.to_svg(), R"(height="4" rx="1.5" fill="none"/>)"), 1U);
  EXPECT_EQ(count_of(sheet.to_svg(), "rx="), 1U);
}

TEST(Svg, CheckOfTheTestFindsFaults) {
  EXPECT_NE(xml_fault("<svg><g></svg>"), "");
  EXPECT_NE(xml_fault("<svg>a & b</svg>"), "");
  EXPECT_NE(xml_fault("<svg a=\"1></svg>"), "");
  EXPECT_NE(xml_fault("<svg/><svg/>"), "");
}

TEST(Svg, GivesTheSameBytesEachTime) { EXPECT_EQ(full_sheet().to_svg(), full_sheet().to_svg()); }

TEST(Svg, ShowsAllOfTheSheet) {
  EXPECT_NE(Sheet(640.5, 480).to_svg().find(R"(width="640.5" height="480" viewBox="0 0 640.5 480")"),
            std::string::npos);
}

TEST(Svg, WritesNumbersShortAndFixed) {
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(1.5), "1.5");
  EXPECT_EQ(number_text(1.004), "1");
  EXPECT_EQ(number_text(-1.239), "-1.24");
  EXPECT_EQ(number_text(-0.0), "0");
  EXPECT_EQ(number_text(-0.001), "0");
  EXPECT_EQ(number_text(100), "100");
}

TEST(Svg, EscapesWhatMeansSomethingInXml) {
  EXPECT_EQ(escaped("a<b>&\"c\"'d'"), "a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;");
  EXPECT_EQ(escaped("one\ntwo\x01"), "one two ");
  EXPECT_EQ(escaped("10⁻⁹ m"), "10⁻⁹ m");
}

TEST(Svg, LeavesOutShapesThatHaveNoPlace) {
  Sheet sheet(10, 10);
  const std::vector<SheetPoint> bad = {{0, 0}, {kNan, 1}, {1, 1}}, one = {{0, 0}};
  sheet.line({0, 0}, {kInf, 0}, {});
  sheet.polyline(bad, {});
  sheet.polyline(one, {});
  sheet.polygon(bad, {});
  sheet.circle({0, 0}, kNan, {});
  sheet.circle({0, 0}, -1, {});
  sheet.rectangle({kNan, 0}, 1, 1, {});
  sheet.rectangle({0, 0}, -1, 1, {});
  sheet.arrow({1, 1}, {1, 1}, 5, {});
  sheet.arrow({1, 1}, {kNan, 1}, 5, {});
  sheet.text({kNan, 0}, "nowhere");
  sheet.text({0, 0}, "");
  EXPECT_EQ(sheet.to_svg(), Sheet(10, 10).to_svg());
}

TEST(Svg, GroupsNest) {
  const std::string svg = full_sheet().to_svg();
  EXPECT_EQ(count_of(svg, "<g"), 2U);
  EXPECT_EQ(count_of(svg, "</g>"), 2U);
}

TEST(Svg, AGroupCanHaveATitle) {
  Sheet sheet(10, 10);
  sheet.begin_group({}, "a & b");
  sheet.end_group();
  EXPECT_EQ(count_of(sheet.to_svg(), "<title>a &amp; b</title>"), 1U);
  EXPECT_EQ(xml_fault(sheet.to_svg()), "");
}

// A window from 100 to 200 keeps shapes from 80 to 220: the widest stroke is 20.
TEST(Svg, AWindowCutsShapesAtItsEdges) {
  Sheet sheet(300, 300);
  sheet.begin_window({100, 100}, 100, 100);
  sheet.polygon(std::vector<SheetPoint>{{0, 120}, {1000, 120}, {1000, 150}, {0, 150}}, {.fill = "#010101"});
  sheet.polyline(std::vector<SheetPoint>{{0, 130}, {300, 130}, {300, 140}, {0, 140}},
                 {.stroke = "#020202", .dash = "6 4"});
  sheet.polygon(std::vector<SheetPoint>{{0, 0}, {1000, 0}, {0, 30}}, {.fill = "#030303"});
  sheet.end_window();
  const std::string svg = sheet.to_svg();
  EXPECT_EQ(count_of(svg, R"(points="80,120 220,120 220,150 80,150" fill="#010101")"), 1U) << svg;
  EXPECT_EQ(count_of(svg, R"(points="80,130 220,130" stroke="#020202" stroke-dasharray="6 4")"), 1U) << svg;
  EXPECT_EQ(count_of(svg, R"(points="220,140 80,140" stroke="#020202" stroke-dasharray="6 4")"), 1U) << svg;
  EXPECT_EQ(count_of(svg, R"(stroke-dashoffset="80")"), 1U) << svg;
  EXPECT_EQ(count_of(svg, R"(stroke-dashoffset="390")"), 1U) << "300 + 10 to the corner, 80 back" << svg;
  EXPECT_EQ(count_of(svg, "#030303"), 0U) << "all of it lies above the window";
}

TEST(Svg, AnArrowEndsAtItsTip) {
  Sheet sheet(100, 100);
  sheet.arrow({0, 50}, {80, 50}, 10, {.stroke = "#000000"});
  EXPECT_NE(sheet.to_svg().find("points=\"80,50 70,54 70,46\""), std::string::npos) << sheet.to_svg();
}

TEST(Svg, WritesAFileAndSaysWhyNot) {
  const std::string path = testing::TempDir() + "backlot_svg_test.svg";
  EXPECT_TRUE(full_sheet().write(path).is_empty());
  std::ifstream file(path, std::ios::binary);
  std::stringstream content;
  content << file.rdbuf();
  EXPECT_EQ(content.str(), full_sheet().to_svg());
  std::remove(path.c_str());

  const base::Diagnostics failed = full_sheet().write(testing::TempDir() + "no/such/folder/a.svg");
  ASSERT_EQ(failed.size(), 1U);
  EXPECT_EQ(failed[0].code, "D101");
  EXPECT_NE(failed[0].place.file.find("a.svg"), std::string::npos);
}

TEST(Colour, MixesAndIsWritten) {
  EXPECT_EQ(to_text(colour(0x1f77b4)), "#1f77b4");
  EXPECT_EQ(to_text(mix(colour(0x000000), colour(0xffffff), 0.5)), "#808080");
  EXPECT_EQ(mix(colour(0x102030), colour(0xffffff), -1), colour(0x102030));
  EXPECT_EQ(mix(colour(0x102030), colour(0xffffff), 7), colour(0xffffff));
  EXPECT_EQ(to_text({-1, 2, 0.5}), "#00ff80");
}

}  // namespace
}  // namespace backlot::draw::svg_test
