// People on foot under direction: each directive is done, refused with its reason or expired, and the bits are the same after saving.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/direct/directive_table.h"
#include "backlot/sim/test/direct/directed.h"
#include "backlot/traffic/signal/signal_view.h"

namespace backlot::sim::directed_walkers_test {
namespace {

using direct::AnswerKind;
using direct::DirectiveNumber;
using direct::ForTime;
using direct::Refusal;

// On kStreet: the right sidewalk is between y = -5.75 and -3.25, the lane "R1" between -3.25 and 0, the left sidewalk between 3.25 and 5.75.
class DirectedWalkers : public Directed {
 protected:
  DirectedWalkers() : Directed(kStreet) {}

  // A person of 1.4 m/s on the right sidewalk, at x.
  world::ObjectId put_walker(double x) {
    const world::Footways& footways = roads_->roads.footways;
    for (std::size_t k = 0; k < footways.all().size(); ++k) {
      const world::Footway& f = footways.all()[k];
      const world::FootPiece& piece = footways.pieces(f).front();
      if (piece.start.y > 0) continue;
      const world::ObjectId id = run_->people().insert(world::FootwayId::from_size(k), piece.ux > 0,
                                                       (x - piece.start.x) * piece.ux, 0);
      traffic::WalkerTraits traits;
      traits.free_mps = 1.4F;
      traits.keep = 0;
      run_->people().set_traits(id, traits);
      return id;
    }
    return {};
  }
  record::FrameObject at(world::ObjectId id) const { return seen(id); }
  void run_for(double seconds) {
    run_until([] { return false; }, seconds);
  }
  static base::SimTime time_of(double seconds) {
    return base::SimTime::from_nanoseconds(static_cast<std::int64_t>(std::llround(1e9 * seconds)));
  }
};

TEST_F(DirectedWalkers, HaltForATimeAndWalkOn) {
  const world::ObjectId walker = put_walker(100);
  run_for(5);
  EXPECT_NEAR(at(walker).speed_mps, 1.4, 0.02);
  const DirectiveNumber halt = tell({.actor = walker, .hold = ForTime{10}, .what = direct::Halt{}});
  ASSERT_TRUE(run_until([&] { return at(walker).speed_mps < 0.05; }, 3));
  const double x = at(walker).centre.x;
  EXPECT_EQ(outcome(halt).answer, AnswerKind::done);
  EXPECT_NEAR(at(walker).centre.x, x, 0.1);
  EXPECT_TRUE(run_until([&] { return at(walker).speed_mps > 1.3; }, 3)) << "as if never directed";
}

TEST_F(DirectedWalkers, WalkOnTakesThePlaceOfAHalt) {
  const world::ObjectId walker = put_walker(100);
  const DirectiveNumber halt = tell({.actor = walker, .hold = ForTime{100}, .what = direct::Halt{}});
  run_for(5);
  const DirectiveNumber on = tell({.actor = walker, .what = direct::WalkOn{}});
  EXPECT_EQ(outcome(on, 2).answer, AnswerKind::done);
  EXPECT_EQ(answers_[halt].back().answer, AnswerKind::superseded);
  EXPECT_TRUE(run_until([&] { return at(walker).speed_mps > 1.3; }, 3));
}

TEST_F(DirectedWalkers, DashForATime) {
  const world::ObjectId walker = put_walker(100);
  const DirectiveNumber dash = tell({.actor = walker, .hold = ForTime{6}, .what = direct::Dash{}});
  run_for(3);
  EXPECT_GT(at(walker).speed_mps, 2.5);
  EXPECT_EQ(outcome(dash).answer, AnswerKind::done);
  run_for(2);
  EXPECT_NEAR(at(walker).speed_mps, 1.4, 0.05);
}

TEST_F(DirectedWalkers, StandAtAMark) {
  const world::ObjectId walker = put_walker(100);
  const direct::StopAt stop{{lane("road", "R1"), 120}};
  EXPECT_EQ(outcome(tell({.actor = walker, .hold = ForTime{5}, .what = stop})).answer, AnswerKind::done);
  EXPECT_NEAR(at(walker).centre.x, 120, 0.4);
  const direct::Answer behind =
      outcome(tell({.actor = walker, .what = direct::StopAt{{lane("road", "R1"), 110}}}));
  EXPECT_EQ(behind.why, Refusal::not_on_way);
}

TEST_F(DirectedWalkers, AreLevelWithAMarkAtATime) {
  const world::ObjectId walker = put_walker(100);
  const direct::Arrive arrive{{lane("road", "R1"), 115}, time_of(9)};
  const direct::Answer answer = outcome(tell({.actor = walker, .what = arrive}));
  ASSERT_EQ(answer.answer, AnswerKind::done);
  EXPECT_NEAR(answer.second_s, 0, 0.15);
  const direct::Arrive soon{{lane("road", "R1"), 200}, run_->tick().time + base::Duration::from_seconds(2)};
  EXPECT_EQ(outcome(tell({.actor = walker, .what = soon})).why, Refusal::too_soon);
}

// 8 km/h over the road: the middle of the lane is 2.9 m from the middle of the sidewalk.
TEST_F(DirectedWalkers, CrossTheRoadSoAsToBeAtAPlaceAtATime) {
  const world::ObjectId walker = put_walker(100);
  const double mps = 8 / 3.6;
  const direct::CrossRoad cross{{lane("road", "R1"), 100}, 0.4, mps, time_of(8)};
  const DirectiveNumber number = tell({.actor = walker, .what = cross});
  double at_place_s = 0, most_mps = 0;
  ASSERT_TRUE(run_until(
      [&] {
        if (at_place_s == 0 && at(walker).centre.y >= -1.625 + 0.4) at_place_s = run_->tick().time.seconds();
        most_mps = std::max(most_mps, at(walker).speed_mps);
        return is_ended(number);
      },
      30));
  const direct::Answer answer = outcome(number);
  EXPECT_EQ(answer.answer, AnswerKind::done);
  EXPECT_NEAR(at_place_s, 8, 0.15) << "by its frames";
  EXPECT_NEAR(answer.first_s, at_place_s, 0.15) << "by its answer";
  EXPECT_NEAR(most_mps, mps, 0.02);
  EXPECT_GT(at(walker).centre.y, 3.25) << "it is on the other sidewalk";
  run_for(4);
  EXPECT_GT(std::fabs(at(walker).centre.x - 100), 2) << "where it walks on";
  EXPECT_FALSE(at(walker).strip.is_empty());
}

TEST_F(DirectedWalkers, CrossingIsRefusedWhereItCannotBe) {
  const world::ObjectId walker = put_walker(100);
  const direct::CrossRoad soon{{lane("road", "R1"), 100}, 0, 1.4, time_of(0.5)};
  const direct::Answer answer = outcome(tell({.actor = walker, .what = soon}));
  EXPECT_EQ(answer.why, Refusal::too_soon);
  EXPECT_GT(answer.first_s, 1.5) << "the soonest";
  const direct::CrossRoad far{{lane("road", "R1"), 300}, 0, 1.4};
  EXPECT_EQ(outcome(tell({.actor = walker, .what = far})).why, Refusal::out_of_range);
  const direct::CrossRoad fast{{lane("road", "R1"), 100}, 0, 12};
  EXPECT_EQ(outcome(tell({.actor = walker, .what = fast})).why, Refusal::out_of_range);
}

TEST_F(DirectedWalkers, TurnBackInTheMiddleOfTheRoad) {
  const world::ObjectId walker = put_walker(100);
  tell({.actor = walker, .what = direct::CrossRoad{{lane("road", "R1"), 100}, 0, 1.4}});
  ASSERT_TRUE(run_until([&] { return at(walker).centre.y > -1; }, 10));
  EXPECT_EQ(outcome(tell({.actor = walker, .what = direct::TurnBack{}})).answer, AnswerKind::done);
  double most_y = -10;
  ASSERT_TRUE(run_until(
      [&] {
        most_y = std::max(most_y, at(walker).centre.y);
        return at(walker).centre.y < -3.3;
      },
      10));
  EXPECT_LT(most_y, 0.2);
}

TEST_F(DirectedWalkers, WalkAlongALaneAndLeaveIt) {
  const world::ObjectId walker = put_walker(100);
  const direct::WalkInLane along{{lane("road", "R1"), 102}, -0.5, 30, 1.5};
  const DirectiveNumber number = tell({.actor = walker, .what = along});
  ASSERT_TRUE(run_until([&] { return at(walker).centre.x > 125; }, 60));
  EXPECT_NEAR(at(walker).centre.y, -1.625 - 0.5, 0.15) << "it keeps its place in the lane";
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_NEAR(at(walker).centre.x, 132, 0.7);
  EXPECT_LT(at(walker).centre.y, -3.25) << "it is off the road";
}

TEST_F(DirectedWalkers, LookAtAnObjectWhileTheyStand) {
  const world::ObjectId walker = put_walker(100), car = put("road", "R1", 50, 10);
  tell({.actor = walker, .hold = ForTime{4}, .what = direct::Halt{}});
  const DirectiveNumber look = tell({.actor = walker, .hold = ForTime{3}, .what = direct::LookAt{car}});
  run_for(2.5);
  const record::FrameObject w = at(walker), c = at(car);
  const double x = c.centre.x - w.centre.x, y = c.centre.y - w.centre.y, norm = std::sqrt(x * x + y * y);
  EXPECT_GT((x * w.heading_x + y * w.heading_y) / norm, 0.95);
  EXPECT_EQ(outcome(look).answer, AnswerKind::done);
  EXPECT_EQ(outcome(tell({.actor = walker, .what = direct::LookAt{world::ObjectId(4711, 0)}})).why,
            Refusal::unknown_object);
}

TEST_F(DirectedWalkers, ADriverBrakesForOneThatCrosses) {
  const world::ObjectId walker = put_walker(200), car = put("road", "R1", 120, 13);
  tell({.actor = walker, .what = direct::CrossRoad{{lane("road", "R1"), 200}, 0, 1.4, time_of(6.5)}});
  run_for(15);
  EXPECT_EQ(run_->tally().contacts, 0U);
  EXPECT_GT(at(walker).centre.y, 3);
  EXPECT_GT(at(car).centre.x, 100);
}

TEST_F(DirectedWalkers, CrossAtRedWhenTheyAreTold) {
  roads_ = scene_roads("biketown");
  run_ = std::make_unique<Simulation>(roads_->roads, settings_);
  const world::Footways& footways = roads_->roads.footways;
  traffic::SignalView signals(roads_->roads.conflicts, run_->signal_clocks(), {});
  world::FootwayId red{};
  for (std::size_t k = 0; k < footways.all().size() && red.is_empty(); ++k) {
    const world::Footway& f = footways.all()[k];
    if (f.kind == world::FootwayKind::crosswalk && f.crossing_count > 0 &&
        signals.state(f.corridor) == network::ControlState::stop)
      red = world::FootwayId::from_size(k);
  }
  ASSERT_FALSE(red.is_empty());
  const world::ObjectId told = run_->people().insert(red, true, 0.1, -0.8),
                        other = run_->people().insert(red, true, 0.1, 0.8);
  const DirectiveNumber number = tell({.actor = told, .what = direct::CrossNow{}});
  EXPECT_EQ(outcome(number, 30).answer, AnswerKind::done);
  const auto moved = [&](world::ObjectId id) {
    const geometry::WorldPoint from = footways.pieces(footways[red]).front().start, to = at(id).centre;
    return std::hypot(to.x - from.x, to.y - from.y);
  };
  EXPECT_GT(moved(told), moved(other) + 4) << "the other one waits";
}

TEST_F(DirectedWalkers, AreClaimedOutrankedAndExpireLikeDrivers) {
  const world::ObjectId walker = put_walker(100);
  ASSERT_EQ(run_->claim(walker, kAnother), direct::ClaimAnswer::granted);
  EXPECT_EQ(outcome(tell({.actor = walker, .what = direct::Dash{}})).why, Refusal::claimed);
  EXPECT_EQ(run_->release(walker, kAnother), direct::ClaimAnswer::released);
  const DirectiveNumber first = tell(
      {.actor = walker, .priority = 1, .hold = ForTime{50}, .expires = time_of(2), .what = direct::Halt{}});
  EXPECT_EQ(outcome(tell({.actor = walker, .what = direct::Dash{}})).why, Refusal::outranked);
  EXPECT_EQ(outcome(first).answer, AnswerKind::expired);
  const DirectiveNumber taken = tell({.actor = walker, .hold = ForTime{50}, .what = direct::Halt{}});
  step();
  run_->cancel(taken);
  EXPECT_EQ(outcome(taken).answer, AnswerKind::cancelled);
  EXPECT_EQ(outcome(tell({.actor = walker, .what = direct::Launch{}})).why, Refusal::not_on_foot);
  const DirectiveNumber last = tell({.actor = walker, .hold = ForTime{50}, .what = direct::Halt{}});
  step();
  run_->remove(walker);
  EXPECT_EQ(outcome(last).answer, AnswerKind::failed);
}

// In the middle of everything: one waits to cross, one is on the road, one looks.
TEST_F(DirectedWalkers, GoOnFromASavedStateUnderDirection) {
  std::vector<world::ObjectId> walkers;
  for (const double x : {60.0, 80.0, 100.0, 120.0}) walkers.push_back(put_walker(x));
  const world::TrackId track = lane("road", "R1");
  tell({.actor = walkers[0], .what = direct::CrossRoad{{track, 60}, 0, 1.4, time_of(9)}});
  tell({.actor = walkers[1], .what = direct::CrossRoad{{track, 80}, 0, 1.4}});
  tell({.actor = walkers[2], .hold = ForTime{20}, .what = direct::Halt{}});
  tell({.actor = walkers[2], .hold = ForTime{20}, .what = direct::LookAt{walkers[1]}});
  tell({.actor = walkers[3], .what = direct::WalkInLane{{track, 122}, 0, 15, 1.5}});
  run_for(2.5);
  Simulation other(roads_->roads, settings_);
  ASSERT_FALSE(other.restore(run_->save()).has_errors());
  Simulation fork = run_->fork();
  for (int k = 0; k < 150; ++k) {
    run_->step(kStep);
    other.step(kStep);
    fork.step(kStep);
  }
  EXPECT_EQ(run_->hash(), other.hash());
  EXPECT_EQ(run_->hash(), fork.hash());
  EXPECT_EQ(run_->events_hash(), other.events_hash());
}

}  // namespace
}  // namespace backlot::sim::directed_walkers_test
