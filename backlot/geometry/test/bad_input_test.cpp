// What no road is: every bad input gives a diagnostic with its code or a defined answer, never a crash, a hang or a NaN.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::bad_input_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();

const std::vector<double>& no_numbers() {
  static const std::vector<double> all{kNaN, -kNaN, kInf, -kInf, 1e300, -1e300, kLargest};
  return all;
}
const std::vector<double>& odd_numbers() {
  static const std::vector<double> all{kNaN,     kInf, -kInf, 1e300,     -1e300,     kLargest, -kLargest, 1e9,
                                       1.0001e9, -0.0, 0,     kSmallest, -kSmallest, 1e-300,   1e8};
  return all;
}

bool is_finite(const WorldPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }
bool is_finite(const Located& l) {
  return std::isfinite(l.point.distance) && std::isfinite(l.point.offset) && std::isfinite(l.point.loft) &&
         std::isfinite(l.beyond);
}

// The code of the first error, or "" for a ribbon.
std::string code_of(const RibbonDescription& description) {
  const base::Result<Ribbon> ribbon = Ribbon::build(description);
  if (ribbon) return "";
  for (const base::Diagnostic& d : ribbon.diagnostics()) {
    if (d.severity == base::Severity::error) return d.code;
  }
  return "none";
}

// Everything that can be asked, at odd places too, is finite.
void expect_sound(const std::string& name, const Ribbon& ribbon) {
  ASSERT_GT(ribbon.length(), 0) << name;
  std::vector<double> distances = odd_numbers();
  for (int i = -2; i <= 12; ++i) distances.push_back(0.1 * i * ribbon.length());
  std::vector<Located> answers;
  for (const double d : distances) {
    const std::string here = test::reproduction(name, RibbonPoint{d, 0, 0});
    const RibbonFrame frame = ribbon.frame(d);
    EXPECT_TRUE(is_finite(frame.position) && geometry::is_finite(frame.tangent) &&
                geometry::is_finite(frame.normal) && geometry::is_finite(frame.lateral))
        << here;
    EXPECT_TRUE(std::isfinite(frame.heading_rad()) && std::isfinite(frame.grade_rad()) &&
                std::isfinite(frame.bank_rad()))
        << here;
    EXPECT_TRUE(std::isfinite(ribbon.curvature(d)) && std::isfinite(ribbon.vertical_curvature(d)) &&
                std::isfinite(ribbon.speed(d)))
        << here;
    const WorldPoint p = place(ribbon, {d, 0.5 * ribbon.edges().left, 0});
    EXPECT_TRUE(is_finite(p)) << here;
    const Located cold = locate(ribbon, p), hinted = locate(ribbon, p, cold);
    EXPECT_TRUE(is_finite(cold) && is_finite(hinted)) << here;
    locate_all(ribbon, p, {}, answers);
    for (const Located& l : answers) EXPECT_TRUE(is_finite(l)) << here;
  }
}

// Builds or says why; what it builds is sound.
void expect_answer(const RibbonDescription& d) {
  const base::Result<Ribbon> ribbon = Ribbon::build(d);
  if (ribbon) {
    expect_sound(d.name, *ribbon);
  } else {
    EXPECT_TRUE(ribbon.diagnostics().has_errors()) << d.name;
  }
}

RibbonDescription plan(std::string name, std::vector<PlanElement> elements) {
  RibbonDescription d;
  d.name = std::move(name);
  d.spine = PlanSpine{.elements = std::move(elements)};
  return d;
}

RibbonDescription through(std::string name, const std::vector<WorldPoint>& points) {
  RibbonDescription d;
  d.name = std::move(name);
  PointSpine spine;
  for (const WorldPoint& p : points) spine.points.push_back({p});
  d.spine = std::move(spine);
  return d;
}

PlanSpine& plan_of(RibbonDescription& d) { return std::get<PlanSpine>(d.spine); }
PointSpine& points_of(RibbonDescription& d) { return std::get<PointSpine>(d.spine); }

