#include "backlot/draw/plot.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "backlot/draw/test/xml_check.h"

namespace backlot::draw::plot_test {
namespace {

using test::count_of;
using test::xml_fault;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Plot boxes_touched() {
  Plot plot;
  plot.title = "Boxes & segments";
  plot.subtitle = "cold queries <random points>";
  plot.x = {.label = "segments", .is_log = true};
  plot.y = {.label = "touched [1]"};
  plot.series = {{.name = "boxes", .points = {{100, 12}, {1e4, 15}, {1e6, 17}}},
                 {.name = "segments", .points = {{100, 2}, {1e4, 2.2}, {1e6, 2.3}}, .marker = Marker::square},
                 {.name = "bound", .points = {{100, 18}, {1e6, 18}}, .marker = Marker::none, .dash = "6 4"}};
  return plot;
}

TEST(Plot, IsWellFormed) {
  const std::string svg = draw_plot(boxes_touched()).to_svg();
  EXPECT_EQ(xml_fault(svg), "");
  for (const char* word : {"Boxes &amp; segments", "segments", "touched [1]", "boxes", "bound", "10 000"}) {
    EXPECT_NE(svg.find(word), std::string::npos) << word;
  }
}

TEST(Plot, GivesTheSameBytesEachTime) {
  EXPECT_EQ(draw_plot(boxes_touched()).to_svg(), draw_plot(boxes_touched()).to_svg());
}

TEST(Plot, EveryPointGetsAMarkerAndTheLegendOneMore) {
  Plot plot = boxes_touched();
  plot.series.resize(1);
  EXPECT_EQ(count_of(draw_plot(plot).to_svg(), "<circle"), 4U);
  plot.series[0].name.clear();
  EXPECT_EQ(count_of(draw_plot(plot).to_svg(), "<circle"), 3U);
}

TEST(Plot, EveryKindOfMarkerIsDrawn) {
  for (const Marker marker :
       {Marker::none, Marker::circle, Marker::square, Marker::triangle, Marker::diamond}) {
    Plot plot;
    plot.series = {{.points = {{0, 0}, {1, 1}}, .marker = marker}};
    const std::string svg = draw_plot(plot).to_svg();
    EXPECT_EQ(xml_fault(svg), "");
    const std::size_t shapes =
        count_of(svg, "<circle") + count_of(svg, "<polygon") + (count_of(svg, "<rect") - 2);
    EXPECT_EQ(shapes, marker == Marker::none ? 0U : 2U);
  }
}

TEST(Plot, WithoutDataSaysSo) {
  for (const bool is_log : {false, true}) {
    Plot plot;
    plot.x.is_log = plot.y.is_log = is_log;
    plot.series = {{.name = "nothing"}};
    const std::string svg = draw_plot(plot).to_svg();
    EXPECT_EQ(xml_fault(svg), "");
    EXPECT_NE(svg.find("no data"), std::string::npos);
  }
}

TEST(Plot, LeavesOutWhatIsNoNumber) {
  Plot plot;
  plot.series = {{.points = {{0, 0}, {1, 1}, {2, kNan}, {kInf, 3}, {3, 1e308}, {4, 4}, {5, 5}}}};
  const std::string svg = draw_plot(plot).to_svg();
  EXPECT_EQ(count_of(svg, "<circle"), 4U);
  EXPECT_EQ(count_of(svg, "<polyline"), 2U);  // with a gap between
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(Plot, ALogarithmicAxisLeavesOutZeroAndLess) {
  Plot plot;
  plot.y.is_log = true;
  plot.series = {{.points = {{0, 0}, {1, -1}, {2, 10}, {3, 100}}}};
  EXPECT_EQ(count_of(draw_plot(plot).to_svg(), "<circle"), 2U);
}

TEST(Plot, ALogarithmicAxisPutsEqualFactorsAtEqualDistances) {
  Plot plot;
  plot.x = {.is_log = true, .low = 1, .high = 10'000};
  plot.width = 82 + 400 + 26;  // the frame is 400 wide
  plot.series = {{.points = {{10, 1}, {100, 2}, {1000, 3}}}};
  const std::string svg = draw_plot(plot).to_svg();
  for (const char* place : {"cx=\"182\"", "cx=\"282\"", "cx=\"382\""}) {
    EXPECT_EQ(count_of(svg, place), 1U) << place;
  }
}

TEST(Plot, LinesEndAtTheFrame) {
  Plot plot;
  plot.x = {.low = 0, .high = 1};
  plot.y = {.low = 0, .high = 1};
  plot.width = 82 + 400 + 26;
  plot.height = 24 + 400 + 62;
  plot.series = {{.points = {{-1, 0.5}, {2, 0.5}}}, {.points = {{-1, 5}, {2, 5}}}};
  const std::string svg = draw_plot(plot).to_svg();
  EXPECT_NE(svg.find("points=\"82,224 482,224\""), std::string::npos);
  EXPECT_EQ(count_of(svg, "<polyline"), 1U);
  EXPECT_EQ(count_of(svg, "<circle"), 0U);
}

TEST(Plot, OnePointAndEqualPointsHaveARange) {
  for (const bool is_log : {false, true}) {
    for (const double value : {1e-9, 5.0, 1e12}) {
      Plot plot;
      plot.x.is_log = plot.y.is_log = is_log;
      plot.series = {{.points = {{value, value}, {value, value}}}};
      const std::string svg = draw_plot(plot).to_svg();
      EXPECT_EQ(xml_fault(svg), "");
      EXPECT_EQ(count_of(svg, "<circle"), 2U);
      EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
  }
}

TEST(Plot, LimitsThatMakeNoSenseAreNotTaken) {
  Plot plot = boxes_touched();
  plot.x.low = -5;  // not on a logarithmic axis
  plot.x.high = kNan;
  EXPECT_EQ(draw_plot(plot).to_svg(), draw_plot(boxes_touched()).to_svg());
  plot.y.low = 10;
  plot.y.high = 5;
  EXPECT_EQ(xml_fault(draw_plot(plot).to_svg()), "");
}

}  // namespace
}  // namespace backlot::draw::plot_test
