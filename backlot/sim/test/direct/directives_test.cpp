// Every directive: done, refused with its reason, expired, and told by two issuers.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/direct/directive_table.h"
#include "backlot/sim/test/direct/directed.h"

namespace backlot::sim::directives_test {
namespace {

using direct::Answer;
using direct::AnswerKind;
using direct::ClaimAnswer;
using direct::Directive;
using direct::DirectiveNumber;
using direct::ForTime;
using direct::Refusal;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// ---- done

TEST_F(Directed, DriveFasterForATime) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  for (int k = 0; k < 100; ++k) step();
  const double before = body(car).speed_mps;
  const DirectiveNumber faster =
      tell({.actor = car, .hold = ForTime{12}, .what = direct::AdjustSpeed{.speed_mps = 4}});
  double most = 0;
  run_until(
      [&] {
        most = std::max(most, body(car).speed_mps);
        return is_ended(faster);
      },
      20);
  EXPECT_EQ(outcome(faster).answer, AnswerKind::done);
  EXPECT_GT(most, before + 3);
  EXPECT_TRUE(run_->direction().leases(car).empty());
}

TEST_F(Directed, HaltAndStandForATime) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  const DirectiveNumber halt = tell({.actor = car, .hold = ForTime{15}, .what = direct::Halt{}});
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 10));
  const double at = body(car).metres;
  ASSERT_TRUE(run_until([&] { return is_ended(halt); }, 20));
  EXPECT_NEAR(body(car).metres, at, 0.02) << "but for the last step, in which the actor is free again";
  EXPECT_NEAR(run_->tick().time.seconds(), 15.1, 0.15);
  EXPECT_TRUE(run_until([&] { return body(car).speed_mps > 5; }, 10)) << "then it drives on";
}

TEST_F(Directed, HaltOnceIsDoneWhenTheActorStands) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::Halt{}})).answer, AnswerKind::done);
  EXPECT_LT(body(car).speed_mps, 0.3);
}

TEST_F(Directed, IgnoreALightThatIsRed) {
  const world::ObjectId car = put("west", "R1", 500, 13);
  const DirectiveNumber number = tell({.actor = car, .what = direct::IgnoreLight{}});
  EXPECT_EQ(outcome(number, 30).answer, AnswerKind::done);
  EXPECT_EQ(run_->tally().red_crossings, 1U);
  EXPECT_LT(run_->tick().time.seconds(), 20) << "while it is red";
}

TEST_F(Directed, ALightThatIsNotIgnoredStopsTheActor) {
  const world::ObjectId car = put("west", "R1", 500, 13);
  EXPECT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 30));
  EXPECT_EQ(run_->tally().red_crossings, 0U);
}

TEST_F(Directed, ChangeToTheLaneBeside) {
  const world::ObjectId car = put("west", "R2", 50, 13);
  const DirectiveNumber number =
      tell({.actor = car, .what = direct::ChangeLane{.side = traffic::Side::left}});
  EXPECT_EQ(outcome(number, 30).answer, AnswerKind::done);
  EXPECT_EQ(body(car).trail.current(), lane("west", "R1"));
  EXPECT_FALSE(body(car).is_shifting());
}

TEST_F(Directed, TurnAsDirected) {
  for (const network::Turn turn : {network::Turn::left, network::Turn::straight, network::Turn::right}) {
    restart();
    const world::ObjectId car = put("west", "R1", 100, 13);
    const DirectiveNumber number = tell({.actor = car, .what = direct::Turn{.direction = turn}});
    ASSERT_EQ(outcome(number, 120).answer, AnswerKind::done) << static_cast<int>(turn);
    const world::Track& track = roads_->roads.tracks[body(car).trail.current()];
    ASSERT_TRUE(track.is_corridor());
    EXPECT_EQ(roads_->network.corridor(track.corridor).turn, turn);
  }
}

TEST_F(Directed, LaunchThroughRed) {
  const world::ObjectId car = put("west", "R1", 560, 8);
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 15));
  const double from = run_->tick().time.seconds();
  const DirectiveNumber number = tell({.actor = car, .what = direct::Launch{}});
  double most = 0;
  run_until(
      [&] {
        most = std::max(most, body(car).accel_mps2);
        return is_ended(number);
      },
      20);
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_EQ(run_->tally().red_crossings, 1U);
  EXPECT_GT(most, 3);
  EXPECT_LT(run_->tick().time.seconds() - from, 9) << "it is through";
}