// ---- descriptions --------------------------------------------------------------------------------------------

// Every number of a description, by name.
struct Field {
  std::string name;
  RibbonDescription description;  // good, but for the field
  std::function<void(RibbonDescription&, double)> set;
};

std::vector<Field> all_fields() {
  const RibbonDescription base = plan("plan", {{PlanLine{20}}, {PlanArc{20, 0.02}}});
  RibbonDescription profiled = base;
  plan_of(profiled).elevation.records = {{.from = 0}};
  plan_of(profiled).bank_rad.records = {{.from = 0, .a = 0.01}};
  RibbonDescription posed = base;
  plan_of(posed).elements[0].start = PlanPose{};
  RibbonDescription normals = through("points", {{0, 0, 0}, {10, 0, 0}, {20, 3, 0}});
  for (SpinePoint& p : points_of(normals).points) p.normal = Vec3{0, 0, 1};

  std::vector<Field> fields;
  const auto add = [&fields](const char* name, const RibbonDescription& d,
                             std::function<void(RibbonDescription&, double)> set) {
    fields.push_back({name, d, std::move(set)});
    fields.back().description.name = name;
  };
  add("edge_left", base, [](auto& d, double v) { d.edges.left = v; });
  add("edge_right", base, [](auto& d, double v) { d.edges.right = v; });
  add("start_x", base, [](auto& d, double v) { plan_of(d).start.x = v; });
  add("start_y", base, [](auto& d, double v) { plan_of(d).start.y = v; });
  add("start_heading", base, [](auto& d, double v) { plan_of(d).start.heading_rad = v; });
  add("base_z", base, [](auto& d, double v) { plan_of(d).base_z = v; });
  add("element_x", posed, [](auto& d, double v) { plan_of(d).elements[0].start->x = v; });
  add("element_y", posed, [](auto& d, double v) { plan_of(d).elements[0].start->y = v; });
  add("element_heading", posed, [](auto& d, double v) { plan_of(d).elements[0].start->heading_rad = v; });
  add("line_length", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanLine{v}; });
  add("arc_length", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanArc{v, 0.01}; });
  add("arc_curvature", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanArc{10, v}; });
  add("spiral_length", base, [](auto& d, double v) {
    plan_of(d).elements[0].shape = PlanSpiral{v, 0, 0.01};
  });
  add("spiral_start", base, [](auto& d, double v) {
    plan_of(d).elements[0].shape = PlanSpiral{10, v, 0.01};
  });
  add("spiral_end", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanSpiral{10, 0, v}; });
  add("cubic_length", base, [](auto& d, double v) {
    plan_of(d).elements[0].shape = PlanCubic{v, 0, 0, 1e-3, 0};
  });
  add("cubic_a", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanCubic{10, v, 0, 0, 0}; });
  add("cubic_b", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanCubic{10, 0, v, 0, 0}; });
  add("cubic_c", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanCubic{10, 0, 0, v, 0}; });
  add("cubic_d", base, [](auto& d, double v) { plan_of(d).elements[0].shape = PlanCubic{10, 0, 0, 0, v}; });
  add("parameter", base, [](auto& d, double v) {
    plan_of(d).elements[0].shape = PlanParametricCubic{v, {0, 1, 0, 0}, {0, 0, 1e-3, 0}};
  });
  for (std::size_t k = 0; k < 4; ++k) {
    add("parametric_u", base, [k](auto& d, double v) {
      PlanParametricCubic cubic{10, {0, 1, 0, 0}, {0, 0, 1e-3, 0}};
      cubic.u[k] = v;
      plan_of(d).elements[0].shape = cubic;
    });
    add("parametric_v", base, [k](auto& d, double v) {
      PlanParametricCubic cubic{10, {0, 1, 0, 0}, {0, 0, 1e-3, 0}};
      cubic.v[k] = v;
      plan_of(d).elements[0].shape = cubic;
    });
  }
  add("elevation_from", profiled, [](auto& d, double v) { plan_of(d).elevation.records[0].from = v; });
  add("elevation_a", profiled, [](auto& d, double v) { plan_of(d).elevation.records[0].a = v; });
  add("elevation_b", profiled, [](auto& d, double v) { plan_of(d).elevation.records[0].b = v; });
  add("elevation_c", profiled, [](auto& d, double v) { plan_of(d).elevation.records[0].c = v; });
  add("elevation_d", profiled, [](auto& d, double v) { plan_of(d).elevation.records[0].d = v; });
  add("bank_from", profiled, [](auto& d, double v) { plan_of(d).bank_rad.records[0].from = v; });
  add("bank_a", profiled, [](auto& d, double v) { plan_of(d).bank_rad.records[0].a = v; });
  add("bank_b", profiled, [](auto& d, double v) { plan_of(d).bank_rad.records[0].b = v; });
  add("bank_c", profiled, [](auto& d, double v) { plan_of(d).bank_rad.records[0].c = v; });
  add("bank_d", profiled, [](auto& d, double v) { plan_of(d).bank_rad.records[0].d = v; });
  add("point_x", normals, [](auto& d, double v) { points_of(d).points[1].position.x = v; });
  add("point_y", normals, [](auto& d, double v) { points_of(d).points[1].position.y = v; });
  add("point_z", normals, [](auto& d, double v) { points_of(d).points[1].position.z = v; });
  add("normal_x", normals, [](auto& d, double v) { points_of(d).points[1].normal->x = v; });
  add("normal_y", normals, [](auto& d, double v) { points_of(d).points[1].normal->y = v; });
  add("normal_z", normals, [](auto& d, double v) { points_of(d).points[1].normal->z = v; });
  return fields;
}

