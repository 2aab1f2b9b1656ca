// Brake and overtake now; and the answers of a step that is taken in parts.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::directed_manoeuvres_test {
namespace {

using direct::AnswerKind;
using direct::DirectiveNumber;
using direct::ForTime;
using direct::Refusal;

class OnTwoLanes : public Directed {
 protected:
  OnTwoLanes() : Directed(kTwoLaneRoad) {}

  // A leader that drives at a speed below its limit.
  world::ObjectId put_slow(double metres, double speed_mps) {
    const world::ObjectId id = put("road", "R1", metres, speed_mps);
    traffic::DriverTraits traits = run_->find(id)->driver.traits;
    traits.speed_factor = static_cast<float>(speed_mps * 3.6 / 100);
    run_->set_traits(id, traits);
    return id;
  }
};
class OnFourLanes : public Directed {
 protected:
  OnFourLanes() : Directed(kMotorRoad) {}
};

// ---- brake

TEST_F(OnTwoLanes, BrakesWithTheDecelerationThatIsAskedForAndKeepsTheSpeed) {
  const world::ObjectId car = put("road", "R1", 100, 25);
  tell({.actor = car, .hold = ForTime{10}, .what = direct::Brake{4, 10}});
  step();
  int braking = 0;
  for (; seen(car).speed_mps > 10.5; ++braking) {
    ASSERT_NEAR(seen(car).accel_mps2, -4, 1e-9) << braking;
    step();
  }
  EXPECT_NEAR(braking, 15 / 0.4, 2);
  step();
  for (int k = 0; k < 40; ++k) {
    ASSERT_NEAR(seen(car).speed_mps, 10, 1e-6);
    step();
  }
  ASSERT_TRUE(run_until([&] { return seen(car).speed_mps > 15; }, 20)) << "then it drives on by itself";
}

TEST_F(OnTwoLanes, BrakesNoHarderThanTheVehicleCan) {
  const world::ObjectId car = put("road", "R1", 100, 25);
  const double hardest = static_cast<double>(run_->find(car)->driver.traits.hardest_mps2);
  const DirectiveNumber number = tell({.actor = car, .what = direct::Brake{12, 0}});
  step();
  EXPECT_NEAR(seen(car).accel_mps2, -hardest, 1e-9);
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_NEAR(run_->tick().time.seconds(), 25 / hardest, 0.3);
}

TEST_F(OnTwoLanes, BrakesHarderThanAskedForWhereABodyIsAhead) {
  const world::ObjectId car = put("road", "R1", 100, 25);
  put_external("road", "R1", 170, 0);
  tell({.actor = car, .hold = ForTime{60}, .what = direct::Brake{1, 5}});
  for (int k = 0; k < 200; ++k) step();
  EXPECT_EQ(run_->tally().contacts, 0U);
}

// ---- overtake now

TEST_F(OnTwoLanes, OvertakesAtOnceOverTheOncomingLane) {
  const world::ObjectId slow = put_slow(200, 15), car = put("road", "R1", 170, 15);
  const DirectiveNumber number = tell({.actor = car, .what = direct::OvertakeNow{}});
  double out_s = 0, most_y = -10;
  for (int k = 0; k < 400 && !is_ended(number); ++k) {
    step();
    most_y = std::max(most_y, seen(car).centre.y);
    if (out_s == 0 && seen(car).centre.y > -1.5) out_s = run_->tick().time.seconds();
  }
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_LT(out_s, 3) << "without showing it for seconds";
  EXPECT_GT(most_y, 1) << "on the oncoming lane";
  EXPECT_NEAR(seen(car).centre.y, -1.75, 0.2) << "and back";
  EXPECT_GT(seen(car).centre.x - seen(slow).centre.x, 4.5);
  EXPECT_EQ(run_->tally().contacts, 0U);
}

TEST_F(OnTwoLanes, DoesNotOvertakeTowardsABody) {
  put_slow(200, 15);
  const world::ObjectId car = put("road", "R1", 170, 15);
  run_->insert(world::ObjectKind::car, lane_back("road", "L1"), 4000 - 400, 25);
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::OvertakeNow{}})).why, Refusal::no_room_to_pass);
}

TEST_F(OnTwoLanes, DoesNotOvertakeTowardsABodyThatStands) {
  put_slow(200, 15);
  const world::ObjectId car = put("road", "R1", 170, 15);
  run_->insert(world::ObjectKind::car, lane_back("road", "L1"), 4000 - 300, 0);
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::OvertakeNow{}})).why, Refusal::no_room_to_pass);
}

TEST_F(OnTwoLanes, GoesOutRecklesslyTowardsABodyAndComesBack) {
  put_slow(200, 15);
  const world::ObjectId car = put("road", "R1", 180, 15);
  run_->insert(world::ObjectKind::car, lane_back("road", "L1"), 4000 - 400, 25);
  const DirectiveNumber number = tell({.actor = car, .what = direct::OvertakeNow{.is_reckless = true}});
  double out_s = 0;
  for (int k = 0; k < 600 && !is_ended(number); ++k) {
    step();
    if (out_s == 0 && seen(car).centre.y > 0.5) out_s = run_->tick().time.seconds();
  }
  EXPECT_GT(out_s, 0) << "on the oncoming lane";
  EXPECT_LT(out_s, 4);
  EXPECT_TRUE(is_ended(number));
  EXPECT_NEAR(seen(car).centre.y, -1.75, 0.3) << "and back";
}

