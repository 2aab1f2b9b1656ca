// Cyclists under direction: what they can ride counts, not what the road allows, and they keep to where cyclists ride.
#include <cmath>
#include <string_view>

#include <gtest/gtest.h>

#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::directed_cyclists_test {
namespace {

using direct::AnswerKind;
using direct::DirectiveNumber;
using direct::ForTime;
using direct::Refusal;
using world::ObjectKind;

// An avenue with bicycle lanes that crosses a side road, which yields: the lane "R1" lies between y = -3.5 and 0, the bicycle lane between -5.5 and -3.5.
constexpr std::string_view kAvenue = R"(
network avenue
traffic on the right
speed limit 50 km/h
profile avenue {
  bicycle backward 2 m
  vehicle backward 3.5 m
  spine
  vehicle forward 3.5 m
  bicycle forward 2 m
}
profile side { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
intersection corner {
  arm west: west.end priority road
  arm east: east.start priority road
  arm south: south.start yield
}
way west {
  profile avenue
  begin at (-415 m, 0 m) heading 0 deg
  line 400 m
  start open
}
way east {
  profile avenue
  begin at (15 m, 0 m) heading 0 deg
  line 400 m
  end open
}
way south {
  profile side
  begin at (0 m, -15 m) heading 270 deg
  line 200 m
  end open
}
)";
constexpr double kBicycleLane_m = -4.5, kEdge_m = -1.75 - 0.95;  // y of the two places where cyclists ride

class DirectedCyclists : public Directed {
 protected:
  DirectedCyclists() : Directed(kAvenue) {}

  // A cyclist of 5 m/s.
  world::ObjectId put_cyclist(double metres) {
    const world::ObjectId id = run_->insert(ObjectKind::bicycle, lane("west", "R1"), metres, 5);
    traffic::DriverTraits traits = run_->find(id)->driver.traits;
    traits.top_mps = 5;
    run_->set_traits(id, traits);
    tell({.actor = id, .what = direct::Turn{.direction = network::Turn::straight}});
    return id;
  }
  void run_for(double seconds) {
    run_until([] { return false; }, seconds);
  }
  base::SimTime in(double seconds) const {
    return base::SimTime::from_nanoseconds(
        static_cast<std::int64_t>(std::llround(1e9 * (run_->tick().time.seconds() + seconds))));
  }
};

TEST_F(DirectedCyclists, RideFasterAndSlowerThanByThemselves) {
  const world::ObjectId rider = put_cyclist(30);
  run_for(5);
  EXPECT_NEAR(seen(rider).speed_mps, 5, 0.1);
  tell({.actor = rider, .hold = ForTime{15}, .what = direct::AdjustSpeed{-2}});
  run_for(12);
  EXPECT_NEAR(seen(rider).speed_mps, 3, 0.1) << "against its own speed, not against the limit";
  const DirectiveNumber once = tell({.actor = rider, .what = direct::AdjustSpeed{0.5}});
  EXPECT_EQ(outcome(once, 20).answer, AnswerKind::done);
  EXPECT_NEAR(seen(rider).speed_mps, 5.5, 0.6);
}

// 150 m at 5 m/s take 30 s: 20 s are too soon for a cyclist, though the road would allow them; 33 s are not.
TEST_F(DirectedCyclists, ArriveWhenACyclistCan) {
  const world::ObjectId rider = put_cyclist(30);
  run_for(3);
  const double from = front(rider);
  const world::Mark mark{lane("west", "R1"), from + 150};
  const direct::Answer soon =
      outcome(tell({.actor = rider, .what = direct::Arrive{.mark = mark, .time = in(20)}}), 5);
  EXPECT_EQ(soon.answer, AnswerKind::refused);
  EXPECT_EQ(soon.why, Refusal::too_soon);
  const base::SimTime then = in(33);
  const direct::Answer done =
      outcome(tell({.actor = rider, .what = direct::Arrive{.mark = mark, .time = then}}), 60);
  EXPECT_EQ(done.answer, AnswerKind::done);
  EXPECT_NEAR(done.first_s, then.seconds(), 0.3);
}

// By itself a cyclist comes over to the lane before the corner; one that is told to ride on crosses it beside the lane.
TEST_F(DirectedCyclists, RideOnBesideTheLane) {
  for (const bool rides_on : {false, true}) {
    SCOPED_TRACE(rides_on);
    restart();
    const world::ObjectId rider = put_cyclist(200);
    EXPECT_NEAR(seen(rider).centre.y, kBicycleLane_m, 0.02);
    if (rides_on) tell({.actor = rider, .what = direct::RideOn{}});
    ASSERT_TRUE(run_until([&] { return seen(rider).centre.x > -10; }, 60));
    EXPECT_NEAR(seen(rider).centre.y, rides_on ? kBicycleLane_m : kEdge_m, 0.1);
    ASSERT_TRUE(run_until([&] { return seen(rider).centre.x > 100; }, 60));
    EXPECT_NEAR(seen(rider).centre.y, kBicycleLane_m, 0.1) << "behind the corner it is on its lane again";
    EXPECT_EQ(run_->tally().contacts, 0U);
  }
}

TEST_F(DirectedCyclists, RidingOnIsForCyclistsAlone) {
  const world::ObjectId car = put("west", "R1", 200, 8);
  const direct::Answer answer = outcome(tell({.actor = car, .what = direct::RideOn{}}), 5);
  EXPECT_EQ(answer.answer, AnswerKind::refused);
  EXPECT_EQ(answer.why, Refusal::no_cyclist);
}

// A place in the lane is held, and then the cyclist goes back to where cyclists ride, not to the middle of the lane.
TEST_F(DirectedCyclists, GoBackToTheBicycleLane) {
  const world::ObjectId rider = put_cyclist(30);
  tell({.actor = rider, .hold = ForTime{10}, .what = direct::SetOffset{-0.5}});
  run_for(8);
  EXPECT_NEAR(seen(rider).centre.y, -1.75 - 0.5, 0.05);
  run_for(12);
  EXPECT_NEAR(seen(rider).centre.y, kBicycleLane_m, 0.05);
}

TEST_F(DirectedCyclists, AreAddedOnABicycleLane) {
  const network::StripId strip = roads_->roads.tracks[lane("west", "R1")].strip;
  const auto added = run_->add(ObjectKind::bicycle, strip, 100, kBicycleLane_m, 4);
  ASSERT_FALSE(added.id.is_empty());
  run_for(5);
  EXPECT_NEAR(seen(added.id).centre.y, kBicycleLane_m, 0.02);
  EXPECT_TRUE(run_->add(ObjectKind::car, strip, 150, kBicycleLane_m, 4).id.is_empty());
}

}  // namespace
}  // namespace backlot::sim::directed_cyclists_test
