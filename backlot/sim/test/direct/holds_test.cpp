// How long directives are held: until a condition is met, and no step longer.
#include <functional>

#include <gtest/gtest.h>

#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::holds_test {
namespace {

using direct::AnswerKind;
using direct::DirectiveNumber;
using direct::Hold;

class Holds : public Directed {
 protected:
  // The actor is told to drive slower, and that ends in the step after the one in which `is_met` became true.
  void expect_held_until(const Hold& hold, const std::function<bool()>& is_met, double seconds = 60) {
    const DirectiveNumber number = tell({.actor = car_, .hold = hold, .what = direct::AdjustSpeed{-2}});
    step();
    ASSERT_EQ(answers_[number].back().answer, AnswerKind::accepted);
    ASSERT_FALSE(is_met()) << "nothing would be tested";
    ASSERT_TRUE(run_until(is_met, seconds));
    ASSERT_EQ(answers_[number].size(), 1U) << "it ended before";
    step();
    ASSERT_EQ(answers_[number].size(), 2U) << "it goes on";
    EXPECT_EQ(answers_[number].back().answer, AnswerKind::done);
  }
  bool has_event(record::EventKind kind, world::ObjectId object) const {
    for (const record::Event& event : run_->events())
      if (event.kind == kind && event.object == object) return true;
    return false;
  }

  world::ObjectId car_;
};

TEST_F(Holds, UntilItsNextStopLine) {
  car_ = put("west", "R1", 500, 10);
  expect_held_until(direct::LineCrossed{}, [&] { return front(car_) >= 600 || body(car_).metres < 400; });
}

TEST_F(Holds, UntilAnEventOfAnotherObject) {
  car_ = put("west", "R1", 100, 10);
  const world::ObjectId other = put("south", "R1", 500, 10);
  expect_held_until(direct::EventSeen{record::EventKind::crossed_line, other},
                    [&] { return has_event(record::EventKind::crossed_line, other); });
}

TEST_F(Holds, UntilAnEventOfItsOwn) {
  car_ = put("west", "R2", 100, 10);
  tell({.actor = car_, .what = direct::ChangeLane{world::Side::left}});
  expect_held_until(direct::EventSeen{record::EventKind::ended_lane_change, {}},
                    [&] { return has_event(record::EventKind::ended_lane_change, car_); });
}

// An event counts for leases that were held before it, not for those that come later.
TEST_F(Holds, UntilAContactOfEitherObject) {
  car_ = put("west", "R1", 100, 10);
  put("south", "R1", 300, 5);
  const world::ObjectId other = put("south", "R1", 310, 0);
  const DirectiveNumber number = tell({.actor = car_,
                                       .hold = direct::EventSeen{record::EventKind::contact, other},
                                       .what = direct::AdjustSpeed{-2}});
  step();
  step();
  EXPECT_FALSE(is_ended(number));
  put("south", "R1", 312, 0);  // overlaps the other
  step();
  step();
  EXPECT_TRUE(is_ended(number));
}

TEST_F(Holds, UntilATime) {
  car_ = put("west", "R1", 100, 10);
  expect_held_until(direct::TimeReached{base::SimTime::from_nanoseconds(3'000'000'000)},
                    [&] { return run_->tick().time.seconds() > 2.95; });
}

TEST_F(Holds, UntilAnObjectIsPastAMark) {
  for (const bool is_external : {false, true}) {
    restart();
    car_ = put("west", "R1", 100, 10);
    const world::ObjectId other =
        is_external ? put_external("south", "R1", 400, 12) : put("south", "R1", 400, 12);
    // a mark near the end of the way, which the front passes between two steps
    const double mark_m = 599.5;
    expect_held_until(direct::MarkPassed{other, {lane("south", "R1"), mark_m}},
                      [&] { return seen(other).centre.y + 2.25 > -620 + mark_m; });
  }
}

TEST_F(Holds, UntilItIsPastAMarkItself) {
  car_ = put("west", "R1", 100, 10);
  expect_held_until(direct::MarkPassed{{}, {lane("west", "R1"), 200}}, [&] { return front(car_) > 200; });
}

TEST_F(Holds, UntilAnObjectIsSlowOrFast) {
  car_ = put("west", "R1", 100, 10);
  const world::ObjectId subject = put_external("south", "R1", 100, 10);
  run_->set_behaviour(subject, ByPattern{{{base::Duration::from_milliseconds(2000), 10, 3, 0},
                                          {base::Duration::from_milliseconds(4000), 2, 3, 0},
                                          {base::Duration::from_milliseconds(60000), 12, 3, 0}}});
  expect_held_until(direct::SpeedBelow{subject, 4}, [&] { return seen(subject).speed_mps < 4; });
  expect_held_until(direct::SpeedAbove{subject, 8}, [&] { return seen(subject).speed_mps > 8; });
}

TEST_F(Holds, UntilAGapIsShort) {
  for (const bool is_behind : {false, true}) {
    restart_on(kMotorRoad);
    car_ = put("road", "R1", 300, 20);
    const world::ObjectId subject = put_external("road", "R2", is_behind ? 150 : 450, is_behind ? 45 : 12);
    expect_held_until(direct::GapBelow{subject, 40},
                      [&] { return std::fabs(seen(subject).centre.x - seen(car_).centre.x) - 4.5 < 40; });
  }
}

}  // namespace
}  // namespace backlot::sim::holds_test
