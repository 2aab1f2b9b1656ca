#include "backlot/geometry/ribbon.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/test/catalogue.h"

namespace backlot::geometry::ribbon_test {
namespace {

constexpr double kPi = std::numbers::pi;

RibbonDescription plan(std::vector<PlanElement> elements, double heading = 0) {
  RibbonDescription d;
  d.name = "plan";
  d.spine = PlanSpine{.start = {0, 0, heading}, .elements = std::move(elements)};
  return d;
}

PlanSpine& plan_of(RibbonDescription& d) { return std::get<PlanSpine>(d.spine); }

// ---- the frame -----------------------------------------------------------------------------------------------

TEST(Ribbon, FrameIsOrthonormalAndRightHanded) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    base::RandomStream random{60, 0, 1};
    for (int i = 0; i < 500; ++i) {
      const double d = random.uniform(-20, ribbon.length() + 20);
      const RibbonFrame f = ribbon.frame(d);
      const std::string here = test::reproduction(name, RibbonPoint{d, 0, 0});
      for (const Vec3& v : {f.tangent, f.lateral, f.normal}) EXPECT_NEAR(norm(v), 1, 1e-12) << here;
      EXPECT_NEAR(dot(f.tangent, f.lateral), 0, 1e-12) << here;
      EXPECT_NEAR(dot(f.lateral, f.normal), 0, 1e-12) << here;
      EXPECT_NEAR(dot(f.normal, f.tangent), 0, 1e-12) << here;
      EXPECT_LE(norm(cross(f.tangent, f.lateral) - f.normal), 1e-12) << here;
    }
  }
}

TEST(Ribbon, OffsetGrowsToTheLeftAndLoftUpwards) {
  const Ribbon ribbon = test::built(plan({{PlanLine{100}}}));
  EXPECT_LE(distance_between(place(ribbon, {10, 2, 0}), {10, 2, 0}), 1e-14);
  EXPECT_LE(distance_between(place(ribbon, {10, -2, 0.5}), {10, -2, 0.5}), 1e-14);
  EXPECT_EQ(ribbon.frame(10).tangent, (Vec3{1, 0, 0}));
  EXPECT_EQ(ribbon.frame(10).lateral, (Vec3{0, 1, 0}));
  EXPECT_EQ(ribbon.frame(10).normal, (Vec3{0, 0, 1}));
  EXPECT_FALSE(ribbon.is_banked());
}

TEST(Ribbon, KnowsItsNameLengthAndEdges) {
  RibbonDescription d = test::line(123);
  d.name = "avenue";
  d.edges = {3, -7};
  const Ribbon ribbon = test::built(d);
  EXPECT_EQ(ribbon.name(), "avenue");
  EXPECT_NEAR(ribbon.length(), 123, 1e-12);
  EXPECT_EQ(ribbon.edges().left, 3);
  EXPECT_EQ(ribbon.edges().right, -7);
  EXPECT_GE(ribbon.bytes(), sizeof(Ribbon) + ribbon.segment_count() * 128);
}

TEST(Ribbon, CurvatureIsPositiveToTheLeft) {
  const Ribbon left = test::built(plan({{PlanArc{40, 1.0 / 20}}}));
  EXPECT_NEAR(left.curvature(20), 0.05, 0.02 * 0.05);
  EXPECT_NEAR(left.vertical_curvature(20), 0, 1e-12);
  EXPECT_NEAR(left.frame(20).heading_rad(), 1.0, 5e-4);
  EXPECT_GT(left.frame(20).position.y, 0);
  const Ribbon right = test::built(plan({{PlanArc{40, -1.0 / 20}}}));
  EXPECT_NEAR(right.curvature(20), -0.05, 0.02 * 0.05);
  EXPECT_NEAR(right.frame(20).heading_rad(), -1.0, 5e-4);
  EXPECT_NEAR(test::built(test::line(50)).curvature(20), 0, 1e-15);
}

TEST(Ribbon, GradeIsPositiveUphillAndVerticalCurvatureInADip) {
  RibbonDescription d = plan({{PlanLine{100}}});
  plan_of(d).elevation.records = {{.from = 0, .b = 0.1}};
  const Ribbon climb = test::built(d);
  EXPECT_NEAR(climb.frame(30).grade_rad(), std::atan(0.1), 1e-9);
  EXPECT_NEAR(climb.length(), 100 * std::sqrt(1.01), 1e-9);
  EXPECT_NEAR(climb.frame(climb.length()).position.z, 10, 1e-9);
  EXPECT_NEAR(climb.frame(30).bank_rad(), 0, 1e-12);
  plan_of(d).elevation.records = {{.from = 0, .b = -0.1, .c = 1e-3}};
  const Ribbon dip = test::built(d);
  EXPECT_LT(dip.frame(20).grade_rad(), 0);
  EXPECT_GT(dip.frame(80).grade_rad(), 0);
  EXPECT_NEAR(dip.vertical_curvature(50.2), 2e-3, 0.02 * 2e-3);
  plan_of(d).elevation.records = {{.from = 0, .b = 0.1, .c = -1e-3}};
  EXPECT_NEAR(test::built(d).vertical_curvature(50.2), -2e-3, 0.02 * 2e-3);
}

