// Who is responsible for a contact between a vehicle and a person on foot, by frames written by hand.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "backlot/verdict/responsibility.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::verdict::person_rules_test {
namespace {

// East along x. Lane R1 lies between y = -3.5 and 0, the sidewalk between -6 and -3.5.
constexpr const char* kStreet = R"(
network street
traffic on the right
speed limit 50 km/h
profile street { sidewalk 2.5 m; vehicle backward 3.5 m; spine; vehicle forward 3.5 m; sidewalk 2.5 m }
way road { profile street;  begin at (0 m, 0 m) heading 0 deg;  line 300 m;  start open;  end open }
)";

constexpr world::ObjectId kSubject{0, 0}, kPerson{1, 1};
constexpr double kStep_s = 0.1, kCross_mps = 1.5, kKerb_m = -3.5, kMeets_m = -1.75;

class PersonRules : public testing::Test {
 protected:
  record::FrameObject car(double front_m, double speed_mps) const {
    record::FrameObject o;
    o.id = kSubject;
    o.centre = {front_m - 2.25, kMeets_m, 0};
    o.length_m = 4.5F;
    o.width_m = 1.8F;
    o.speed_mps = speed_mps;
    const world::Track& track = roads_.track(roads_.lane("road", "R1"));
    o.strip = track.strip;
    o.lane = track.lane;
    o.distance = o.centre.x;
    o.offset = kMeets_m;
    return o;
  }
  record::FrameObject person(double x, double y) const {
    record::FrameObject o;
    o.id = kPerson;
    o.kind = world::ObjectKind::pedestrian;
    o.centre = {x, y, 0};
    o.heading_x = 0;
    o.heading_y = 1;
    o.length_m = 0.3F;
    o.width_m = 0.5F;
    o.speed_mps = kCross_mps;
    return o;  // off the footways a walker has no lane
  }
  // The car drives at a constant speed; its front and the person meet in the middle of the lane at 10 s. `waits_s`: the person stands in the lane for
  // so long before.
  Responsibility judge(double speed_mps, double waits_s = 0) const {
    constexpr double kContact_s = 10, kAt_m = 200;
    ResponsibilityWatch watch(roads_.roads, kSubject, kPerson);
    record::Frame frame;
    for (double t = 0; t <= kContact_s + 1e-9; t += kStep_s) {
      const double walks_s = std::min(0.0, t - (kContact_s - waits_s));
      frame.time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(1e9 * t));
      frame.objects = {car(kAt_m - speed_mps * (kContact_s - t), speed_mps),
                       person(kAt_m, kMeets_m + kCross_mps * walks_s)};
      watch.see(frame, {});
    }
    return watch.finish(kContact_s);
  }

  world::TestRoads roads_{kStreet};
};

TEST_F(PersonRules, APersonThatStepsOutTooLateBeginsIt) {
  const Responsibility found = judge(13);
  EXPECT_EQ(found.initiator, Initiator::other);
  ASSERT_EQ(found.rules.size(), 1U);
  EXPECT_EQ(found.rules[0].rule, RoadRule::off_crosswalk);
  EXPECT_EQ(found.rules[0].by, Party::other);
  // it is in the lane from 1.75 m before the middle on
  const double out_s = (kMeets_m - kKerb_m) / kCross_mps, room_m = 13 * out_s - 13 * 0.75;
  EXPECT_NEAR(found.rules[0].value, 13.0 * 13 / (2 * room_m), 0.3 * found.rules[0].value);
  EXPECT_GT(found.rules[0].value, found.rules[0].limit);
  EXPECT_EQ(sentence_of(found, {}, 0).rfind("Person 1 brought about the contact: person 1 stepped onto", 0),
            0U)
      << sentence_of(found, {}, 0);
}

TEST_F(PersonRules, AVehicleThatCouldHaveStoppedBeginsIt) {
  const Responsibility found = judge(13, 4);
  EXPECT_EQ(found.initiator, Initiator::subject);
  ASSERT_EQ(found.rules.size(), 1U);
  EXPECT_EQ(found.rules[0].rule, RoadRule::right_of_way);
  EXPECT_EQ(found.rules[0].by, Party::subject);
}

TEST_F(PersonRules, AFastVehicleIsToldItsSpeedToo) {
  const Responsibility found = judge(20);
  const BrokenRule* own = found.first_of(Party::other);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->rule, RoadRule::off_crosswalk);
  EXPECT_TRUE(std::any_of(found.rules.begin(), found.rules.end(), [](const BrokenRule& rule) {
    return rule.rule == RoadRule::speed_limit && rule.by == Party::subject;
  }));
}

}  // namespace
}  // namespace backlot::verdict::person_rules_test