TEST(BadInput, NumbersThatAreNoneGiveG101) {
  for (const Field& field : all_fields()) {
    for (const double value : no_numbers()) {
      RibbonDescription d = field.description;
      field.set(d, value);
      EXPECT_EQ(code_of(d), "G101") << field.name << "=" << value;
    }
  }
}

// Finite numbers of any size, in every field: built and sound, or refused.
TEST(BadInputSlow, AnyFiniteNumberGivesAnAnswer) {
  for (const Field& field : all_fields()) {
    for (const double value : {-0.0, kSmallest, 1e-30, -1e-9, 0.3, -7.0, 99.0, 1e3, 1e6, -1e7, 1e9}) {
      RibbonDescription d = field.description;
      field.set(d, value);
      SCOPED_TRACE(field.name + "=" + std::to_string(value));
      expect_answer(d);
    }
  }
}

TEST(BadInput, ACubicThatTurnsBackOnItselfGivesAnAnswer) {
  // u = p - 1000 p^3 turns within a micrometre at p = 0.018, and runs for 1000 km
  expect_answer(plan("turning_cubic", {{PlanParametricCubic{10, {0, 1, 0, -1000}, {0, 0, 1e-3, 0}}}}));
  // u = (p - 1)^2, v = (p - 1)^3 has a cusp at p = 1
  EXPECT_NE(code_of(plan("cusp", {{PlanParametricCubic{2, {1, -2, 1, 0}, {-1, 3, -3, 1}}}})), "");
}

TEST(BadInput, NoSpineGivesG104) {
  EXPECT_EQ(code_of(plan("empty_plan", {})), "G104");
  EXPECT_EQ(code_of(plan("zero_length", {{PlanLine{0}}})), "G104");
  EXPECT_EQ(code_of(plan("minus_zero_length", {{PlanLine{-0.0}}})), "G104");
  EXPECT_EQ(code_of(plan("zero_lengths", {{PlanLine{0}},
                                          {PlanArc{0, 0.1}},
                                          {PlanSpiral{0, 0.1, 0.2}},
                                          {PlanCubic{}},
                                          {PlanParametricCubic{0, {0, 1, 0, 0}, {}}}})),
            "G104");
  EXPECT_EQ(code_of(plan("too_long", {{PlanLine{9e6}}, {PlanLine{9e6}}})), "G104");
  EXPECT_EQ(code_of(through("no_points", {})), "G104");
  EXPECT_EQ(code_of(through("one_point", {{1, 2, 3}})), "G104");
  EXPECT_EQ(code_of(through("two_equal_points", {{1, 2, 3}, {1, 2, 3}})), "G104");
  EXPECT_EQ(code_of(through("many_equal_points", std::vector<WorldPoint>(50, {1, 2, 3}))), "G104");
  EXPECT_EQ(code_of(RibbonDescription{}), "G104");
}

