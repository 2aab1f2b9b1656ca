// Which bodies concern a driver, on a straight road to the east where all of it can be computed by hand.
#include "backlot/drivers/threats.h"

#include <cmath>

#include <gtest/gtest.h>

#include "backlot/drivers/test/closed_loop.h"

namespace backlot::drivers::threats_test {
namespace {

using test::car;
using test::later;

constexpr double kHalfTurn = 3.14159265358979, kQuarter = kHalfTurn / 2;

class Stage {
 public:
  // The driver is at 50 m with 12 m/s; the body is shown to it for a second.
  const Threats& with(const sut::SeenObject& body, const YieldZone& zone = {}) {
    finder_.reset();
    for (int k = 0; k <= 20; ++k) {
      sut::View view;
      view.time_s = 0.05 * k;
      view.own.x = 50;
      view.own.speed_mps = 12;
      view.objects = {later(body, view.time_s - 1)};
      finder_.find(plan_, vehicle_, view, 50, zone, threats_);
    }
    return threats_;
  }

 private:
  RoadPlan plan_{test::straight_road(600, 14), Manner{}};
  sut::Vehicle vehicle_;
  ThreatFinder finder_;
  Threats threats_;
};

TEST(Threats, ALeaderIsAhead) {
  Stage stage;
  const Threats& found = stage.with(car(7, 90, 0.2, 0, 8));
  ASSERT_EQ(found.ahead.size(), 1U);
  EXPECT_TRUE(found.crossing.empty());
  EXPECT_NEAR(found.ahead[0].gap_m, 90 - 2.25 - 52.25, 1e-6);
  EXPECT_NEAR(found.ahead[0].along_mps, 8, 1e-9);
  EXPECT_NEAR(found.ahead[0].left_m, 0.2, 1e-9);
}

TEST(Threats, BodiesBesideAndBehindAreNone) {
  Stage stage;
  for (const sut::SeenObject& body :
       {car(7, 90, 3.5, 0, 8), car(7, 90, -3.5, 0, 8), car(7, 30, 0, 0, 8), car(7, 90, 3.5, kHalfTurn, 8)}) {
    const Threats& found = stage.with(body);
    EXPECT_TRUE(found.ahead.empty() && found.crossing.empty()) << body.x << ' ' << body.y;
  }
}

TEST(Threats, ABodyThatComesOverCountsBeforeItIsThere) {
  Stage stage;
  const double sideways = std::atan2(1.2, 10.0);  // 1.2 m/s to the right
  EXPECT_EQ(stage.with(car(7, 90, 2.8, -sideways, 10)).ahead.size(), 1U);
  EXPECT_TRUE(stage.with(car(7, 90, 2.8, sideways, 10)).ahead.empty()) << "it goes away";
}

TEST(Threats, AnOncomingBodyInTheStripIsAhead) {
  Stage stage;
  const Threats& found = stage.with(car(7, 150, 0.5, kHalfTurn, 10));
  ASSERT_EQ(found.ahead.size(), 1U);
  EXPECT_NEAR(found.ahead[0].along_mps, -10, 1e-6);
}

// It crosses at right angles at x = 120 m: the strip is 1.8 m wide with 0.3 m of room on each side, the body 4.5 m long.
TEST(Threats, ACrossingBodyHasPlaceAndTimes) {
  Stage stage;
  const Threats& found = stage.with(car(7, 120, 12, -kQuarter, 10));
  ASSERT_EQ(found.crossing.size(), 1U);
  EXPECT_TRUE(found.ahead.empty());
  const Crossing& c = found.crossing[0];
  EXPECT_LE(c.from_m, 119.1);
  EXPECT_GE(c.from_m, 115);
  EXPECT_GE(c.to_m, 120.9);
  EXPECT_LE(c.to_m, 125);
  EXPECT_NEAR(c.enters_s, (12 - 0.9 - 0.3 - 2.25) / 10, 0.05);
  EXPECT_NEAR(c.leaves_s, (12 + 0.9 + 0.3 + 2.25) / 10, 0.05);
}

TEST(Threats, ABodyThatCanStillStopIsNoThreatUnlessItHasPriority) {
  Stage stage;
  const sut::SeenObject far_off = car(7, 120, 60, -kQuarter, 10);
  EXPECT_TRUE(stage.with(far_off).crossing.empty());
  const Threats& found = stage.with(far_off, {110, 130});
  ASSERT_EQ(found.crossing.size(), 1U);
  EXPECT_TRUE(found.crossing[0].has_priority);
}

TEST(Threats, ABodyThatHasPassedIsNone) {
  Stage stage;
  EXPECT_TRUE(stage.with(car(7, 120, -8, -kQuarter, 10)).crossing.empty());
}

TEST(Threats, ABodyThatStandsAcrossIsAnObstacle) {
  Stage stage;
  const Threats& found = stage.with(car(7, 120, 1, kQuarter, 0));
  ASSERT_EQ(found.ahead.size(), 1U);
  EXPECT_EQ(found.ahead[0].along_mps, 0);
  EXPECT_TRUE(stage.with(car(7, 120, 5, kQuarter, 0)).ahead.empty()) << "it stands beside the strip";
}

}  // namespace
}  // namespace backlot::drivers::threats_test