TEST(Ribbon, BankIsPositiveWhereTheLeftSideIsRaised) {
  RibbonDescription d = plan({{PlanLine{100}}}, 0.7);
  plan_of(d).bank_rad.records = {{.from = 0, .a = 0.1}};
  const Ribbon left_up = test::built(d);
  EXPECT_TRUE(left_up.is_banked());
  EXPECT_NEAR(left_up.frame(50).bank_rad(), 0.1, 1e-12);
  EXPECT_NEAR(place(left_up, {50, 4, 0}).z, 4 * std::sin(0.1), 1e-12);
  EXPECT_NEAR(place(left_up, {50, -4, 0}).z, -4 * std::sin(0.1), 1e-12);
  // roll comes after pitch: on a slope too the bank is the angle about the spine
  plan_of(d).elevation.records = {{.from = 0, .b = 0.2}};
  const Ribbon climbing = test::built(d);
  EXPECT_NEAR(climbing.frame(50).bank_rad(), 0.1, 1e-9);
  EXPECT_NEAR(climbing.frame(50).grade_rad(), std::atan(0.2), 1e-9);
  EXPECT_NEAR(climbing.frame(50).heading_rad(), 0.7, 1e-9);
  EXPECT_NEAR(climbing.frame(50).lateral.z, std::sin(0.1) * std::cos(std::atan(0.2)), 1e-9);
  // once around
  const Ribbon twist = test::built(test::full_twist());
  EXPECT_NEAR(std::fabs(twist.frame(150).bank_rad()), kPi, 0.02);
  EXPECT_LT(twist.frame(150).normal.z, -0.99);
}

TEST(Ribbon, PoseHasTheHeadingOfItsTangent) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    base::RandomStream random{61, 0, 1};
    for (std::size_t i = test::point_count(5000); i > 0; --i) {
      const RibbonPoint point{random.uniform(-20, ribbon.length() + 20), random.uniform(-4, 4),
                              random.uniform(-1, 2)};
      const PlacedPose pose = place_pose(ribbon, point);
      const std::string here = test::reproduction(name, point);
      EXPECT_NEAR(std::remainder(pose.heading_rad - std::atan2(pose.tangent.y, pose.tangent.x), 2 * kPi), 0,
                  2e-8)
          << here;
      EXPECT_TRUE(pose.heading_rad > -kPi && pose.heading_rad <= kPi) << here;
      EXPECT_EQ(pose.position, place(ribbon, point)) << here;
      const RibbonFrame frame = ribbon.frame(point.distance);
      EXPECT_EQ(pose.tangent, frame.tangent) << here;
      EXPECT_EQ(pose.lateral, frame.lateral) << here;
      EXPECT_EQ(pose.normal, frame.normal) << here;
      EXPECT_NEAR(frame.heading_rad(), std::atan2(frame.tangent.y, frame.tangent.x), 1e-15) << here;
    }
  }
}

TEST(Ribbon, HeadingStaysInItsRangeAcrossTheWesternRay) {
  // a circle passes heading pi: no value may leave (-pi, pi]
  const Ribbon ribbon = test::built(plan({{PlanArc{2 * kPi * 30, 1.0 / 30}}}, 2.5));
  for (double d = 0; d <= ribbon.length(); d += 0.01) {
    const double heading = place_pose(ribbon, {d, 0, 0}).heading_rad;
    ASSERT_TRUE(heading > -kPi && heading <= kPi) << "distance=" << d;
    ASSERT_NEAR(std::remainder(heading - (2.5 + d / 30), 2 * kPi), 0, 5e-4) << "distance=" << d;
  }
}

TEST(Ribbon, GoesOnStraightPastItsEnds) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    for (const auto& [end, sign] : {std::pair{0.0, -1.0}, std::pair{ribbon.length(), 1.0}}) {
      const RibbonFrame at = ribbon.frame(end);
      for (const double over : {1e-9, 0.5, 100.0}) {
        const RibbonFrame past = ribbon.frame(end + sign * over);
        EXPECT_EQ(past.tangent, at.tangent) << name;
        EXPECT_EQ(past.lateral, at.lateral) << name;
        EXPECT_EQ(past.normal, at.normal) << name;
        const WorldPoint straight =
            at.position + at.tangent * (sign * over) + at.lateral * 2.0 + at.normal * 0.5;
        EXPECT_LE(distance_between(place(ribbon, {end + sign * over, 2, 0.5}), straight), 5e-9)
            << name << " over=" << over;
      }
    }
  }
}

TEST(Ribbon, IsContinuousAcrossJoints) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    for (const internal::Segment& s : ribbon.data().segments) {
      const RibbonFrame before = ribbon.frame(std::nextafter(s.start, 0)), after = ribbon.frame(s.start);
      const std::string here = test::reproduction(name, RibbonPoint{s.start, 0, 0});
      EXPECT_LE(distance_between(before.position, after.position), 3e-9) << here;
      EXPECT_LE(norm(before.tangent - after.tangent), 1e-11) << here;
      EXPECT_LE(norm(before.normal - after.normal), 1e-11) << here;
    }
  }
}

