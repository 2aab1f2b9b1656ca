#include "one_ribbon.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "backlot/base/math.h"
#include "backlot/draw/ribbon_picture.h"

namespace one_ribbon {

using namespace backlot::geometry;  // NOLINT(google-build-using-namespace): a sample reads better so

RibbonDescription description() {
  PlanSpine spine;
  spine.start = {.x = 0, .y = 0, .heading_rad = 0};

  // In plan: what a road engineer would write down. Curvature is positive to the left.
  spine.elements = {
      {PlanLine{45}},                  // straight,
      {PlanSpiral{40, 0, 1.0 / 40}},   // into the curve,
      {PlanArc{150, 1.0 / 40}},        // 215 degrees at a radius of 40 m,
      {PlanSpiral{40, 1.0 / 40, 0}},   // out of it, and over the first straight,
      {PlanLine{15}},                  //
      {PlanSpiral{40, 0, -1.0 / 45}},  // then to the right
      {PlanArc{75, -1.0 / 45}},        //
      {PlanSpiral{40, -1.0 / 45, 0}},  //
      {PlanLine{110}},                 // and straight to the end.
  };

  // Over it the height and the bank, by distance in plan. Bank is positive where the left side is raised: curves
  // lean inwards. The last stretch turns once about its own axis.
  spine.elevation = CubicProfile::through({{0, 0}, {40, 0}, {285, 17}, {450, 11}, {555, 13}});
  spine.bank_rad = CubicProfile::through({{0, 0},
                                          {40, 0},
                                          {90, -0.38},
                                          {230, -0.38},
                                          {280, 0},
                                          {340, 0.3},
                                          {400, 0.3},
                                          {450, 0},
                                          {550, backlot::base::kTwoPi}});

  RibbonDescription ribbon;
  ribbon.name = "one ribbon";
  ribbon.spine = std::move(spine);
  ribbon.edges = {.left = 6, .right = -6};
  return ribbon;
}

Ribbon built(const RibbonDescription& description) {
  // Descriptions may come from users. Then a failure is reported; here it would be a bug.
  backlot::base::Result<Ribbon> ribbon = Ribbon::build(description);
  std::fputs(to_text(ribbon.diagnostics()).c_str(), stderr);
  if (!ribbon) std::exit(1);
  return std::move(ribbon).value();
}

backlot::draw::Sheet picture(const Ribbon& ribbon) {
  return backlot::draw::draw_ribbon(
      ribbon, {.title = "One ribbon", .view = {.azimuth_rad = -2.0, .height_rad = 0.62}});
}

}  // namespace one_ribbon