TEST_F(Directed, LaunchBeforeCrossingTrafficAlsoWhenTheTurnIsDirected) {
  const world::ObjectId car = put("west", "R1", 560, 8);
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 15));
  const world::ObjectId other = put("south", "R1", 565, 13);  // has green, and is near
  tell({.actor = car, .what = direct::Turn{.direction = network::Turn::straight}});
  tell({.actor = car, .what = direct::Launch{}});
  const double at = body(car).metres;
  for (int k = 0; k < 10; ++k) step();
  EXPECT_GT(body(car).metres, at + 1) << "it does not wait for the vehicle that has green";
  EXPECT_LT(front(other), 600) << "which is not there yet";
}

TEST_F(Directed, LurchAndStandAgain) {
  const world::ObjectId car = put("west", "R1", 560, 8);
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 15));
  const double at = body(car).metres;
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::Lurch{}}), 10).answer, AnswerKind::done);
  EXPECT_EQ(body(car).speed_mps, 0);
  EXPECT_GT(body(car).metres, at + 0.5);
  EXPECT_LT(body(car).metres, at + 1.5);
  const double then = body(car).metres;
  for (int k = 0; k < 50; ++k) step();
  EXPECT_EQ(body(car).metres, then) << "it was a feint";
}

TEST_F(Directed, TurnAcrossOncomingTraffic) {
  // both have green; the vehicle that turns left would wait for the other
  for (int k = 0; k < 460; ++k) step();
  const world::ObjectId turner = put("west", "R1", 560, 8), oncoming = put("east", "R1", 540, 13);
  const DirectiveNumber number =
      tell({.actor = turner, .what = direct::TurnAcross{.direction = network::Turn::left}});
  double slowest_mps = body(oncoming).speed_mps;
  bool is_across = false;
  for (int k = 0; k < 200 && !is_ended(number); ++k) {
    step();
    slowest_mps = std::min(slowest_mps, body(oncoming).speed_mps);
    if (is_across || body(turner).guide.y < 3.5) continue;
    is_across = true;  // the middle of the turning vehicle is past the lane of the other
    EXPECT_GT(body(oncoming).guide.x, body(turner).guide.x + 4) << "the oncoming vehicle comes after it";
  }
  EXPECT_EQ(answers_[number].back().answer, AnswerKind::done);
  EXPECT_TRUE(is_across);
  EXPECT_LT(slowest_mps, 10) << "the oncoming vehicle had to brake";
  EXPECT_EQ(run_->tally().contacts, 0U);
}

TEST_F(Directed, KeepTheHeadwayAsDirected) {
  const world::ObjectId lead = put("west", "R1", 120, 10), car = put("west", "R1", 60, 13);
  tell({.actor = lead, .hold = ForTime{100}, .what = direct::AdjustSpeed{.speed_mps = -5}});
  const DirectiveNumber number =
      tell({.actor = car, .hold = ForTime{45}, .what = direct::KeepHeadway{.object = lead, .headway_s = 2}});
  for (int k = 0; k < 200; ++k) step();
  double square = 0;
  int count = 0;
  for (; count < 200 && !is_ended(number); ++count) {
    step();
    const double gap = body(lead).metres - body(car).metres - 4.5;
    const double wrong = gap / body(car).speed_mps - 2;
    square += wrong * wrong;
  }
  EXPECT_GT(count, 100);
  EXPECT_LT(std::sqrt(square / count), 0.2);
}

TEST_F(Directed, KeepTheGapAsDirected) {
  const world::ObjectId lead = put("west", "R1", 100, 10), car = put("west", "R1", 60, 10);
  EXPECT_EQ(outcome(tell({.actor = car, .what = direct::KeepGap{.object = lead, .gap_m = 12}}), 40).answer,
            AnswerKind::done);
  EXPECT_NEAR(body(lead).metres - body(car).metres - 4.5, 12, 1);
}

TEST_F(Directed, ArriveInTime) {
  for (const double seconds : {24.0, 26.0, 30.0, 40.0, 60.0}) {
    restart();
    const world::ObjectId car = put("west", "R1", 20, 13);
    const DirectiveNumber number =
        tell({.actor = car,
              .what = direct::Arrive{
                  .mark = {lane("west", "R1"), 350},
                  .time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(1e9 * seconds))}});
    double before = front(car), at = 0;
    for (int k = 0; k < 700 && at == 0; ++k) {
      const double from = run_->tick().time.seconds();
      step();
      const double now = front(car);
      if (before < 350 && now >= 350) at = from + 0.1 * (350 - before) / (now - before);
      before = now;
    }
    EXPECT_NEAR(at, seconds, 0.1);
    const Answer answer = outcome(number);
    EXPECT_EQ(answer.answer, AnswerKind::done);
    EXPECT_NEAR(answer.first_s, at, 0.02);
    EXPECT_NEAR(answer.second_s, at - seconds, 0.02);
  }
}

