#include "backlot/geometry/cubic_profile.h"

#include <gtest/gtest.h>

namespace backlot::geometry::cubic_profile_test {
namespace {

TEST(CubicProfile, RecordGivesValueSlopeAndBend) {
  const CubicRecord r{.from = 10, .a = 1, .b = 2, .c = 3, .d = 4};
  EXPECT_EQ(r.at(10).value, 1);
  EXPECT_EQ(r.at(10).slope, 2);
  EXPECT_EQ(r.at(10).bend, 6);
  EXPECT_EQ(r.at(12).value, 1 + 2 * 2 + 3 * 4 + 4 * 8);
  EXPECT_EQ(r.at(12).slope, 2 + 6 * 2 + 12 * 4);
  EXPECT_EQ(r.at(12).bend, 6 + 24 * 2);
}

TEST(CubicProfile, IsZeroBeforeItsFirstRecordAndGoesOnAfterItsLast) {
  const CubicProfile profile{{{.from = 10, .a = 5, .b = 1}, {.from = 20, .a = 7}}};
  EXPECT_EQ(profile.record_at(9.999).at(9.999).value, 0);
  EXPECT_EQ(profile.record_at(9.999).at(9.999).slope, 0);
  EXPECT_EQ(profile.record_at(10).at(10).value, 5);
  EXPECT_EQ(profile.record_at(19).at(19).value, 14);
  EXPECT_EQ(profile.record_at(20).at(20).value, 7);
  EXPECT_EQ(profile.record_at(1e6).at(1e6).value, 7);
  EXPECT_EQ(CubicProfile{}.record_at(3).at(3).value, 0);
}

TEST(CubicProfile, TakesTheLastOfTwoRecordsAtOnePlace) {
  const CubicProfile profile{{{.from = 0, .a = 1}, {.from = 5, .a = 2}, {.from = 5, .a = 3}}};
  EXPECT_EQ(profile.record_at(5).a, 3);
  EXPECT_EQ(profile.record_at(4.9).a, 1);
}

TEST(CubicProfile, ThroughStationsIsLevelAtEachAndSShapedBetween) {
  const CubicProfile profile = CubicProfile::through({{0, 1}, {20, 5}, {50, -1}});
  for (const auto& [s, value] :
       {std::pair{0.0, 1.0}, std::pair{20.0, 5.0}, std::pair{50.0, -1.0}, std::pair{80.0, -1.0}}) {
    const ProfileValue at = profile.record_at(s).at(s);
    EXPECT_NEAR(at.value, value, 1e-12) << s;
    EXPECT_NEAR(at.slope, 0, 1e-12) << s;
  }
  EXPECT_NEAR(profile.record_at(10).at(10).value, 3, 1e-12);  // half way up in the middle
  EXPECT_NEAR(profile.record_at(10).at(10).slope, 1.5 * 4 / 20,
              1e-12);  // and one and a half times the mean slope
  EXPECT_NEAR(profile.record_at(35).at(35).value, 2, 1e-12);
  // from the left: the record before a station ends in it
  EXPECT_NEAR(profile.record_at(0).at(20).value, 5, 1e-12);
  EXPECT_NEAR(profile.record_at(0).at(20).slope, 0, 1e-12);
}

TEST(CubicProfile, ThroughOneOrNoStationIsConstant) {
  EXPECT_TRUE(CubicProfile::through({}).records.empty());
  const CubicProfile one = CubicProfile::through({{5, 2}});
  EXPECT_EQ(one.record_at(4).at(4).value, 0);
  EXPECT_EQ(one.record_at(500).at(500).value, 2);
  const CubicProfile step =
      CubicProfile::through({{0, 1}, {10, 1}, {10, 3}});  // two stations at one place: a step
  EXPECT_EQ(step.record_at(9).at(9).value, 1);
  EXPECT_EQ(step.record_at(10).at(10).value, 3);
}

}  // namespace
}  // namespace backlot::geometry::cubic_profile_test