TEST(BadInput, ZeroLengthPiecesAreNothing) {
  const Ribbon ribbon = test::built(
      plan("zeros", {{PlanLine{0}}, {PlanLine{10}}, {PlanArc{0, 5}}, {PlanLine{10}}, {PlanLine{0}}}));
  EXPECT_NEAR(ribbon.length(), 20, 1e-12);
  EXPECT_TRUE(ribbon.repairs().empty());
  expect_sound("zeros", ribbon);
  const Ribbon doubled =
      test::built(through("doubled", {{0, 0, 0}, {0, 0, 0}, {10, 0, 0}, {10, 0, 0}, {20, 0, 0}}));
  EXPECT_NEAR(doubled.length(), 20, 1e-9);
  expect_sound("doubled", doubled);
}

TEST(BadInput, NegativeLengthsGiveG102) {
  EXPECT_EQ(code_of(plan("line", {{PlanLine{-1}}})), "G102");
  EXPECT_EQ(code_of(plan("arc", {{PlanLine{10}}, {PlanArc{-1e-9, 0}}})), "G102");
  EXPECT_EQ(code_of(plan("spiral", {{PlanSpiral{-5, 0, 0.1}}})), "G102");
  EXPECT_EQ(code_of(plan("cubic", {{PlanCubic{-5, 0, 0, 0, 0}}})), "G102");
  EXPECT_EQ(code_of(plan("parametric", {{PlanParametricCubic{-1, {0, 1, 0, 0}, {}}}})), "G102");
}

TEST(BadInput, CurvesTighterThanACentimetreGiveG103) {
  EXPECT_EQ(code_of(plan("arc", {{PlanArc{1, 101}}})), "G103");
  EXPECT_EQ(code_of(plan("spiral", {{PlanSpiral{1, 0, -1e6}}})), "G103");
  EXPECT_EQ(code_of(plan("huge", {{PlanArc{1, 1e308}}})), "G101");
  EXPECT_EQ(code_of(plan("cubic", {{PlanCubic{10, 0, 0, 300, 0}}})), "G103");
  expect_answer(plan("pausing", {{PlanParametricCubic{2, {0, 3, -3, 1}, {0, 0, 0, 0}}}}));
  expect_answer(plan("standing", {{PlanParametricCubic{1, {0, 0, 0, 0}, {0, 0, 0, 0}}}}));
  expect_answer(plan("from_standing", {{PlanParametricCubic{1, {0, 0, 10, 0}, {0, 0, 0, 3}}}}));
  expect_answer(plan("backwards", {{PlanParametricCubic{1, {0, 5, -30, 0}, {0, 0, 1, 0}}}}));
}

TEST(BadInput, EdgesTheWrongWayRoundGiveG105) {
  RibbonDescription d = plan("edges", {{PlanLine{10}}});
  d.edges = {-3, 3};
  EXPECT_EQ(code_of(d), "G105");
  d.edges = {2, 2};
  EXPECT_EQ(code_of(d), "G105");
  d.edges = {-1, -4};  // beside the spine: allowed
  EXPECT_EQ(code_of(d), "");
  expect_sound("beside", test::built(d));
}