TEST_F(Directed, StopAtAMark) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  const DirectiveNumber number =
      tell({.actor = car, .hold = ForTime{5}, .what = direct::StopAt{.mark = {lane("west", "R1"), 200}}});
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 60));
  const double stood = run_->tick().time.seconds();
  EXPECT_NEAR(front(car), 200, 0.7);
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_NEAR(run_->tick().time.seconds() - stood, 5, 1);
}

TEST_F(Directed, DriveBesideTheMiddleAndComeBack) {
  const world::ObjectId car = put("west", "R1", 20, 10);
  const double own = body(car).home;
  const DirectiveNumber number =
      tell({.actor = car, .hold = ForTime{10}, .what = direct::SetOffset{.offset_m = 0.6}});
  for (int k = 0; k < 80; ++k) step();
  EXPECT_NEAR(body(car).lateral, 0.6, 1e-6);
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  for (int k = 0; k < 80; ++k) step();
  EXPECT_NEAR(body(car).lateral, own, 1e-6);
  EXPECT_EQ(run_->direction().directed(), 0U);
}

TEST_F(Directed, FollowAPath) {
  const world::ObjectId car = put("west", "R1", 100, 13);
  const world::TrackId out = roads_->roads.tracks.track_of(
      {roads_->network.find_lane(roads_->network.find_strip("south"), "L1"), false});
  ASSERT_FALSE(out.is_empty());
  const DirectiveNumber number =
      tell({.actor = car, .what = direct::FollowPath{.path = {lane("west", "R1"), out}}});
  EXPECT_EQ(outcome(number, 120).answer, AnswerKind::done);
  EXPECT_EQ(roads_->roads.tracks[body(car).trail.current()].carriageway,
            roads_->roads.tracks[out].carriageway);
}

// ---- refused

