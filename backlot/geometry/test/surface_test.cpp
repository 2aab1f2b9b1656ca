// The surface as built against the exact one. The exact one is computed here from its definition, in long double: closed
// forms for lines and arcs, Simpson's rule for all that has none. Nothing of the code's own exact curve is used.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/internal/segmentation.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::surface_test {
namespace {

using Real = long double;
constexpr double kPi = std::numbers::pi;

// ---- the exact road ------------------------------------------------------------------------------------------

// The integral of f from `from`, by Simpson on an even grid, between its nodes by one more panel.
class Integral {
 public:
  Integral(Real from, Real to, std::size_t panels, std::function<Real(Real)> f)
      : from_(from), step_((to - from) / static_cast<Real>(panels)), f_(std::move(f)), sums_{0} {
    for (std::size_t i = 0; i < panels; ++i) sums_.push_back(sums_.back() + panel(node(i), node(i + 1)));
  }
  Real whole() const { return sums_.back(); }

  Real at(Real t) const {
    const auto last = static_cast<Real>(sums_.size() - 2);
    const auto i = step_ > 0 ? static_cast<std::size_t>(std::clamp<Real>((t - from_) / step_, 0, last)) : 0;
    return sums_[i] + panel(node(i), t);
  }

  // Where the integral of a positive f has a value.
  Real inverse(Real value) const {
    auto i = static_cast<std::size_t>(std::upper_bound(sums_.begin(), sums_.end(), value) - sums_.begin());
    i = std::clamp<std::size_t>(i, 1, sums_.size() - 1) - 1;
    Real t = node(i);
    for (int k = 0; k < 6; ++k) t -= (sums_[i] + panel(node(i), t) - value) / f_(t);
    return t;
  }

 private:
  Real node(std::size_t i) const { return from_ + step_ * static_cast<Real>(i); }
  Real panel(Real a, Real b) const { return (b - a) / 6 * (f_(a) + 4 * f_((a + b) / 2) + f_(b)); }

  Real from_, step_;
  std::function<Real(Real)> f_;
  std::vector<Real> sums_;
};

// Doubles as they are, for sums in long double.
Real real(double x) { return static_cast<Real>(x); }

std::size_t fine_panels(Real length) { return static_cast<std::size_t>(length * 50) + 20; }

struct TruePlan {
  Real x = 0, y = 0, heading = 0, curvature = 0;
};

TruePlan from_pose(const TruePlan& pose, const TruePlan& local) {
  const Real c = std::cos(pose.heading), s = std::sin(pose.heading);
  return {pose.x + c * local.x - s * local.y, pose.y + s * local.x + c * local.y,
          pose.heading + local.heading, local.curvature};
}

// A shape from the origin along the x axis, by its length.
struct TrueShape {
  Real length = 0;
  std::function<TruePlan(Real)> at;
};

TrueShape true_arc(Real length, Real k) {
  return {length, [k](Real s) {
            if (k == 0) return TruePlan{s, 0, 0, 0};
            return TruePlan{std::sin(k * s) / k, (1 - std::cos(k * s)) / k, k * s, k};
          }};
}

TrueShape true_spiral(Real length, Real k0, Real k1) {
  const auto heading = [=](Real s) { return s * (k0 + s * (k1 - k0) / (2 * length)); };
  const Integral x(0, length, fine_panels(length), [=](Real s) { return std::cos(heading(s)); });
  const Integral y(0, length, fine_panels(length), [=](Real s) { return std::sin(heading(s)); });
  return {length, [=](Real s) {
            return TruePlan{x.at(s), y.at(s), heading(s), k0 + (k1 - k0) * s / length};
          }};
}

TrueShape true_cubic(const std::array<Real, 4>& u, const std::array<Real, 4>& v, Real end_parameter,
                     Real length) {
  const auto value = [](const std::array<Real, 4>& c, Real p) {
    return c[0] + p * (c[1] + p * (c[2] + p * c[3]));
  };
  const auto first = [](const std::array<Real, 4>& c, Real p) {
    return c[1] + p * (2 * c[2] + p * 3 * c[3]);
  };
  const auto second = [](const std::array<Real, 4>& c, Real p) { return 2 * c[2] + p * 6 * c[3]; };
  const Integral run(0, end_parameter, 20000, [=](Real p) { return std::hypot(first(u, p), first(v, p)); });
  return {length > 0 ? length : run.whole(), [=](Real s) {
            const Real p = run.inverse(s);
            const Real du = first(u, p), dv = first(v, p);
            return TruePlan{value(u, p), value(v, p), std::atan2(dv, du),
                            (du * second(v, p) - dv * second(u, p)) / std::pow(std::hypot(du, dv), Real{3})};
          }};
}

std::array<Real, 4> reals(const std::array<double, 4>& c) {
  return {real(c[0]), real(c[1]), real(c[2]), real(c[3])};
}

TrueShape true_shape(const PlanElement& element) {
  if (const auto* line = std::get_if<PlanLine>(&element.shape)) return true_arc(real(line->length), 0);
  if (const auto* arc = std::get_if<PlanArc>(&element.shape))
    return true_arc(real(arc->length), real(arc->curvature));
  if (const auto* spiral = std::get_if<PlanSpiral>(&element.shape)) {
    return true_spiral(real(spiral->length), real(spiral->start_curvature), real(spiral->end_curvature));
  }
  if (const auto* cubic = std::get_if<PlanCubic>(&element.shape)) {
    return true_cubic({0, 1, 0, 0}, reals({cubic->a, cubic->b, cubic->c, cubic->d}), real(cubic->length),
                      real(cubic->length));
  }
  const auto& cubic = std::get<PlanParametricCubic>(element.shape);
  return true_cubic(reals(cubic.u), reals(cubic.v), real(cubic.end_parameter), 0);
}

// A record of a profile.
struct TrueRecord {
  Real from = 0, a = 0, b = 0, c = 0, d = 0;