TEST(BadInput, UnsortedProfilesGiveG106) {
  RibbonDescription d = plan("elevation", {{PlanLine{100}}});
  plan_of(d).elevation.records = {{.from = 50}, {.from = 20, .a = 1}};
  EXPECT_EQ(code_of(d), "G106");
  plan_of(d).elevation.records.clear();
  plan_of(d).bank_rad.records = {{.from = 0}, {.from = 30}, {.from = 29.9}};
  EXPECT_EQ(code_of(d), "G106");
  plan_of(d).bank_rad.records = {{.from = 10, .a = 0.01},
                                 {.from = 10, .a = 0.02}};  // the last of two at one place
  EXPECT_EQ(code_of(d), "");
  EXPECT_NEAR(test::built(d).frame(60).bank_rad(), 0.02, 1e-6);
}

TEST(BadInput, NormalsOfSomePointsGiveG107) {
  RibbonDescription d = through("mixed", {{0, 0, 0}, {10, 0, 0}, {20, 0, 0}});
  points_of(d).points[1].normal = Vec3{0, 0, 1};
  EXPECT_EQ(code_of(d), "G107");
}

TEST(BadInput, NormalsWithoutDirectionGiveG108AndAlongTheSpineG109) {
  RibbonDescription d = through("normals", {{0, 0, 0}, {10, 0, 0}, {20, 0, 0}});
  for (SpinePoint& p : points_of(d).points) p.normal = Vec3{0, 0, 1};
  points_of(d).points[2].normal = Vec3{0, 0, 0};
  EXPECT_EQ(code_of(d), "G108");
  for (SpinePoint& p : points_of(d).points) p.normal = Vec3{1, 0, 0};
  EXPECT_EQ(code_of(d), "G109");
  for (SpinePoint& p : points_of(d).points) p.normal = Vec3{-1, 0, 0};
  points_of(d).points[0].normal = Vec3{0, 0, 1};
  expect_answer(d);
  // from one side to the other in a step: somewhere between there is no normal, or it swings through
  points_of(d).points[0].normal = Vec3{0, 0, 1};
  points_of(d).points[1].normal = Vec3{0, 1e-9, -1};
  points_of(d).points[2].normal = Vec3{0, 0, 1};
  expect_answer(d);
}

TEST(BadInput, VerticalSpinesNeedNormals) {
  const RibbonDescription up = through("vertical", {{0, 0, 0}, {0, 0, 10}, {0, 0, 20}});
  const std::string code = code_of(up);
  EXPECT_TRUE(code == "G109" || code == "G110") << code;
  EXPECT_EQ(code_of(through("nearly", {{0, 0, 0}, {0.2, 0, 10}, {0.4, 0, 20}})), "G110");
  RibbonDescription with_normals = up;
  for (SpinePoint& p : points_of(with_normals).points) p.normal = Vec3{1, 0, 0};
  ASSERT_EQ(code_of(with_normals), "");
  expect_sound("vertical_with_normals", test::built(with_normals));
  RibbonDescription cliff = plan("cliff", {{PlanLine{100}}});
  plan_of(cliff).elevation.records = {{.from = 0, .b = 1e4}};
  EXPECT_EQ(code_of(cliff), "G110");
}

TEST(BadInput, SpinesThatTurnBackGiveG111) {
  RibbonDescription d = plan("back", {{PlanLine{50}}, {PlanLine{50}, PlanPose{50, 0, 3.14}}});
  EXPECT_EQ(code_of(d), "G111");
  // points there and back: a curve of no radius
  const std::string code = code_of(through("there_and_back", {{0, 0, 0}, {10, 0, 0}, {0, 0, 0}}));
  EXPECT_TRUE(code == "G103" || code == "G111") << code;
  expect_answer(through("there_and_nearly_back", {{0, 0, 0}, {10, 0, 0}, {0, 0.01, 0}}));
  expect_answer(through("zigzag", {{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}, {1.5, 0, 0}, {1, 0.1, 0}, {2, 0, 0}}));
}

