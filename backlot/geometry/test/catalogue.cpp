#include "backlot/geometry/test/catalogue.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "backlot/base/math.h"

namespace backlot::geometry::test {

namespace {

constexpr double kPi = std::numbers::pi;

RibbonDescription plan(std::string name, std::vector<PlanElement> elements, SurfaceEdges edges = {8, -8}) {
  RibbonDescription d;
  d.name = std::move(name);
  d.edges = edges;
  PlanSpine spine;
  spine.start = {.x = 12.5, .y = -7.25, .heading_rad = 0.3};
  spine.elements = std::move(elements);
  d.spine = std::move(spine);
  return d;
}

PlanSpine& plan_of(RibbonDescription& d) { return std::get<PlanSpine>(d.spine); }

}  // namespace

Ribbon built(const RibbonDescription& description) {
  base::Result<Ribbon> ribbon = Ribbon::build(description);
  if (!ribbon) {
    std::fputs(base::to_text(ribbon.diagnostics()).c_str(), stderr);
    std::abort();
  }
  return std::move(ribbon).value();
}

RibbonDescription line(double length) { return plan("line", {{PlanLine{length}}}); }

RibbonDescription arc(double radius, double angle_rad, SurfaceEdges edges) {
  const double length = radius * std::fabs(angle_rad);
  return plan("arc", {{PlanArc{length, (angle_rad > 0 ? 1 : -1) / radius}}}, edges);
}

RibbonDescription spiral(double length, double start_curvature, double end_curvature, SurfaceEdges edges) {
  return plan("spiral", {{PlanSpiral{length, start_curvature, end_curvature}}}, edges);
}

RibbonDescription s_curve() {
  return plan("s_curve",
              {{PlanSpiral{40, 0, 0.02}}, {PlanSpiral{80, 0.02, -0.02}}, {PlanSpiral{40, -0.02, 0}}});
}

RibbonDescription cubic_road() { return plan("cubic_road", {{PlanCubic{120, 0, 0, 2e-3, -1.2e-5}}}); }

RibbonDescription parametric_cubic_road() {
  return plan("parametric_cubic_road", {{PlanParametricCubic{1, {0, 80, 10, -20}, {0, 0, 60, -25}}}});
}

RibbonDescription country_road() {
  return plan("country_road", {{PlanLine{150}},
                               {PlanSpiral{50, 0, 1.0 / 80}},
                               {PlanArc{70, 1.0 / 80}},
                               {PlanSpiral{50, 1.0 / 80, 0}},
                               {PlanLine{60}},
                               {PlanSpiral{30, 0, -1.0 / 25}},
                               {PlanArc{25, -1.0 / 25}},
                               {PlanSpiral{30, -1.0 / 25, 0}},
                               {PlanLine{100}}});
}

RibbonDescription mountain_road() {
  RibbonDescription d = country_road();
  d.name = "mountain_road";
  plan_of(d).base_z = 230;
  plan_of(d).elevation = CubicProfile::through({{0, 0}, {140, 9}, {260, 4}, {420, 24}, {565, 20}});
  plan_of(d).bank_rad = CubicProfile::through(
      {{0, 0}, {150, 0}, {200, 0.09}, {270, 0.09}, {330, -0.03}, {410, -0.12}, {440, -0.12}, {500, 0}});
  return d;
}

RibbonDescription full_twist() {
  RibbonDescription d = plan("full_twist", {{PlanLine{200}}, {PlanArc{100, 0.01}}}, {5, -5});
  plan_of(d).bank_rad = CubicProfile::through({{20, 0}, {280, 2 * kPi}});
  return d;
}

RibbonDescription hairpin() {
  return plan("hairpin",
              {{PlanLine{60}},
               {PlanSpiral{10, 0, 1.0 / 9}},
               {PlanArc{9 * kPi - 10, 1.0 / 9}},
               {PlanSpiral{10, 1.0 / 9, 0}},
               {PlanLine{60}}},
              {6, -6});
}

RibbonDescription loop() {
  return plan("loop", {{PlanLine{80}}, {PlanArc{40 * 1.5 * kPi, 1.0 / 40}}, {PlanLine{80}}});
}

RibbonDescription figure_eight() {
  RibbonDescription d = plan("figure_eight",
                             {{PlanLine{60}},
                              {PlanArc{30 * 1.5 * kPi, 1.0 / 30}},
                              {PlanLine{60}},
                              {PlanArc{30 * 1.5 * kPi, -1.0 / 30}}},
                             {5, -5});
  plan_of(d).elevation = CubicProfile::through({{0, 0}, {60, 0}, {200, 6}, {260, 6}, {400, 0}});
  return d;
}

RibbonDescription helix() {
  RibbonDescription d = plan("helix", {{PlanArc{15 * 6 * kPi, 1.0 / 15}}}, {4, -4});
  plan_of(d).elevation.records.push_back({.from = 0, .a = 0, .b = 0.045, .c = 0, .d = 0});
  plan_of(d).bank_rad.records.push_back({.from = 0, .a = 0.05, .b = 0, .c = 0, .d = 0});
  return d;
}

RibbonDescription jumping_curvature() {
  return plan("jumping_curvature", {{PlanLine{30}},
                                    {PlanArc{25, 1.0 / 20}},
                                    {PlanArc{25, -1.0 / 15}},
                                    {PlanLine{3}},
                                    {PlanArc{0.4, 1.0 / 50}},
                                    {PlanLine{30}}});
}

RibbonDescription tiny_pieces() {
  return plan("tiny_pieces", {{PlanLine{20}},
                              {PlanArc{1e-11, 0.1}},
                              {PlanArc{30, 1.0 / 40}},
                              {PlanLine{5e-3}},
                              {PlanLine{0}},
                              {PlanArc{1e-11, -3}},
                              {PlanArc{30, 1.0 / 60}},
                              {PlanSpiral{2e-4, 1.0 / 60, 0}},
                              {PlanLine{20}}});
}

RibbonDescription kinks() {
  // each element starts where the one before ended, but with a heading of its own
  RibbonDescription d = plan("kinks", {}, {4, -4});
  PlanPose pose{.x = 3, .y = 4, .heading_rad = 0.1};
  for (const double kink : {0.02, -0.3, 5e-4, 0.8, -0.8, 0.0}) {
    plan_of(d).elements.push_back({PlanLine{40}, pose});
    const auto [sine, cosine] = base::sin_cos(pose.heading_rad);
    pose = {.x = pose.x + 40 * cosine, .y = pose.y + 40 * sine, .heading_rad = pose.heading_rad + kink};
  }
  return d;
}

RibbonDescription points_in_space() {
  RibbonDescription d;
  d.name = "points_in_space";
  d.edges = {5, -5};
  PointSpine spine;
  for (int i = 0; i <= 24; ++i) {
    const double t = 0.25 * i;
    spine.points.push_back(
        {{40 * t + 6 * base::sin(1.7 * t), 30 * base::sin(0.9 * t), 3 * base::cos(0.8 * t)}});
  }
  d.spine = std::move(spine);
  return d;
}

RibbonDescription points_with_normals() {
  RibbonDescription d = points_in_space();
  d.name = "points_with_normals";
  d.edges = {4, -4};
  double roll = 0;
  for (SpinePoint& point : std::get<PointSpine>(d.spine).points) {
    point.normal = Vec3{0.3 * base::sin(roll), base::sin(roll), base::cos(roll)};
    roll += 0.05;
  }
  return d;
}

RibbonDescription far_away(RibbonDescription d) {
  d.name += "_far_away";
  if (auto* spine = std::get_if<PlanSpine>(&d.spine)) {
    spine->start.x += 5.0e5;
    spine->start.y += 5.4e6;
    for (PlanElement& element : spine->elements) {
      if (!element.start) continue;
      element.start->x += 5.0e5;
      element.start->y += 5.4e6;
    }
    spine->base_z += 300;
  } else {
    for (SpinePoint& point : std::get<PointSpine>(d.spine).points) {
      point.position = point.position + Vec3{5.0e5, 5.4e6, 300};
    }
  }
  return d;
}

std::vector<Named> catalogue() {
  std::vector<Named> all;
  for (RibbonDescription d : {line(300),
                              arc(6, 2.5, {3, -3}),
                              arc(12, -3, {8, -8}),
                              arc(2000, 0.4, {12, -12}),
                              spiral(60, 1.0 / 2000, 1.0 / 12, {7, -7}),
                              s_curve(),
                              cubic_road(),
                              parametric_cubic_road(),
                              country_road(),
                              mountain_road(),
                              full_twist(),
                              hairpin(),
                              loop(),
                              figure_eight(),
                              helix(),
                              jumping_curvature(),
                              tiny_pieces(),
                              kinks(),
                              points_in_space(),
                              points_with_normals(),
                              far_away(mountain_road())}) {
    std::string name = d.name;
    if (name == "arc") name += std::to_string(all.size());
    d.name = name;
    all.push_back({name, std::move(d)});
  }
  return all;
}

std::size_t point_count(std::size_t in_release) {
  double points = BACKLOT_DEFAULT_TEST_POINTS;
  if (const char* asked = std::getenv("BACKLOT_TEST_POINTS")) points = std::strtod(asked, nullptr);
  const double share = std::clamp(points / 1e7, 0.0, 1.0);
  return std::max<std::size_t>(20, static_cast<std::size_t>(share * static_cast<double>(in_release)));
}

std::string reproduction(const std::string& ribbon, const RibbonPoint& p) {
  return fmt::format("ribbon={} distance={:.17g} offset={:.17g} loft={:.17g}", ribbon, p.distance, p.offset,
                     p.loft);
}

std::string reproduction(const std::string& ribbon, const WorldPoint& p) {
  return fmt::format("ribbon={} x={:.17g} y={:.17g} z={:.17g}", ribbon, p.x, p.y, p.z);
}

}  // namespace backlot::geometry::test