TEST(Ribbon, SegmentsFollowEachOtherWithoutHoles) {
  for (const auto& [name, description] : test::catalogue()) {
    const Ribbon ribbon = test::built(description);
    const internal::RibbonData& data = ribbon.data();
    EXPECT_EQ(data.segments.front().start, 0) << name;
    for (std::size_t i = 0; i < data.segments.size(); ++i) {
      const internal::Segment& s = data.segments[i];
      const double end = i + 1 < data.segments.size() ? data.segments[i + 1].start : data.length;
      EXPECT_NEAR(s.start + s.length, end, 1e-9) << name << " segment=" << i;
      EXPECT_EQ(data.segment_at(s.start + 0.5 * s.length), i) << name;
    }
  }
}

// ---- agents with hints (R14) ---------------------------------------------------------------------------------

// Follows a path on the ribbon by hints: every answer places back to the point, and moves no more than the point did.
class Agent {
 public:
  Agent(std::string name, const Ribbon& ribbon) : name_(std::move(name)), ribbon_(ribbon) {}

  void go_to(const RibbonPoint& point) {
    const WorldPoint p = place(ribbon_, point);
    at_ = locate(ribbon_, p, at_);
    const std::string here = test::reproduction(name_, point);
    ASSERT_TRUE(at_) << here;
    EXPECT_NEAR(at_.point.distance + at_.beyond, point.distance, 1e-8) << here;
    EXPECT_NEAR(at_.point.offset, point.offset, 1e-8) << here;
    EXPECT_NEAR(at_.point.loft, point.loft, 1e-8) << here;
  }
  const Located& at() const { return at_; }

 private:
  std::string name_;
  const Ribbon& ribbon_;
  Located at_;
};

TEST(Ribbon, AgentDrivesTheWrongWay) {
  for (const RibbonDescription& d :
       {test::country_road(), test::mountain_road(), test::helix(), test::jumping_curvature()}) {
    const Ribbon ribbon = test::built(d);
    Agent agent(d.name, ribbon);
    std::size_t hinted = 0, steps = 0;
    for (double s = ribbon.length() - 0.1; s > 0; s -= 0.31, ++steps) {
      agent.go_to({s, 1.5, 0});
      hinted += agent.at().found == Found::hinted ? 1u : 0u;
    }
    EXPECT_GE(hinted, steps - 1) << d.name;  // all but the first
  }
}

TEST(Ribbon, AgentCrossesTheEdgeAndComesBack) {
  const Ribbon ribbon = test::built(test::country_road());
  Agent agent("country_road", ribbon);
  double s = 20;
  for (double offset = 0; offset < 14; offset += 0.2) {
    agent.go_to({s += 0.3, offset, 0});
    EXPECT_EQ(gap(ribbon, agent.at()) > 1e-6, offset > 8 + 1e-6) << "offset=" << offset;
  }
  for (double offset = 14; offset > -14; offset -= 0.2) agent.go_to({s += 0.3, offset, 0});
  for (double offset = -14; offset < 0; offset += 0.2) agent.go_to({s += 0.3, offset, 0});
  EXPECT_EQ(agent.at().found, Found::hinted);
  EXPECT_EQ(gap(ribbon, agent.at()), 0);
}

TEST(Ribbon, AgentLeavesOverAnEndAndComesBack) {
  const Ribbon ribbon = test::built(test::s_curve());
  for (const bool at_start : {true, false}) {
    Agent agent("s_curve", ribbon);
    const double end = at_start ? 0 : ribbon.length(), out = at_start ? -1 : 1;
    for (double x = -10.1; x < 25; x += 0.4) {
      agent.go_to({end + out * x, -2, 0.3});
      EXPECT_EQ(agent.at().at_end, x <= 0 ? AtEnd::no : at_start ? AtEnd::start : AtEnd::end) << "x=" << x;
    }
    for (double x = 25; x > -10; x -= 0.4) agent.go_to({end + out * x, 3, 0});
    EXPECT_EQ(agent.at().found, Found::hinted);
    EXPECT_EQ(agent.at().at_end, AtEnd::no);
  }
}

TEST(Ribbon, AgentStaysOnItsStoreyWhereTheRibbonCrossesItself) {
  // cold would jump between the two stretches of the loop; the hint keeps to the one it drives on
  for (const RibbonDescription& d : {test::loop(), test::figure_eight(), test::helix()}) {
    const Ribbon ribbon = test::built(d);
    Agent agent(d.name, ribbon);
    agent.go_to({0.5, 0, 0.1});
    for (double s = 0.5; s < ribbon.length(); s += 0.4) agent.go_to({s, 3 * std::sin(0.1 * s), 0.1});
    for (double s = ribbon.length() - 0.5; s > 0; s -= 0.4) agent.go_to({s, -3, 0.1});
  }
}

}  // namespace
}  // namespace backlot::geometry::ribbon_test