TEST(BadInputSlow, AHundredThousandTinyElementsAreOneRoad) {
  const std::size_t count = std::max<std::size_t>(2000, test::point_count(100'000));
  for (const double length : {1e-11, 1e-4, 1e-3, 0.013}) {
    std::vector<PlanElement> elements;
    for (std::size_t i = 0; i < count; ++i) elements.push_back({PlanArc{length, i % 2 == 0 ? 0.03 : -0.01}});
    elements.push_back({PlanLine{1}});
    const base::Result<Ribbon> ribbon = Ribbon::build(plan("crumbs", std::move(elements)));
    if (!ribbon) {  // too many jumps of the curvature to follow, and too long to be absorbed
      EXPECT_EQ(ribbon.diagnostics()[0].code, "G112") << length;
      EXPECT_TRUE(length > 9e-4 && length < 0.01) << length;
      continue;
    }
    const double whole = static_cast<double>(count) * length + 1;
    EXPECT_NEAR(ribbon->length(), whole, 2e-3 + 1e-3 * whole) << length;
    expect_sound("crumbs", *ribbon);
  }
}

// Descriptions of random numbers of all sizes.
TEST(BadInputSlow, RandomDescriptionsGiveAnAnswer) {
  for (std::size_t i = 0, n = test::point_count(300); i < n; ++i) {
    base::RandomStream random{30, i, 1};
    const auto number = [&random](double usual) {
      const double v = random.uniform(-usual, usual);
      switch (random.below(20)) {
        case 0:
          return 0.0;
        case 1:
          return v * 1e3;
        case 2:
          return v * 1e-12;
        case 3:
          return v * 1e-3;
        default:
          return v;
      }
    };
    const auto length = [&] { return std::fabs(number(40)); };
    RibbonDescription d = plan("random_" + std::to_string(i), {});
    d.edges = {std::fabs(number(12)), -std::fabs(number(12)) - 1e-3};
    if (i % 4 == 0) {
      PointSpine spine;
      const bool has_normals = random.below(2) == 0;
      for (std::uint64_t k = random.below(12); k > 0; --k) {
        spine.points.push_back({{number(100), number(100), number(3)}});
        if (has_normals) spine.points.back().normal = Vec3{number(1), number(1), number(1)};
      }
      d.spine = spine;
    } else {
      for (std::uint64_t k = random.below(8); k > 0; --k) {
        PlanElement element;
        switch (random.below(5)) {
          case 0:
            element.shape = PlanLine{length()};
            break;
          case 1:
            element.shape = PlanArc{length(), number(0.2)};
            break;
          case 2:
            element.shape = PlanSpiral{length(), number(0.2), number(0.2)};
            break;
          case 3:
            element.shape = PlanCubic{length(), number(1), number(0.5), number(0.1), number(0.01)};
            break;
          default:
            element.shape = PlanParametricCubic{
                1, {0, number(40), number(10), number(10)}, {0, number(10), number(10), number(10)}};
        }
        if (random.below(6) == 0) element.start = PlanPose{number(100), number(100), number(3)};
        plan_of(d).elements.push_back(element);
      }
      if (random.below(2) == 0)
        plan_of(d).elevation.records = {
            {.from = 0, .a = number(5), .b = number(0.2), .c = number(1e-2), .d = number(1e-4)}};
      if (random.below(3) == 0)
        plan_of(d).bank_rad.records = {{.from = 0, .a = number(0.3), .b = number(0.05)},
                                       {.from = 30, .a = number(0.3)}};
    }
    SCOPED_TRACE(d.name);
    expect_answer(d);
  }
}

// ---- queries -------------------------------------------------------------------------------------------------

TEST(BadInput, PlaceIsDefinedForEveryNumber) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    for (const double d : odd_numbers()) {
      for (const double offset : odd_numbers()) {
        for (const double loft : odd_numbers()) {
          const RibbonPoint point{d, offset, loft};
          const WorldPoint p = place(ribbon, point);
          const PlacedPose pose = place_pose(ribbon, point);
          ASSERT_TRUE(is_finite(p)) << test::reproduction(name, point);
          ASSERT_TRUE(is_finite(pose.position) && std::isfinite(pose.heading_rad) &&
                      geometry::is_finite(pose.tangent) && geometry::is_finite(pose.lateral) &&
                      geometry::is_finite(pose.normal))
              << test::reproduction(name, point);
        }
      }
    }
    // NaN counts as 0
    EXPECT_EQ(place(ribbon, {kNaN, kNaN, kNaN}), place(ribbon, {0, 0, 0})) << name;
    EXPECT_EQ(place(ribbon, {10, kNaN, 1}), place(ribbon, {10, 0, 1})) << name;
    EXPECT_EQ(place(ribbon, {-0.0, -0.0, -0.0}), place(ribbon, {0, 0, 0})) << name;
    // and those beyond 1e9 m are cut there
    EXPECT_EQ(place(ribbon, {10, kInf, 0}), place(ribbon, {10, 1e9, 0})) << name;
    EXPECT_EQ(place(ribbon, {10, 0, -1e300}), place(ribbon, {10, 0, -1e9})) << name;
  }
}

