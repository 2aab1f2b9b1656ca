#include "backlot/draw/ribbon_picture.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "backlot/draw/test/xml_check.h"

namespace backlot::draw::ribbon_picture_test {
namespace {

using namespace geometry;
using test::count_of;
using test::xml_fault;

Ribbon ribbon(double length, SurfaceEdges edges = {.left = 6, .right = -6}) {
  PlanSpine spine;
  spine.start = {.x = 500'000, .y = 5'400'000, .heading_rad = 0.4};  // as large as map coordinates are
  spine.elements = {{PlanLine{0.3 * length}}, {PlanArc{0.7 * length, 1.0 / 80}}};
  spine.elevation = CubicProfile::through({{0, 0}, {length, 0.05 * length}});
  spine.bank_rad = CubicProfile::through({{0, 0}, {length, 0.3}});
  RibbonDescription d;
  d.name = "drawn";
  d.spine = std::move(spine);
  d.edges = edges;
  return Ribbon::build(d).value();
}

TEST(RibbonPicture, IsWellFormed) {
  const std::string svg = draw_ribbon(ribbon(200), {.title = "up & away"}).to_svg();
  EXPECT_EQ(xml_fault(svg), "");
  EXPECT_NE(svg.find("up &amp; away"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

TEST(RibbonPicture, GivesTheSameBytesEachTime) {
  const Ribbon r = ribbon(150);
  EXPECT_EQ(draw_ribbon(r).to_svg(), draw_ribbon(r).to_svg());
}

TEST(RibbonPicture, WritesTheDistanceAlongTheRibbon) {
  const std::string svg = draw_ribbon(ribbon(210)).to_svg();
  for (const char* label : {">0 m<", ">50 m<", ">100 m<", ">150 m<", ">200 m<"}) {
    EXPECT_EQ(count_of(svg, label), 2U) << label;  // the letters and their halo
  }
  EXPECT_EQ(count_of(svg, ">250 m<"), 0U);
}

TEST(RibbonPicture, PartsCanBeLeftOut) {
  const Ribbon r = ribbon(210);
  const std::string all = draw_ribbon(r).to_svg();
  const std::string bare = draw_ribbon(r, {.distance_grid_m = 0,
                                           .offset_grid_m = 0,
                                           .label_every_m = 0,
                                           .frame_every_m = 0,
                                           .post_every_m = 0,
                                           .ground_grid_m = 0})
                               .to_svg();
  EXPECT_EQ(xml_fault(bare), "");
  EXPECT_LT(bare.size(), all.size());
  EXPECT_EQ(count_of(bare, ">50 m<"), 0U);
}

TEST(RibbonPicture, StaysOnTheSheet) {
  const std::string svg =
      draw_ribbon(ribbon(200), {.width = 400, .height = 300, .ground_grid_m = 0}).to_svg();
  EXPECT_NE(svg.find("viewBox=\"0 0 400 300\""), std::string::npos);
  // no coordinate of the size of the map's is left
  EXPECT_EQ(svg.find("500000"), std::string::npos);
}

TEST(RibbonPicture, DrawsTinyAndLongAndLopsidedRibbons) {
  EXPECT_EQ(xml_fault(draw_ribbon(ribbon(0.01)).to_svg()), "");
  const std::string far = draw_ribbon(ribbon(60'000)).to_svg();
  EXPECT_EQ(xml_fault(far), "");
  EXPECT_LT(far.size(), 8'000'000U);
  EXPECT_EQ(xml_fault(draw_ribbon(ribbon(100, {.left = 9, .right = 2})).to_svg()), "");
}

}  // namespace
}  // namespace backlot::draw::ribbon_picture_test