  Real value(Real s) const { return a + (s - from) * (b + (s - from) * (c + (s - from) * d)); }
  Real slope(Real s) const { return b + (s - from) * (2 * c + (s - from) * 3 * d); }
  Real bend(Real s) const { return 2 * c + 6 * d * (s - from); }
};

struct True3 {
  Real x = 0, y = 0, z = 0;
};
True3 operator+(const True3& a, const True3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
True3 operator*(Real k, const True3& a) { return {k * a.x, k * a.y, k * a.z}; }
Real dot(const True3& a, const True3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
True3 cross(const True3& a, const True3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double apart(const True3& a, const Vec3& b) {
  return static_cast<double>(std::hypot(std::hypot(a.x - real(b.x), a.y - real(b.y)), a.z - real(b.z)));
}
double apart(const True3& a, const WorldPoint& b) { return apart(a, Vec3{b.x, b.y, b.z}); }

struct TrueFrame {
  True3 position, tangent, lateral, normal;
  Real heading = 0, curvature = 0, vertical_curvature = 0;
};

// A plan spine by the length of its climbing curve. Elements follow each other; no start poses of their own.
class TrueRoad {
 public:
  explicit TrueRoad(const PlanSpine& plan) : plan_(plan) {
    TruePlan pose{real(plan.start.x), real(plan.start.y), real(plan.start.heading_rad), 0};
    std::vector<Real> breaks{0};
    for (const PlanElement& element : plan.elements) {
      shapes_.push_back({breaks.back(), pose, true_shape(element)});
      pose = from_pose(pose, shapes_.back().shape.at(shapes_.back().shape.length));
      breaks.push_back(breaks.back() + shapes_.back().shape.length);
    }
    const Real end = breaks.back();
    for (const CubicProfile* profile : {&plan.elevation, &plan.bank_rad}) {
      for (const CubicRecord& r : profile->records) {
        if (r.from > 0 && real(r.from) < end) breaks.push_back(real(r.from));
      }
    }
    std::sort(breaks.begin(), breaks.end());
    breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
    for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
      const Real middle = (breaks[i] + breaks[i + 1]) / 2;
      const TrueRecord lift = record(plan.elevation, middle), roll = record(plan.bank_rad, middle);
      stretches_.push_back({breaks[i], length_, lift, roll,
                            Integral(breaks[i], breaks[i + 1], fine_panels(breaks[i + 1] - breaks[i]),
                                     [lift](Real s) { return std::hypot(Real{1}, lift.slope(s)); })});
      length_ += stretches_.back().run.whole();
    }
  }

  Real length() const { return length_; }

  TrueFrame at(Real distance) const {
    auto stretch = stretches_.begin();
    while (stretch + 1 != stretches_.end() && (stretch + 1)->start <= distance) ++stretch;
    const Real s = stretch->run.inverse(distance - stretch->start);
    auto part = shapes_.begin();
    while (part + 1 != shapes_.end() && (part + 1)->start <= stretch->from) ++part;
    const TruePlan plan = from_pose(part->pose, part->shape.at(s - part->start));

    const Real dz = stretch->elevation.slope(s), ddz = stretch->elevation.bend(s),
               w = std::hypot(Real{1}, dz);
    const Real c = std::cos(plan.heading), sn = std::sin(plan.heading);
    TrueFrame f;
    f.position = {plan.x, plan.y, real(plan_.base_z) + stretch->elevation.value(s)};
    f.tangent = (1 / w) * True3{c, sn, dz};
    f.heading = plan.heading;
    // heading, then pitch, then roll: the left side goes up where the bank is positive
    const Real bank = stretch->bank.value(s);
    const True3 level{-sn, c, 0};
    const True3 up = cross(f.tangent, level);
    f.lateral = std::cos(bank) * level + std::sin(bank) * up;
    f.normal = cross(f.tangent, f.lateral);
    // the change of (cos, sin, dz) / w with s, then per metre of climb
    const True3 turn = (1 / w) * True3{-plan.curvature * sn, plan.curvature * c, ddz};
    const True3 bend = (1 / w) * (turn + (-dz * ddz / (w * w)) * f.tangent);
    f.curvature = dot(bend, f.lateral);
    f.vertical_curvature = dot(bend, f.normal);
    return f;
  }

 private:
  struct Part {
    Real start;
    TruePlan pose;
    TrueShape shape;
  };
  struct Stretch {
    Real from, start;  // plan distance, distance
    TrueRecord elevation, bank;
    Integral run;
  };
  static TrueRecord record(const CubicProfile& profile, Real s) {
    TrueRecord found;
    for (const CubicRecord& r : profile.records) {
      if (real(r.from) <= s) found = {real(r.from), real(r.a), real(r.b), real(r.c), real(r.d)};
    }
    return found;
  }

  PlanSpine plan_;
  std::vector<Part> shapes_;
  std::vector<Stretch> stretches_;
  Real length_ = 0;
};

// ---- the comparison ------------------------------------------------------------------------------------------

// The worst figures seen, each against its bound.
struct Worst {
  double surface_m = 0, speed = 0, heading_rad = 0, curvature = 0;  // curvature as a share of what is allowed
  std::size_t samples = 0;

  void print(const char* what) const {
    std::printf(
        "%s: %zu samples, surface %.3g mm, speed %.3g, heading %.3g rad, curvature %.3g of its bound\n", what,
        samples, 1e3 * surface_m, speed, heading_rad, curvature);
  }
};

// Seven distances in every segment, two of them a micrometre from its joints.
std::vector<double> sample_distances(const Ribbon& ribbon) {
  std::vector<double> distances;
  for (const internal::Segment& s : ribbon.data().segments) {
    const double near = std::min(1e-6, 0.01 * s.length);
    for (const double u : {near, 0.15 * s.length, 0.32 * s.length, 0.5 * s.length, 0.71 * s.length,
                           0.86 * s.length, s.length - near}) {
      distances.push_back(s.start + u);
    }
  }
  return distances;
}

enum class CurvatureToo { no, yes };

void expect_exact(const std::string& name, const Ribbon& ribbon, const TrueRoad& road, Worst& worst,
                  CurvatureToo curvature_too = CurvatureToo::yes) {
  EXPECT_NEAR(ribbon.length(), static_cast<double>(road.length()), 1e-3) << "ribbon=" << name;
  for (const double d : sample_distances(ribbon)) {
    const std::string here = test::reproduction(name, RibbonPoint{d, 0, 0});
    const TrueFrame exact = road.at(real(d));
    const RibbonFrame frame = ribbon.frame(d);
    ++worst.samples;

    for (const double offset : {0.0, ribbon.edges().left, ribbon.edges().right}) {
      const double off = apart(exact.position + real(offset) * exact.lateral, place(ribbon, {d, offset, 0}));
      worst.surface_m = std::max(worst.surface_m, off);
      EXPECT_LE(off, 1e-3) << test::reproduction(name, RibbonPoint{d, offset, 0});
    }
    const double speed = std::fabs(ribbon.speed(d) - 1);
    worst.speed = std::max(worst.speed, speed);
    EXPECT_LE(speed, 1e-4) << here;

    const double turned =
        std::remainder(static_cast<double>(exact.heading - real(frame.heading_rad())), 2 * kPi);
    const double heading = std::max(std::fabs(turned), apart(exact.tangent, frame.tangent));
    worst.heading_rad = std::max(worst.heading_rad, heading);
    EXPECT_LE(heading, 5e-4) << here;

    if (curvature_too == CurvatureToo::no) continue;
    const auto left = static_cast<double>(exact.curvature),
               up = static_cast<double>(exact.vertical_curvature);
    const double size = std::hypot(left, up), allowed = std::max(0.02 * size, 1e-5);
    const double built = std::hypot(ribbon.curvature(d), ribbon.vertical_curvature(d));
    worst.curvature = std::max(worst.curvature, std::fabs(built - size) / allowed);
    EXPECT_LE(std::fabs(built - size), allowed) << here;
    // and it points the right way: the frame it is seen in may be off by what the heading may
    EXPECT_NEAR(ribbon.curvature(d), left, allowed + 1e-3 * size) << here;
    EXPECT_NEAR(ribbon.vertical_curvature(d), up, allowed + 1e-3 * size) << here;
  }
}

void expect_exact(const RibbonDescription& description, Worst& worst,
                  CurvatureToo curvature_too = CurvatureToo::yes) {
  expect_exact(description.name, test::built(description), TrueRoad(std::get<PlanSpine>(description.spine)),
               worst, curvature_too);
}

RibbonDescription road_of(std::string name, std::vector<PlanElement> elements, SurfaceEdges edges) {
  RibbonDescription d;
  d.name = std::move(name);
  d.edges = edges;
  d.spine = PlanSpine{.start = {-31.5, 18.25, 2.1}, .base_z = 4, .elements = std::move(elements)};
  return d;
}

constexpr double kRadii[] = {6, 12, 25, 50, 100, 300, 2000};

double edge_for(double radius) { return std::min(12.0, 0.66 * radius); }

// ---- facts ---------------------------------------------------------------------------------------------------

TEST(Surface, OfALineIsExact) {
  const Ribbon ribbon = test::built(test::line(300));
  Worst worst;
  expect_exact("line", ribbon, TrueRoad(std::get<PlanSpine>(test::line(300).spine)), worst);
  EXPECT_LE(worst.surface_m, 1e-12);
  EXPECT_LE(worst.heading_rad, 1e-15);
}

TEST(Surface, OfArcsMatchesTheCircle) {
  Worst worst;
  for (const double radius : kRadii) {
    for (const double side : {1.0, -1.0}) {
      const double edge = edge_for(radius);
      const double angle = side * std::min(3.0, 800 / radius);
      RibbonDescription d = test::arc(radius, angle, {edge, -edge});
      d.name = "arc_" + std::to_string(side * radius);
      expect_exact(d, worst);
      // the centre is as far from both edges as the radius says
      const Ribbon ribbon = test::built(d);
      const RibbonFrame start = ribbon.frame(0);
      const WorldPoint centre = start.position + start.lateral * (side * radius);
      for (double along = 0; along < ribbon.length(); along += 0.37 * radius) {
        for (const double offset : {edge, 0.0, -edge}) {
          EXPECT_NEAR(distance_between(place(ribbon, {along, offset, 0}), centre), radius - side * offset,
                      1e-3)
              << test::reproduction(d.name, RibbonPoint{along, offset, 0});
        }
      }
    }
  }
  worst.print("arcs");
}

TEST(Surface, OfClothoidsBetweenAllRadiiMatchesTheIntegral) {
  Worst worst;
  for (const double from : kRadii) {
    for (const double to : kRadii) {
      for (const double side : {1.0, -1.0}) {
        // the tighter the curves, the shorter the way between them
        const double length = std::clamp(0.8 * std::min(from, to), 10.0, 150.0);
        const double edge = edge_for(std::min(from, to));
        RibbonDescription d = test::spiral(length, 1 / from, side / to, {edge, -edge});
        d.name = "spiral_" + std::to_string(from) + "_" + std::to_string(side * to);
        expect_exact(d, worst);
      }
    }
  }
  worst.print("clothoids");
}

TEST(Surface, OfCompoundRoadsMatches) {
  Worst worst;
  for (const RibbonDescription& d :
       {test::s_curve(), test::country_road(), test::hairpin(), test::loop(), test::cubic_road(),
        test::parametric_cubic_road(),
        road_of("cubic_with_slope", {{PlanCubic{60, 0, 0.2, -4e-3, 3e-5}}}, {6, -6}),
        road_of("parametric_by_length", {{PlanParametricCubic{50, {0, 1, -1e-4, -2e-5}, {0, 0, 5e-3, 4e-5}}}},
                {5, -9})}) {
    expect_exact(d, worst);
  }
  worst.print("compound roads");
}

TEST(Surface, WithElevationMatches) {
  Worst worst;
  RibbonDescription hill = test::country_road();
  hill.name = "hill";
  std::get<PlanSpine>(hill.spine).elevation =
      CubicProfile::through({{0, 0}, {140, 9}, {260, 4}, {420, 24}, {565, 20}});
  RibbonDescription steep = test::line(200);
  steep.name = "steep_line";
  std::get<PlanSpine>(steep.spine).elevation.records = {
      {.from = 0, .a = 1, .b = 0.15, .c = 1.2e-3, .d = -8e-6}};
  RibbonDescription ramp = test::arc(25, 6, {4, -4});
  ramp.name = "ramp";
  std::get<PlanSpine>(ramp.spine).elevation.records = {{.from = 0, .a = -3, .b = 0.08}};
  RibbonDescription polynomial = test::parametric_cubic_road();
  polynomial.name = "climbing_polynomial";
  std::get<PlanSpine>(polynomial.spine).elevation.records = {
      {.from = 0, .a = 0, .b = 0.05, .c = -6e-4, .d = 4e-6}};
  for (const RibbonDescription& d : {hill, steep, ramp, polynomial}) expect_exact(d, worst);
  worst.print("elevation");
}

TEST(Surface, WithBankAndTwistMatches) {
  Worst worst;
  RibbonDescription constant = test::arc(50, 2, {8, -8});
  constant.name = "banked_arc";
  std::get<PlanSpine>(constant.spine).bank_rad.records = {{.from = 0, .a = -0.12}};
  RibbonDescription growing = test::country_road();
  growing.name = "growing_bank";
  std::get<PlanSpine>(growing.spine).bank_rad.records = {
      {.from = 0, .a = -0.1, .b = 4e-4, .c = -1e-6, .d = 2e-9}};
  RibbonDescription screw = test::helix();
  screw.name = "twisting_helix";
  std::get<PlanSpine>(screw.spine).bank_rad = CubicProfile::through({{0, 0}, {140, 1.2}, {280, -0.4}});
  for (const RibbonDescription& d :
       {constant, growing, screw, test::mountain_road(), test::full_twist(), test::figure_eight(),
        test::helix(), test::far_away(test::mountain_road())}) {
    expect_exact(d, worst);
  }
  worst.print("bank and twist");
}

TEST(Surface, MatchesOnBothSidesOfCurvatureJumps) {
  Worst worst;
  expect_exact(test::jumping_curvature(), worst);
  RibbonDescription tight =
      road_of("tight_jump", {{PlanLine{20}}, {PlanArc{12, 1.0 / 8}}, {PlanArc{12, -1.0 / 8}}, {PlanLine{20}}},
              {5, -5});
  expect_exact(tight, worst);
  // slopes that jump within what is smoothed, bends that jump freely
  RibbonDescription sag = test::line(120);
  sag.name = "sag";
  std::get<PlanSpine>(sag.spine).elevation.records = {
      {.from = 0}, {.from = 40, .c = 2e-3}, {.from = 70, .a = 1.8, .b = 0.12}};
  expect_exact(sag, worst);
  worst.print("curvature jumps");
}

TEST(Surface, SwallowsTinyPieces) {
  Worst worst;
  // curvature is not asked: pieces too short to be followed take their curvature with them
  expect_exact(test::tiny_pieces(), worst, CurvatureToo::no);
  const Ribbon ribbon = test::built(test::tiny_pieces());
  EXPECT_TRUE(ribbon.repairs().empty());
  // a line that comes in crumbs is a line
  std::vector<PlanElement> crumbs;
  crumbs.reserve(400);
  for (int i = 0; i < 400; ++i) crumbs.push_back({PlanLine{i % 3 == 0 ? 1e-11 : 0.3}});
  expect_exact(road_of("crumbs", crumbs, {8, -8}), worst, CurvatureToo::no);
  // and so is an arc
  for (PlanElement& element : crumbs)
    element.shape = PlanArc{std::get<PlanLine>(element.shape).length, 1.0 / 60};
  expect_exact(road_of("bent_crumbs", crumbs, {8, -8}), worst, CurvatureToo::no);
  worst.print("tiny pieces");
}

TEST(Surface, MatchesOutsideOfRoundedKinks) {
  const RibbonDescription description = test::kinks();
  const Ribbon ribbon = test::built(description);
  const auto& elements = std::get<PlanSpine>(description.spine).elements;
  ASSERT_EQ(ribbon.repairs().size(), 4u);  // of the five kinks, the one of 5e-4 is smoothed
  const double sizes[] = {0.02, 0.3, 0.8, 0.8};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(ribbon.repairs()[i].kind, RibbonRepair::Kind::kink);
    EXPECT_NEAR(ribbon.repairs()[i].size, sizes[i], 1e-9);
  }
  Worst worst;
  for (const double d : sample_distances(ribbon)) {
    EXPECT_LE(std::fabs(ribbon.speed(d) - 1), 1e-4) << test::reproduction("kinks", RibbonPoint{d, 0, 0});
    const bool is_rounded =
        std::any_of(ribbon.repairs().begin(), ribbon.repairs().end(),
                    [d](const RibbonRepair& r) { return std::fabs(d - r.distance) <= 0.5 * r.length; });
    if (is_rounded) continue;
    // the line that the place lies on: the one whose frame sees it nearest
    const WorldPoint p = ribbon.frame(d).position;
    double best_surface = 1e9, best_heading = 1e9;
    for (const PlanElement& element : elements) {
      const PlanPose& start = *element.start;
      const double c = std::cos(start.heading_rad), s = std::sin(start.heading_rad);
      const double ahead = c * (p.x - start.x) + s * (p.y - start.y);
      if (ahead < -1 || ahead > 41) continue;
      double off = 0;
      for (const double offset : {0.0, 4.0, -4.0}) {
        const WorldPoint placed = place(ribbon, {d, offset, 0});
        off = std::max(off, std::hypot(placed.x - (start.x + ahead * c - offset * s),
                                       placed.y - (start.y + ahead * s + offset * c)));
      }
      if (off > best_surface) continue;
      best_surface = off;
      best_heading = std::fabs(std::remainder(ribbon.frame(d).heading_rad() - start.heading_rad, 2 * kPi));
    }
    ++worst.samples;
    worst.surface_m = std::max(worst.surface_m, best_surface);
    worst.heading_rad = std::max(worst.heading_rad, best_heading);
    EXPECT_LE(best_surface, 1e-3) << test::reproduction("kinks", RibbonPoint{d, 0, 0});
    EXPECT_LE(best_heading, 5e-4) << test::reproduction("kinks", RibbonPoint{d, 0, 0});
  }
  worst.print("kinks");
}

TEST(Surface, RunsThroughAllGivenPoints) {
  double worst = 0;
  for (const RibbonDescription& d :
       {test::points_in_space(), test::points_with_normals(), test::far_away(test::points_in_space())}) {
    const Ribbon ribbon = test::built(d);
    double last = -1;
    for (const SpinePoint& point : std::get<PointSpine>(d.spine).points) {
      const Located found = locate(ribbon, point.position);
      const double off = distance_between(place(ribbon, {found.point.distance, 0, 0}), point.position);
      worst = std::max(worst, off);
      EXPECT_LE(off, 1e-3) << test::reproduction(d.name, point.position);
      EXPECT_GT(found.point.distance, last) << test::reproduction(d.name, point.position);
      last = found.point.distance;
      if (!point.normal) continue;
      // the surface's normal is the part of the given one that stands across the spine
      const RibbonFrame frame = ribbon.frame(found.point.distance);
      const Vec3 given = normalized(*point.normal);
      const Vec3 across = normalized(given - frame.tangent * dot(given, frame.tangent));
      EXPECT_LE(norm(across - frame.normal) * 4, 1e-3) << test::reproduction(d.name, point.position);
    }
    for (const double distance : sample_distances(ribbon)) {
      EXPECT_LE(std::fabs(ribbon.speed(distance) - 1), 1e-4)
          << test::reproduction(d.name, RibbonPoint{distance, 0, 0});
    }
  }
  std::printf("points: off by %.3g mm at most\n", 1e3 * worst);
}

TEST(Surface, ThroughPointsOfACircleIsTheCircle) {
  // points every 4 m of a circle of 60 m, climbing: away from the ends the spline is off by 5/384 h^4 / R^3
  RibbonDescription d;
  d.name = "circle_points";
  d.edges = {6, -6};
  PointSpine spine;
  for (int i = 0; i <= 60; ++i) {
    const double a = 4.0 * i / 60;
    spine.points.push_back({{60 * std::cos(a), 60 * std::sin(a), 0.05 * 60 * a}});
  }
  d.spine = spine;
  const Ribbon ribbon = test::built(d);
  for (const double distance : sample_distances(ribbon)) {
    if (distance < 20 || distance > ribbon.length() - 20) continue;
    const WorldPoint left = place(ribbon, {distance, 6, 0}), right = place(ribbon, {distance, -6, 0});
    EXPECT_NEAR(std::hypot(left.x, left.y), 54, 2e-3)
        << test::reproduction(d.name, RibbonPoint{distance, 6, 0});
    EXPECT_NEAR(std::hypot(right.x, right.y), 66, 2e-3)
        << test::reproduction(d.name, RibbonPoint{distance, -6, 0});
    EXPECT_NEAR(ribbon.curvature(distance), 1 / (60 * (1 + 0.05 * 0.05)), 0.02 / 60 + 1e-5)
        << test::reproduction(d.name, RibbonPoint{distance, 0, 0});
  }
}

// Roads of random elements, random profiles.
TEST(Surface, OfRandomRoadsMatches) {
  Worst worst;
  const std::size_t roads = std::max<std::size_t>(4, test::point_count(120));
  for (std::size_t i = 0; i < roads; ++i) {
    base::RandomStream random{20, i, 1};
    std::vector<PlanElement> elements;
    double curvature = 0, length = 0;
    for (std::uint64_t n = 1 + random.below(6); n > 0; --n) {
      const double next = random.below(3) == 0 ? 0 : random.uniform(-1.0 / 15, 1.0 / 15);
      const double run = random.uniform(5, 60);
      length += run;
      elements.push_back({PlanSpiral{run, curvature, next}});
      curvature = next;
      if (random.below(3) == 0) {
        elements.push_back({PlanArc{10, curvature}});
        length += 10;
      }
    }
    const double edge = random.uniform(1, 9);
    RibbonDescription d = road_of("random_" + std::to_string(i), elements, {edge, -random.uniform(0, 9)});
    std::vector<CubicProfile::Station> heights, banks;
    for (double s = 0; s < length; s += random.uniform(30, 80)) {
      heights.push_back({s, random.uniform(0, 3)});
      banks.push_back({s, random.uniform(-0.15, 0.15)});
    }
    if (i % 3 != 0) std::get<PlanSpine>(d.spine).elevation = CubicProfile::through(heights);
    if (i % 3 == 2) std::get<PlanSpine>(d.spine).bank_rad = CubicProfile::through(banks);
    expect_exact(d, worst);
  }
  worst.print("random roads");
}

// ---- segment counts ------------------------------------------------------------------------------------------

// The longest segment by the laws: for t = h / R the spine is off by R t^4 / 384, the heading by 0.00802 t^3, the speed by
// t^4 / 456 and the curvature by t^2 / 12 of itself.
double lawful_segment(double radius, double edge) {
  double t = 0;
  const auto holds = [&](double angle) {
    const double heading = 0.00802 * std::pow(angle, 3);
    return radius * std::pow(angle, 4) / 384 + edge * heading <= 1e-3 && heading <= 5e-4 &&
           std::pow(angle, 4) / 456 <= 1e-4 && angle * angle / 12 <= std::max(0.02, 1e-5 * radius);
  };
  while (holds(t + 1e-5)) t += 1e-5;
  return std::min(t * radius, 64.0);
}

TEST(Surface, OfAnArcTakesTheSegmentsThatTheLawsAllow) {
  EXPECT_NEAR(lawful_segment(12, 8), 3.0, 0.15);
  for (const double radius : kRadii) {
    for (const double edge : {1.0, 0.5 * edge_for(radius), edge_for(radius)}) {
      const double lawful = lawful_segment(radius, edge);
      EXPECT_NEAR(internal::longest_segment(1 / radius, edge, {}), lawful, 2e-3 * lawful)
          << "radius=" << radius << " edge=" << edge;
      const RibbonDescription d = test::arc(radius, std::min(5.0, 4000 / radius), {edge, -edge});
      const Ribbon ribbon = test::built(d);
      const double least = std::ceil(ribbon.length() / lawful - 1e-3);
      EXPECT_GE(static_cast<double>(ribbon.segment_count()), least)
          << "radius=" << radius << " edge=" << edge;
      EXPECT_LE(static_cast<double>(ribbon.segment_count()), 1.15 * least + 1)
          << "radius=" << radius << " edge=" << edge;
      EXPECT_EQ(ribbon.piece_count(), 1u);
    }
  }
  EXPECT_EQ(test::built(test::line(640)).segment_count(), 10u);
}

TEST(Surface, EndsPiecesWhereCurvatureJumps) {
  const Ribbon ribbon = test::built(test::jumping_curvature());
  for (const double joint : {30.0, 55.0, 80.0, 83.0, 83.4}) {
    const auto& pieces = ribbon.data().pieces;
    EXPECT_TRUE(std::any_of(pieces.begin(), pieces.end(),
                            [joint](const internal::Piece& p) { return std::fabs(p.start - joint) < 1e-9; }))
        << "joint=" << joint;
  }
}

}  // namespace
}  // namespace backlot::geometry::surface_test