TEST(BadInput, LocateIsNowhereForWhatIsNoPlace) {
  const Ribbon ribbon = test::built(test::mountain_road());
  const RibbonIndex index({&ribbon});
  std::vector<Located> answers;
  std::vector<IndexAnswer> found;
  for (const double bad : {kNaN, kInf, -kInf, 1e300, -1e300, 1.0001e9}) {
    for (int axis = 0; axis < 3; ++axis) {
      WorldPoint p{20, 5, 230};
      (axis == 0 ? p.x : axis == 1 ? p.y : p.z) = bad;
      const std::string here = test::reproduction("mountain_road", p);
      answers.resize(3);
      found.resize(3);
      const Located hint = hint_at(ribbon, 20);
      for (const Located& l : {locate(ribbon, p), locate(ribbon, p, hint), locate(ribbon, p, Located{})}) {
        EXPECT_FALSE(l) << here;
        EXPECT_TRUE(is_finite(l)) << here;
      }
      locate_all(ribbon, p, {}, answers);
      EXPECT_TRUE(answers.empty()) << here;
      EXPECT_FALSE(index.closest(p)) << here;
      EXPECT_FALSE(index.locate_nearest(p)) << here;
      index.locate_all(p, {}, found);
      EXPECT_TRUE(found.empty()) << here;
      std::vector<WorldPoint> points(7, p);
      std::vector<Located> batch(7, hint);
      locate(ribbon, points, batch);
      for (const Located& l : batch) EXPECT_FALSE(l) << here;
    }
  }
}

TEST(BadInput, LocateIsDefinedForEveryPlace) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    const RibbonIndex index({&ribbon});
    std::vector<Located> answers;
    for (const double x : {-1e9, -1e5, -0.0, kSmallest, 30.0, 1e9}) {
      for (const double y : {-1e9, -0.0, 1e-300, 40.0, 1e7, 1e9}) {
        for (const double z : {-1e9, 0.0, 230.0, 1e9}) {
          const WorldPoint p{x, y, z};
          const std::string here = test::reproduction(name, p);
          const Located cold = locate(ribbon, p);
          EXPECT_TRUE(cold && is_finite(cold)) << here;
          EXPECT_TRUE(cold.point.distance >= 0 && cold.point.distance <= ribbon.length()) << here;
          const Located hinted = locate(ribbon, p, hint_at(ribbon, 0.3 * ribbon.length()));
          EXPECT_TRUE(hinted && is_finite(hinted)) << here;
          const IndexAnswer nearest = index.locate_nearest(p);
          EXPECT_TRUE(nearest && is_finite(nearest.located) && std::isfinite(nearest.gap)) << here;
          EXPECT_TRUE(std::isfinite(gap(ribbon, cold))) << here;
          locate_all(ribbon, p, {.loft_low = -1e9, .loft_high = 1e9, .tolerance = 1e9}, answers);
          for (const Located& l : answers) EXPECT_TRUE(is_finite(l)) << here;
        }
      }
    }
  }
}

