// How directives begin and go on, and what they ask of the driver, without a run.
#include "backlot/direct/lease.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/direct/directive_table.h"
#include "backlot/direct/test/test_actors.h"

namespace backlot::direct::lease_test {
namespace {

using traffic::Dials;
using traffic::Throttle;

constexpr std::string_view kRoad = R"(
network road
traffic on the right
speed limit 80 km/h
profile road { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
way road { profile road;  begin at (0 m, 0 m) heading 0 deg;  line 2000 m;  start open;  end open }
)";

class LeaseOf : public testing::Test {
 protected:
  LeaseOf()
      : test_(kRoad),
        left_(test_.roads.lane("road", "R1")),
        right_(test_.roads.lane("road", "R2")),
        car_(test_.add(right_, 300, 20)) {}

  Refusal begin_with(const What& what, const Hold& hold = Once{}) {
    lease_ = {.number = 1, .directive = {.actor = car_, .hold = hold, .what = what}};
    return begin(test_.actor(car_), lease_).refusal;
  }
  Progress next() {
    dials_ = {};
    return go_on(test_.actor(car_), lease_, dials_);
  }
  bool is_held() { return next().state == LeaseState::held; }

  TestActors test_;
  world::TrackId left_, right_;
  world::ObjectId car_;
  Lease lease_;
  Dials dials_;
};

TEST_F(LeaseOf, KeepHeadwaySetsTheGapBetweenTheBodies) {
  const world::ObjectId subject = test_.add_external(right_, 360, 15);
  ASSERT_EQ(begin_with(KeepHeadway{subject, 2}), Refusal::none);
  ASSERT_TRUE(is_held());
  EXPECT_EQ(dials_.throttle, Throttle::keep);
  EXPECT_NEAR(dials_.target.gap_m, 60 - test_.actor(car_).front_m() - 2.25, 1e-6);
  EXPECT_EQ(dials_.target.speed_mps, 15);
  EXPECT_EQ(dials_.headway_s, 2);
  EXPECT_EQ(dials_.target_mps2, 0);
  // its acceleration is found from step to step
  test_.wait(0.1);
  test_.loose(subject).speed_mps = 15.2;
  ASSERT_TRUE(is_held());
  EXPECT_NEAR(dials_.target_mps2, 2, 1e-9);
  // done when gap and speed are right
  test_.loose(subject).speed_mps = 20;
  test_.loose(subject).middle.x = 300 + test_.actor(car_).front_m() + 2.25 + 40;
  EXPECT_EQ(next().state, LeaseState::done);
}

TEST_F(LeaseOf, PrecedeSetsTheGapToTheOneBehind) {
  const world::ObjectId subject = test_.add_external(right_, 250, 15);
  ASSERT_EQ(begin_with(Precede{.object = subject, .headway_s = 2}), Refusal::none);
  ASSERT_TRUE(is_held());
  EXPECT_EQ(dials_.throttle, Throttle::precede);
  EXPECT_NEAR(dials_.target.gap_m, 50 - test_.actor(car_).rear_m() - 2.25, 1e-6);
  EXPECT_EQ(dials_.headway_s, 2);
}

TEST_F(LeaseOf, AnObjectMayBeOutOfSightForAMoment) {
  const world::ObjectId subject = test_.add_external(right_, 360, 15);
  ASSERT_EQ(begin_with(KeepGap{subject, 30}, ForTime{60}), Refusal::none);
  test_.loose(subject).middle.y = -40;
  test_.wait(2);
  EXPECT_TRUE(is_held());
  EXPECT_EQ(dials_.throttle, Throttle::own);
  test_.wait(2);
  const Progress lost = next();
  EXPECT_EQ(lost.state, LeaseState::failed);
  EXPECT_EQ(lost.why, Refusal::not_ahead);
}

TEST_F(LeaseOf, BrakeEndsAtItsSpeed) {
  ASSERT_EQ(begin_with(Brake{4, 10}), Refusal::none);
  ASSERT_TRUE(is_held());
  EXPECT_EQ(dials_.throttle, Throttle::slow);
  EXPECT_EQ(dials_.slow_mps2, 4);
  EXPECT_EQ(dials_.slow_to_mps, 10);
  test_.mover(car_).speed_mps = 10.01;
  EXPECT_EQ(next().state, LeaseState::done);
  ASSERT_EQ(begin_with(Brake{4, 10}, ForTime{5}), Refusal::none);
  EXPECT_TRUE(is_held()) << "held for a time, it keeps the speed";
}

TEST_F(LeaseOf, KeepTimeFollowsTheExpectedArrivalOfTheObject) {
  const world::ObjectId subject = test_.add_external(left_, 300, 20);
  ASSERT_EQ(begin_with(KeepTime{subject, {left_, 700}, -4}), Refusal::none);
  ASSERT_TRUE(is_held());
  EXPECT_EQ(dials_.throttle, Throttle::arrive);
  EXPECT_NEAR(dials_.left_m, 400 - test_.actor(car_).front_m(), 1e-6);
  EXPECT_NEAR(dials_.left_s, (400 - 2.25) / 20 + 4, 1e-6);
  test_.loose(subject).speed_mps = 10;
  ASSERT_TRUE(is_held());
  EXPECT_NEAR(dials_.left_s, (400 - 2.25) / 10 + 4, 1e-6);
}

TEST_F(LeaseOf, CutInFirstDrivesToItsPlace) {
  const world::ObjectId subject = test_.add_external(left_, 290, 20);
  ASSERT_EQ(begin_with(CutIn{subject, world::Side::left, 12, 3}), Refusal::none);
  EXPECT_EQ(lease_.aim, left_);
  ASSERT_TRUE(is_held());
  EXPECT_EQ(dials_.throttle, Throttle::precede);
  EXPECT_EQ(dials_.gap_m, 12);
  EXPECT_EQ(dials_.side, world::Side::none) << "not yet";
  test_.loose(subject).middle.x = 300 - test_.actor(car_).rear_m() - 2.25 - 12;
  ASSERT_TRUE(is_held());
  EXPECT_EQ(dials_.side, world::Side::left);
  EXPECT_TRUE(dials_.cuts_in);
  // a lease of the pace counts for more
  dials_ = {.throttle = Throttle::halt};
  EXPECT_EQ(go_on(test_.actor(car_), lease_, dials_).state, LeaseState::held);
  EXPECT_EQ(dials_.throttle, Throttle::halt);
}

TEST_F(LeaseOf, StopAtIsHeldFromStandingOn) {
  ASSERT_EQ(begin_with(StopAt{{right_, 500}}, ForTime{5}), Refusal::none);
  test_.wait(20);
  ASSERT_TRUE(is_held());
  EXPECT_NEAR(dials_.stop_m, 200 - test_.actor(car_).front_m() - 0.3, 1e-9);
  test_.mover(car_).metres = 500 - test_.actor(car_).front_m() - 0.2;
  test_.mover(car_).speed_mps = 0;
  ASSERT_TRUE(is_held());
  EXPECT_EQ(dials_.throttle, Throttle::halt);
  test_.wait(4.9);
  EXPECT_TRUE(is_held());
  test_.wait(0.1);
  EXPECT_EQ(next().state, LeaseState::done);
}

TEST_F(LeaseOf, EventsCountForTheObjectThatTheyAreAwaitedOf) {
  const world::ObjectId other = test_.add(left_, 300, 20);
  ASSERT_EQ(begin_with(Halt{}, EventSeen{record::EventKind::contact, other}), Refusal::none);
  record::Event event;
  event.kind = record::EventKind::contact;
  event.object = car_;
  notice(std::span(&event, 1), lease_);
  EXPECT_TRUE(is_held()) << "of another object";
  event.other = other;
  notice(std::span(&event, 1), lease_);
  EXPECT_EQ(next().state, LeaseState::done) << "the second of two that touch";
}

TEST_F(LeaseOf, WhatIsRestoredIsLookedThrough) {
  const std::size_t tracks = test_.roads.tracks.all().size();
  ASSERT_EQ(begin_with(StopAt{{right_, 500}}), Refusal::none);
  EXPECT_TRUE(is_sound(lease_, tracks));
  const auto with = [&](auto change) {
    Lease changed = lease_;
    change(changed);
    return is_sound(changed, tracks);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(with([](Lease&) {}));
  EXPECT_FALSE(with([&](Lease& l) { l.left_m = nan; }));
  EXPECT_FALSE(with([&](Lease& l) { l.expected_s = nan; }));
  EXPECT_FALSE(with([&](Lease& l) { l.watched_m = nan; }));
  EXPECT_FALSE(with([](Lease& l) { l.aim = world::TrackId(999); }));
  EXPECT_FALSE(with([](Lease& l) { l.begun = base::SimTime::from_nanoseconds(-1); }));
  EXPECT_FALSE(with([](Lease& l) { l.directive.what = StopAt{{world::TrackId(999), 5}}; }));
  EXPECT_FALSE(with([&](Lease& l) { l.directive.what = StopAt{{world::TrackId(0), nan}}; }));
  EXPECT_FALSE(with([](Lease& l) { l.directive.what = FollowPath{{world::TrackId{}}}; }));
  EXPECT_FALSE(with([&](Lease& l) { l.directive.hold = ForTime{nan}; }));
  EXPECT_FALSE(with([](Lease& l) { l.directive.hold = MarkPassed{{}, {world::TrackId(999), 1}}; }));
}

}  // namespace
}  // namespace backlot::direct::lease_test