TEST_F(OnTwoLanes, NeedsALeaderToOvertakeRecklessly) {
  const world::ObjectId car = put("road", "R1", 180, 15);
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::OvertakeNow{.is_reckless = true}})).why,
            Refusal::no_leader);
}

TEST_F(OnFourLanes, OvertakesOnTheLaneBeside) {
  const world::ObjectId slow = put_external("road", "R2", 200, 20), car = put("road", "R2", 160, 20);
  const DirectiveNumber number = tell({.actor = car, .what = direct::OvertakeNow{}});
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_GT(seen(car).centre.x - seen(slow).centre.x, 4.5);
  EXPECT_EQ(run_->tally().contacts, 0U);
}

TEST_F(OnFourLanes, DoesNotOvertakeWhereABodyIsBeside) {
  put_external("road", "R2", 200, 20);
  put_external("road", "R1", 161, 20);
  const world::ObjectId car = put("road", "R2", 160, 20);
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::OvertakeNow{}})).why, Refusal::no_room_to_pass);
}

// ---- swerve, disregard

TEST_F(OnFourLanes, SwervesAtOnceWhoeverIsBehind) {
  const world::ObjectId car = put("road", "R2", 200, 20);
  put_external("road", "R1", 185, 20);
  const DirectiveNumber number =
      tell({.actor = car, .what = direct::Swerve{.side = world::Side::left, .lateral_mps = 1.75}});
  const double before_y = seen(car).centre.y;
  step();
  step();
  step();
  EXPECT_GT(std::fabs(seen(car).centre.y - before_y), 0.001) << "it moves within three steps";
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_NEAR(run_->tick().time.seconds(), 3.5 / 1.75, 0.5) << "across a lane of 3.5 m";
  EXPECT_EQ(run_->find(car)->mover.trail.current(), lane("road", "R1"));
}

TEST_F(OnFourLanes, DoesNotSwerveOffTheRoad) {
  const world::ObjectId car = put("road", "R2", 200, 20);
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::Swerve{.side = world::Side::right}})).why,
            Refusal::no_such_lane);
}

TEST_F(OnFourLanes, SwervesRoundABodyThatItDisregardsWithoutBraking) {
  const world::ObjectId obstacle = put_external("road", "R2", 400, 0), car = put("road", "R2", 200, 20);
  tell({.actor = car, .hold = ForTime{60}, .what = direct::Disregard{obstacle}});
  const auto gap_m = [&] { return seen(obstacle).centre.x - seen(car).centre.x - 4.5; };
  double slowest_mps = 99;
  const auto is_within = [&](double metres) {
    slowest_mps = std::min(slowest_mps, seen(car).speed_mps);
    return gap_m() < metres;
  };
  ASSERT_TRUE(run_until([&] { return is_within(55); }, 20));
  const DirectiveNumber number =
      tell({.actor = car, .what = direct::Swerve{.side = world::Side::left, .lateral_mps = 2}});
  ASSERT_TRUE(run_until([&] { return is_within(-20); }, 20)) << "it is past the body";
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_GT(slowest_mps, 19.5);
  EXPECT_EQ(run_->tally().contacts, 0U);
}

// The actor is not told to swerve: it stops after all.
TEST_F(OnFourLanes, DoesNotRunIntoABodyThatItDisregards) {
  const world::ObjectId obstacle = put_external("road", "R2", 400, 0), car = put("road", "R2", 200, 20);
  tell({.actor = car, .hold = ForTime{60}, .what = direct::SetOffset{0}});
  tell({.actor = car, .hold = ForTime{60}, .what = direct::Disregard{obstacle}});
  for (int k = 0; k < 250; ++k) step();
  EXPECT_EQ(run_->tally().contacts, 0U);
}

// ---- steps in parts

TEST_F(OnTwoLanes, ALongStepHasTheAnswersOfAllItsParts) {
  const world::ObjectId car = put("road", "R1", 100, 25);
  const DirectiveNumber held = tell({.actor = car, .hold = ForTime{0.1}, .what = direct::AdjustSpeed{-3}});
  const DirectiveNumber refused = tell({.actor = car, .what = direct::Lurch{}});
  run_->step(base::Duration::from_milliseconds(250));
  const std::span<const direct::Answer> answers = run_->direction().answers();
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].directive, held);
  EXPECT_EQ(answers[0].answer, AnswerKind::accepted);
  EXPECT_EQ(answers[1].directive, refused);
  EXPECT_EQ(answers[1].answer, AnswerKind::refused);
  EXPECT_EQ(answers[2].directive, held);
  EXPECT_EQ(answers[2].answer, AnswerKind::done);
  std::size_t events = 0;
  for (const record::Event& event : run_->events()) events += event.directive != 0 ? 1 : 0;
  EXPECT_EQ(events, 5U) << "two were issued; no answer is told twice";
  run_->step(base::Duration::from_milliseconds(250));
  EXPECT_TRUE(run_->direction().answers().empty());
}

}  // namespace
}  // namespace backlot::sim::directed_manoeuvres_test