TEST_F(Directed, AreRefusedWithTheReason) {
  const world::ObjectId car = put("west", "R1", 100, 13), other = put("north", "R1", 100, 10);
  const world::TrackId here = lane("west", "R1"), elsewhere = lane("north", "R1");
  const base::SimTime soon = base::SimTime::from_nanoseconds(3'000'000'000);
  struct Case {
    Directive directive;
    Refusal why;
  };
  const std::vector<Case> cases = {
      {{.what = direct::AdjustSpeed{.speed_mps = kNaN}}, Refusal::not_a_number},
      {{.what = direct::AdjustSpeed{.speed_mps = 100}}, Refusal::out_of_range},
      {{.hold = ForTime{-1}, .what = direct::Halt{}}, Refusal::out_of_range},
      {{.hold = ForTime{kNaN}, .what = direct::Launch{}}, Refusal::not_a_number},
      {{.what = direct::Lurch{}}, Refusal::out_of_range},
      {{.what = direct::KeepGap{.object = other, .gap_m = 10}}, Refusal::not_ahead},
      {{.what = direct::KeepGap{.object = other, .gap_m = -1}}, Refusal::out_of_range},
      {{.what = direct::KeepHeadway{.headway_s = 2}}, Refusal::unknown_object},
      {{.what = direct::Arrive{.mark = {here, 50}, .time = soon}}, Refusal::not_on_way},
      {{.what = direct::Arrive{.mark = {elsewhere, 50}, .time = soon}}, Refusal::not_on_way},
      {{.what = direct::Arrive{.mark = {here, 400}, .time = soon}}, Refusal::too_soon},
      {{.what = direct::Arrive{.mark = {}, .time = soon}}, Refusal::not_on_way},
      {{.what =
            direct::Arrive{.mark = {here, 110}, .time = base::SimTime::from_nanoseconds(100'000'000'000)}},
       Refusal::too_late},
      {{.what = direct::StopAt{.mark = {here, 103}}}, Refusal::too_soon},
      {{.what = direct::StopAt{.mark = {elsewhere, 300}}}, Refusal::not_on_way},
      {{.what = direct::StopAt{.mark = {here, kNaN}}}, Refusal::not_a_number},
      {{.what = direct::ChangeLane{.side = traffic::Side::left}}, Refusal::no_such_lane},
      {{.what = direct::ChangeLane{}}, Refusal::no_such_lane},
      {{.what = direct::SetOffset{.offset_m = 2}}, Refusal::out_of_range},
      {{.what = direct::Turn{.direction = network::Turn::u_turn}}, Refusal::no_such_turn},
      {{.what = direct::Turn{.direction = network::Turn::left, .lane = 7}}, Refusal::no_such_lane},
      {{.what = direct::TurnAcross{.direction = network::Turn::u_turn}}, Refusal::no_such_turn},
      {{.what = direct::FollowPath{.path = {here, elsewhere}}}, Refusal::no_such_path},
      {{.what = direct::FollowPath{.path = {world::TrackId(99999)}}}, Refusal::no_such_path},
      {{.what = direct::FollowPath{}}, Refusal::no_such_path},
      {{.expires = base::SimTime{}, .what = direct::IgnoreLight{}}, Refusal::is_over}};
  std::vector<DirectiveNumber> numbers;
  for (const Case& c : cases) {
    Directive d = c.directive;
    d.actor = car;
    numbers.push_back(tell(d));
  }
  step();
  for (std::size_t k = 0; k < cases.size(); ++k) {
    ASSERT_EQ(answers_[numbers[k]].size(), 1U) << direct::name_of(cases[k].directive.kind());
    EXPECT_EQ(answers_[numbers[k]][0].answer, AnswerKind::refused)
        << direct::name_of(cases[k].directive.kind());
    EXPECT_EQ(answers_[numbers[k]][0].why, cases[k].why)
        << direct::name_of(cases[k].directive.kind()) << ": " << to_text(answers_[numbers[k]][0].why);
  }
  EXPECT_EQ(run_->direction().directed(), 0U);
}

TEST_F(Directed, AnArrivalOutOfReachIsRefusedWithWhatCanBe) {
  const world::ObjectId car = put("west", "R1", 100, 13);
  const world::Mark mark{lane("west", "R1"), 300};
  const auto at = [](double seconds) {
    return base::SimTime::from_nanoseconds(static_cast<std::int64_t>(1e9 * seconds));
  };
  const Answer early = outcome(tell({.actor = car, .what = direct::Arrive{.mark = mark, .time = at(5)}}));
  EXPECT_EQ(early.why, Refusal::too_soon);
  EXPECT_GT(early.first_s, 12);
  EXPECT_LT(early.first_s, 17);
  // what it offers is taken, and met
  const DirectiveNumber again =
      tell({.actor = car, .what = direct::Arrive{.mark = mark, .time = at(early.first_s + 0.3)}});
  const Answer met = outcome(again);
  EXPECT_EQ(met.answer, AnswerKind::done);
  EXPECT_NEAR(met.second_s, 0, 0.1);
}

// An actor that does not exist, one that has left, no issuer.
TEST_F(Directed, WrongUseIsAnswered) {
  const world::ObjectId car = put("west", "R1", 100, 13), gone(car.slot(), car.generation() + 1);
  EXPECT_EQ(outcome(tell({.what = direct::Halt{}})).why, Refusal::unknown_actor);
  EXPECT_EQ(outcome(tell({.actor = gone, .what = direct::Halt{}})).why, Refusal::unknown_actor);
  EXPECT_EQ(outcome(tell({.actor = world::ObjectId(4711, 0), .what = direct::Halt{}})).why,
            Refusal::unknown_actor);
  EXPECT_EQ(outcome(run_->direct({.actor = car, .what = direct::Halt{}})).why, Refusal::no_issuer);
  EXPECT_FALSE(run_->cancel(999));
  EXPECT_EQ(run_->claim(gone, kMe), ClaimAnswer::unknown_actor);
  EXPECT_EQ(run_->claim(car, {}), ClaimAnswer::no_issuer);
  EXPECT_EQ(run_->release(car, kMe), ClaimAnswer::not_held);
}

TEST_F(Directed, AnActorThatLeavesFailsAndIsReleased) {
  const world::TrackId out = roads_->roads.tracks.track_of(
      {roads_->network.find_lane(roads_->network.find_strip("west"), "L1"), false});
  const double length = roads_->roads.tracks[out].length;
  const world::ObjectId car = run_->insert(world::ObjectKind::car, out, length - 20, 13);
  EXPECT_EQ(run_->claim(car, kMe), ClaimAnswer::granted);
  const Answer answer =
      outcome(tell({.actor = car, .hold = ForTime{100}, .what = direct::AdjustSpeed{.speed_mps = 1}}));
  EXPECT_EQ(answer.answer, AnswerKind::failed);
  EXPECT_EQ(answer.why, Refusal::unknown_actor);
  EXPECT_TRUE(run_->direction().holder(car).is_empty());
}

// ---- every kind: expiry and two issuers

// A directive of each kind that is accepted and goes on for a while.
Directive held(std::size_t kind, const TestRoads& roads, world::ObjectId car, world::ObjectId lead,
               world::ObjectId beside) {
  const world::TrackId lane =
      roads.roads.tracks.track_of({roads.network.find_lane(roads.network.find_strip("west"), "R1"), true});
  const world::TrackId out =
      roads.roads.tracks.track_of({roads.network.find_lane(roads.network.find_strip("south"), "L1"), false});
  const world::Mark mark{lane, 500};
  const base::SimTime time = base::SimTime::from_nanoseconds(80'000'000'000);
  const std::vector<direct::What> all = {
      direct::AdjustSpeed{-3},
      direct::Halt{},
      direct::Launch{},
      direct::Lurch{},
      direct::KeepGap{lead, 30},
      direct::KeepHeadway{lead, 2.5},
      direct::Arrive{mark, time},
      direct::StopAt{mark},
      direct::Brake{2, 3},
      direct::Precede{.object = beside, .gap_m = 20},
      direct::KeepTime{lead, mark, -30},
      direct::ChangeLane{world::Side::right},
      direct::SetOffset{0.3},
      direct::CutIn{.object = beside, .side = world::Side::right, .gap_m = 15},
      direct::OvertakeNow{},
      direct::Turn{network::Turn::right},
      direct::TurnAcross{network::Turn::right},
      direct::FollowPath{{lane, out}},
      direct::IgnoreLight{},
      direct::Swerve{.side = world::Side::right},
      direct::Disregard{lead},
      direct::GoFirst{},
      direct::RideOn{},
  };
  for (const direct::What& what : all)
    if (what.index() == kind) return {.actor = car, .hold = ForTime{50}, .what = what};
  ADD_FAILURE() << "no example of " << direct::name_of(kind);
  return {};
}

class EveryDirective : public Directed, public testing::WithParamInterface<std::size_t> {
 protected:
  void SetUp() override {
    // a feint begins from standing; to overtake, the actor needs a lane on its left
    const std::string_view name = direct::name_of(GetParam());
    const char* lane = name == "overtake now" ? "R2" : "R1";
    lead_ = put("west", lane, 140, 8);
    car_ = name == "ride on" ? run_->insert(world::ObjectKind::bicycle, this->lane("west", "R1"), 100, 5)
                             : put("west", lane, 100, name == "lurch" ? 0 : 8);
    beside_ = put("west", "R2", 50, 8);
  }
  Directive held_directive() const { return held(GetParam(), *roads_, car_, lead_, beside_); }
  world::ObjectId car_, lead_, beside_;
};

TEST_P(EveryDirective, Expires) {
  Directive d = held_directive();
  d.expires = base::SimTime::from_nanoseconds(550'000'000);
  const DirectiveNumber number = tell(d);
  EXPECT_EQ(first_answer(number), AnswerKind::accepted);
  EXPECT_EQ(outcome(number, 5).answer, AnswerKind::expired);
  EXPECT_NEAR(run_->tick().time.seconds(), 0.7, 0.01);
  EXPECT_TRUE(run_->direction().leases(car_).empty());
}

TEST_P(EveryDirective, OfTwoIssuersTheOneWithThePriorityHasTheActor) {
  Directive first = held_directive(), second = first, third = first;
  first.priority = 2;
  second.priority = 1;
  second.issuer = kAnother;
  third.priority = 2;
  third.issuer = kAnother;
  const DirectiveNumber a = tell(first), b = tell(second);
  step();
  EXPECT_EQ(answers_[a].front().answer, AnswerKind::accepted);
  EXPECT_EQ(answers_[b].front().why, Refusal::outranked);
  const DirectiveNumber c = tell(third);
  step();
  EXPECT_EQ(answers_[a].back().answer, AnswerKind::superseded) << "of equal priorities the last one counts";
  EXPECT_EQ(answers_[c].back().answer, AnswerKind::accepted);
  ASSERT_EQ(run_->direction().leases(car_).size(), 1U);
  EXPECT_EQ(run_->direction().leases(car_)[0].number, c);
}

TEST_P(EveryDirective, IsRefusedWhileAnotherIssuerHasClaimedTheActor) {
  ASSERT_EQ(run_->claim(car_, kAnother), ClaimAnswer::granted);
  EXPECT_EQ(run_->claim(car_, kMe), ClaimAnswer::held_by_another);
  Directive d = held_directive();
  d.priority = 100;
  EXPECT_EQ(outcome(tell(d), 1).why, Refusal::claimed);
  EXPECT_EQ(run_->release(car_, kMe), ClaimAnswer::held_by_another);
  EXPECT_EQ(run_->release(car_, kAnother), ClaimAnswer::released);
  EXPECT_EQ(first_answer(tell(d)), AnswerKind::accepted);
}

TEST_P(EveryDirective, CanBeCancelled) {
  const DirectiveNumber number = tell(held_directive());
  EXPECT_EQ(first_answer(number), AnswerKind::accepted);
  EXPECT_TRUE(run_->cancel(number));
  EXPECT_EQ(outcome(number, 1).answer, AnswerKind::cancelled);
  EXPECT_TRUE(run_->direction().leases(car_).empty());
}

std::vector<std::size_t> kinds_for_vehicles() {
  std::vector<std::size_t> kinds;
  for (std::size_t k = 0; k < direct::kDirectiveKinds; ++k)
    if (direct::directive_table()[k].is_for_vehicles()) kinds.push_back(k);
  return kinds;
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryDirective, testing::ValuesIn(kinds_for_vehicles()),
                         [](const testing::TestParamInfo<std::size_t>& kind) {
                           std::string name = direct::name_of(kind.param);
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

// ---- as if never directed

// A lease that ended leaves nothing behind: two vehicles in the same state go on alike, whichever of them was directed before.
TEST_F(Directed, DriveAsIfNeverDirectedAfterTheLease) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  tell({.actor = car, .hold = ForTime{8}, .what = direct::Halt{}});
  tell({.actor = car, .hold = ForTime{3}, .what = direct::SetOffset{.offset_m = 0.5}});
  for (int k = 0; k < 300; ++k) step();
  EXPECT_EQ(run_->direction().directed(), 0U);
  const traffic::Driver& driver = run_->find(car)->driver;
  EXPECT_EQ(driver.traits.accel_mps2, settings_.drivers.kinds[0].middle.accel_mps2);
  EXPECT_EQ(body(car).home, 0);
  // on the free road it is as fast as a vehicle that was never directed
  Simulation other(roads_->roads, settings_);
  const world::ObjectId free = other.insert(world::ObjectKind::car, lane("west", "R1"), 20, 13);
  for (int k = 0; k < 300; ++k) other.step(kStep);
  EXPECT_NEAR(body(car).speed_mps, other.find(free)->mover.speed_mps, 0.5);
}

// ---- bodies that touch

TEST_F(Directed, ExtrasThatTouchAreWrecksOnlyWhereTheSettingsSaySo) {
  for (const ContactLaw law : {ContactLaw::count, ContactLaw::wreck}) {
    settings_.contacts = law;
    restart();
    const bool are_wrecks = law == ContactLaw::wreck;
    const world::ObjectId one = put("west", "R1", 300, 10), other = put("west", "R1", 303, 4);  // overlap
    const world::ObjectId behind = put("west", "R1", 200, 13);
    tell({.actor = behind, .what = direct::AdjustSpeed{.speed_mps = 1}});
    step();
    ASSERT_EQ(run_->contacts().size(), 1U);
    EXPECT_EQ(run_->find_external(one).has_value(), are_wrecks) << "a directive makes no difference";
    EXPECT_EQ(run_->find_external(other).has_value(), are_wrecks);
    if (!are_wrecks) continue;
    for (int k = 0; k < 30; ++k) step();
    ASSERT_TRUE(run_->find_external(one)->external.is_wrecked());
    const geometry::WorldPoint there = run_->find_external(one)->external.body.middle;
    EXPECT_EQ(run_->find_external(one)->external.body.speed_mps, 0);
    for (int k = 0; k < 300; ++k) step();
    EXPECT_TRUE(run_->find_external(one)->external.body.middle == there);
    EXPECT_TRUE(run_->find(behind)) << "the follower waits, or goes round, and touches neither";
    const DirectiveNumber number = tell({.actor = one, .what = direct::Launch{}});
    EXPECT_EQ(outcome(number).why, Refusal::unknown_actor) << "a wreck has no driver";
  }
}

}  // namespace
}  // namespace backlot::sim::directives_test