TEST(BadInput, OddHintsCostTimeOnly) {
  const Ribbon other = test::built(test::line(5000));
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    std::vector<Located> hints{Located{}, locate(other, place(other, {4000, 0, 0}))};
    for (const double d : odd_numbers()) {
      for (const std::uint32_t segment : {0u, 1u, 77u, 1u << 20, 0xffffffffu}) {
        Located hint = hint_at(ribbon, 1);
        hint.point.distance = d;
        hint.segment = segment;
        hint.point.offset = kNaN;
        hint.point.loft = kInf;
        hint.beyond = kNaN;
        hints.push_back(hint);
      }
    }
    base::RandomStream random{31, 0, 1};
    for (int i = 0; i < 20; ++i) {
      const RibbonPoint point{random.uniform(0, ribbon.length()), random.uniform(-2, 2),
                              random.uniform(0, 1)};
      const WorldPoint p = place(ribbon, point);
      for (const Located& hint : hints) {
        const std::string here = test::reproduction(name, point) +
                                 " hint=" + std::to_string(hint.point.distance) + "/" +
                                 std::to_string(hint.segment);
        const Located found = locate(ribbon, p, hint);
        ASSERT_TRUE(found && is_finite(found)) << here;
        ASSERT_LT(found.segment, ribbon.segment_count()) << here;
        // whatever minimum it is, it lies on the surface and places back to the point
        EXPECT_LE(distance_between(place(ribbon, extended(found)), p), 4e-9) << here;
        EXPECT_LE(gap(ribbon, found), 1e-9) << here;
      }
      // a batch with all of them says the same
      std::vector<WorldPoint> points(hints.size(), p);
      std::vector<Located> batch = hints;
      locate(ribbon, points, batch);
      for (std::size_t k = 0; k < hints.size(); ++k) {
        const Located single = locate(ribbon, p, hints[k]);
        EXPECT_EQ(batch[k].point, single.point) << test::reproduction(name, point) << " k=" << k;
      }
    }
    for (const double d : odd_numbers()) {
      const Located hint = hint_at(ribbon, d);
      EXPECT_TRUE(hint.point.distance >= 0 && hint.point.distance <= ribbon.length()) << name;
      EXPECT_LT(hint.segment, ribbon.segment_count()) << name;
    }
  }
}

TEST(BadInput, OddWindowsAreDefined) {
  const Ribbon ribbon = test::built(test::hairpin());
  const RibbonIndex index({&ribbon});
  const WorldPoint p = place(ribbon, {70, 1, 0.5});
  std::vector<Located> answers;
  std::vector<IndexAnswer> found;
  for (const double low : {kNaN, -kInf, -1e300, -1.0, 5.0, kInf}) {
    for (const double high : {kNaN, -kInf, -5.0, 3.0, 1e300, kInf}) {
      for (const double tolerance : {kNaN, -1.0, 0.0, 0.02, 1e300, kInf}) {
        const SurfaceWindow window{low, high, tolerance};
        const Located hinted = locate(ribbon, p, hint_at(ribbon, 60), window);
        EXPECT_TRUE(hinted && is_finite(hinted)) << low << " " << high << " " << tolerance;
        locate_all(ribbon, p, window, answers);
        for (const Located& l : answers) EXPECT_TRUE(is_finite(l)) << low << " " << high << " " << tolerance;
        index.locate_all(p, window, found);
        for (const IndexAnswer& a : found)
          EXPECT_TRUE(is_finite(a.located)) << low << " " << high << " " << tolerance;
        EXPECT_TRUE(is_finite(index.locate_nearest(p, window).located))
            << low << " " << high << " " << tolerance;
      }
    }
  }
}

TEST(BadInput, AnEmptyIndexAnswersNothing) {
  const RibbonIndex index({});
  EXPECT_EQ(index.ribbon_count(), 0u);
  EXPECT_EQ(index.segment_count(), 0u);
  EXPECT_FALSE(index.closest({1, 2, 3}));
  EXPECT_FALSE(index.locate_nearest({1, 2, 3}));
  std::vector<IndexAnswer> found(2);
  index.locate_all({1, 2, 3}, {}, found);
  EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace backlot::geometry::bad_input_test
