// There and back: place and locate undo each other, everywhere on the surface where 1 - curvature * offset > 0.01.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::round_trip_test {
namespace {

std::vector<test::Named> all_roads() {
  std::vector<test::Named> all = test::catalogue();
  for (RibbonDescription d :
       {test::far_away(test::hairpin()), test::far_away(test::helix()), test::far_away(test::kinks()),
        test::far_away(test::points_with_normals()), test::far_away(test::figure_eight())}) {
    std::string name = d.name;
    all.push_back({std::move(name), std::move(d)});
  }
  return all;
}

// How much of a step along the spine is left at an offset and a loft.
double gain_at(const Ribbon& ribbon, const RibbonPoint& p) {
  return 1 - ribbon.curvature(p.distance) * p.offset - ribbon.vertical_curvature(p.distance) * p.loft;
}

double largest_coordinate(const WorldPoint& p) {
  return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
}

double ulp(double x) { return std::nextafter(x, 2 * x + 1) - x; }

// What the answer may be off by: 1e-9 m, and beyond 10 km what the coordinates themselves cannot tell.
double allowed_at(const WorldPoint& p, double gain) {
  const double largest = largest_coordinate(p);
  return largest <= 1e4 ? 1e-9 : 1e-9 + 4 * ulp(largest) / gain;
}

double apart(const RibbonPoint& a, const RibbonPoint& b) {
  return std::max(
      {std::fabs(a.distance - b.distance), std::fabs(a.offset - b.offset), std::fabs(a.loft - b.loft)});
}

// What was seen, as shares of what is allowed.
struct Worst {
  double held = 0, cold = 0, hinted = 0;
  std::size_t points = 0;
};

void expect_returns(const Ribbon& ribbon, const WorldPoint& p, const Located& found, double allowed,
                    const std::string& here, double& worst) {
  ASSERT_TRUE(found) << here;
  const double off = distance_between(place(ribbon, extended(found)), p);
  worst = std::max(worst, off / allowed);
  EXPECT_LE(off, allowed) << here << " found=" << static_cast<int>(found.found) << " at "
                          << found.point.distance;
}

void expect_round_trip(const std::string& name, const Ribbon& ribbon, const RibbonPoint& point, Worst& worst,
                       std::vector<Located>& answers) {
  const double gain = gain_at(ribbon, point);
  if (!(gain > 0.01)) return;
  const std::string here = test::reproduction(name, point);
  const WorldPoint p = place(ribbon, point);
  const double allowed = allowed_at(p, gain);
  ++worst.points;

  // all: one of the answers is where it came from
  locate_all(ribbon, p, {}, answers);
  double nearest = 1e300;
  for (const Located& l : answers) nearest = std::min(nearest, apart(extended(l), point));
  EXPECT_LE(nearest, allowed) << here << " answers=" << answers.size();
  worst.held = std::max(worst.held, nearest / allowed);

  // cold: perhaps another stretch, where the ribbon overlaps itself; the place is the same
  expect_returns(ribbon, p, locate(ribbon, p), allowed, here, worst.cold);

  // hinted: from the spot, and from a few metres off
  for (const double shift : {0.0, 0.4, -3.0}) {
    const Located hint = hint_at(ribbon, point.distance + shift);
    expect_returns(ribbon, p, locate(ribbon, p, hint), allowed, here + " hint=" + std::to_string(shift),
                   worst.hinted);
  }
}

TEST(RoundTrip, OfALineIsPlain) {
  const Ribbon ribbon = test::built(test::line(300));
  const WorldPoint p = place(ribbon, {100, 3, 0.5});
  EXPECT_NEAR(p.x, 12.5 + 100 * std::cos(0.3) - 3 * std::sin(0.3), 1e-12);
  EXPECT_NEAR(p.y, -7.25 + 100 * std::sin(0.3) + 3 * std::cos(0.3), 1e-12);
  EXPECT_EQ(p.z, 0.5);
  const Located found = locate(ribbon, p);
  EXPECT_NEAR(found.point.distance, 100, 1e-12);
  EXPECT_NEAR(found.point.offset, 3, 1e-12);
  EXPECT_NEAR(found.point.loft, 0.5, 1e-12);
  EXPECT_EQ(found.found, Found::cold);
  EXPECT_EQ(found.at_end, AtEnd::no);
}

TEST(RoundTrip, HoldsAtJointsEndsAndEdges) {
  Worst worst;
  std::vector<Located> answers;
  for (const auto& [name, description] : all_roads()) {
    SCOPED_TRACE(name);
    const Ribbon ribbon = test::built(description);
    const SurfaceEdges& e = ribbon.edges();
    std::vector<double> distances{0, ribbon.length()};
    for (const internal::Segment& s : ribbon.data().segments) {
      distances.push_back(s.start);
      distances.push_back(std::min(s.start + s.length, ribbon.length()));
      distances.push_back(std::nextafter(s.start, 0));
      distances.push_back(std::nextafter(s.start, 1e9));
      distances.push_back(s.start + 0.5 * s.length);
    }
    for (const double d : distances) {
      for (const double offset : {0.0, e.left, e.right, 0.5 * e.left}) {
        for (const double loft : {0.0, 3.0, -1.0}) {
          expect_round_trip(name, ribbon, {std::clamp(d, 0.0, ribbon.length()), offset, loft}, worst,
                            answers);
        }
      }
    }
  }
  std::printf("joints: %zu points; of what is allowed: held %.3g, cold %.3g, hinted %.3g\n", worst.points,
              worst.held, worst.cold, worst.hinted);
}

TEST(RoundTrip, HoldsAtRandomPoints) {
  Worst worst;
  std::vector<Located> answers;
  std::uint64_t number = 0;
  for (const auto& [name, description] : all_roads()) {
    SCOPED_TRACE(name);
    const Ribbon ribbon = test::built(description);
    base::RandomStream random{21, number++, 1};
    for (std::size_t i = test::point_count(30'000); i > 0; --i) {
      const double loft = random.below(2) == 0 ? 0 : random.uniform(-1, 3);
      expect_round_trip(name, ribbon,
                        {random.uniform(0, ribbon.length()),
                         random.uniform(ribbon.edges().right, ribbon.edges().left), loft},
                        worst, answers);
    }
  }
  std::printf("random: %zu points; of what is allowed: held %.3g, cold %.3g, hinted %.3g\n", worst.points,
              worst.held, worst.cold, worst.hinted);
}

// As near to the evolute as the contract goes: 1 - curvature * offset from 0.01 to 0.2.
TEST(RoundTrip, HoldsNearTheEvolute) {
  Worst worst;
  std::vector<Located> answers;
  for (const double radius : {6.0, 12.0, 30.0, 100.0}) {
    for (const double side : {1.0, -1.0}) {
      const double edge = 0.995 * radius;
      RibbonDescription d = test::arc(radius, side * 2.5, {edge, -edge});
      d.name = "wide_arc_" + std::to_string(side * radius);
      const Ribbon ribbon = test::built(d);
      base::RandomStream random{22, static_cast<std::uint64_t>(radius), side > 0 ? 1u : 2u};
      for (std::size_t i = test::point_count(5000); i > 0; --i) {
        const double distance = random.uniform(0, ribbon.length());
        const double gain = random.uniform(0.0101, 0.2);
        expect_round_trip(d.name, ribbon, {distance, (1 - gain) / ribbon.curvature(distance), 0}, worst,
                          answers);
      }
    }
  }
  std::printf("evolute: %zu points; of what is allowed: held %.3g, cold %.3g, hinted %.3g\n", worst.points,
              worst.held, worst.cold, worst.hinted);
}

TEST(RoundTrip, HoldsBothStoreysOfABridgeApart) {
  // the figure eight crosses over itself, six metres up; the helix has three storeys, 4.2 m each
  for (const RibbonDescription& d : {test::figure_eight(), test::helix()}) {
    const Ribbon ribbon = test::built(d);
    std::vector<Located> answers;
    base::RandomStream random{23, 0, 1};
    for (std::size_t i = test::point_count(2000); i > 0; --i) {
      const RibbonPoint point{random.uniform(0, ribbon.length()), random.uniform(-4, 4),
                              random.uniform(-0.5, 1)};
      locate_all(ribbon, place(ribbon, point), {.loft_low = -0.6, .loft_high = 1.1}, answers);
      ASSERT_EQ(answers.size(), 1u) << test::reproduction(d.name, point);
      EXPECT_LE(apart(answers[0].point, point), 1e-9) << test::reproduction(d.name, point);
    }
  }
}

TEST(RoundTrip, FindsBothStretchesWhereALoopCrossesItself) {
  // two lines of a loop cross at right angles: seen from the crossing each is as near as the other
  const Ribbon ribbon = test::built(test::loop());
  const double crossing =
      40;  // 80 - 40: the lines meet at the corner of the square in which the arc is inscribed
  const WorldPoint p = place(ribbon, {crossing, 0, 0});
  std::vector<Located> answers;
  locate_all(ribbon, p, {}, answers);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_NEAR(answers[0].point.distance, crossing, 2e-3);
  EXPECT_NEAR(answers[1].point.distance, ribbon.length() - crossing, 2e-3);
  // cold: the smaller distance where both are equally near, else the nearer
  const Located cold = locate(ribbon, p);
  EXPECT_NEAR(cold.point.distance, crossing, 1e-9);
}

TEST(RoundTrip, GoesOnStraightPastTheEnds) {
  std::size_t past = 0;  // none on the figure eight: past its end one is on its start
  for (const auto& [name, description] : all_roads()) {
    const Ribbon ribbon = test::built(description);
    base::RandomStream random{24, 0, 1};
    for (std::size_t i = test::point_count(1000); i > 0; --i) {
      const double over = random.uniform(0, 30);
      const bool at_start = random.below(2) == 0;
      const RibbonPoint point{at_start ? -over : ribbon.length() + over,
                              random.uniform(ribbon.edges().right, ribbon.edges().left),
                              random.uniform(-1, 3)};
      const std::string here = test::reproduction(name, point);
      const WorldPoint p = place(ribbon, point);
      const Located found = locate(ribbon, p);
      EXPECT_LE(distance_between(place(ribbon, extended(found)), p), allowed_at(p, 1)) << here;
      if (found.at_end == AtEnd::no) continue;  // another stretch is nearer than the end
      if (found.at_end != (at_start ? AtEnd::start : AtEnd::end)) continue;
      ++past;
      EXPECT_LE(apart(extended(found), point), allowed_at(p, 1)) << here;
      EXPECT_NEAR(found.beyond, at_start ? -over : over, allowed_at(p, 1)) << here;
      EXPECT_EQ(found.point.distance, at_start ? 0 : ribbon.length()) << here;
      // off the surface a hint helps no more: the answer is the cold one
      const Located hinted = locate(ribbon, p, hint_at(ribbon, point.distance));
      EXPECT_LE(apart(extended(hinted), extended(found)), allowed_at(p, 1)) << here;
    }
  }
  EXPECT_GE(past, test::point_count(10'000));
}

}  // namespace
}  // namespace backlot::geometry::round_trip_test
