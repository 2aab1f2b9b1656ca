// Every directive: done, refused with its reason, expired, and told by two issuers.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim {
namespace {

using traffic::Answer;
using traffic::AnswerKind;
using traffic::Directive;
using traffic::DirectiveKind;
using traffic::DirectiveNumber;
using traffic::IssuerId;
using traffic::Persistence;
using traffic::Refusal;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr IssuerId kMe{1}, kAnother{2};

// Two lanes each way on every arm; from the west it is red for the first 45 s.
constexpr std::string_view kCrossing = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street {
  vehicle backward 3.5 m; vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m
}
way west { profile street;  begin at (-620 m, 0 m) heading 0 deg;  line 600 m;  start open }
way east { profile street;  begin at (620 m, 0 m) heading 180 deg;  line 600 m;  start open }
way north { profile street;  begin at (0 m, 620 m) heading 270 deg;  line 600 m;  start open }
way south { profile street;  begin at (0 m, -620 m) heading 90 deg;  line 600 m;  start open }
intersection x {
  arm west: west.end signal ew
  arm east: east.end signal ew
  arm north: north.end signal ns
  arm south: south.end signal ns
  signals {
    groups ew ns
    programme offset 0 s {
      40 s: ew red, ns green
      3 s: ew red, ns yellow
      2 s: ew red, ns red
      40 s: ew green, ns red
      3 s: ew yellow, ns red
      2 s: ew red, ns red
    }
  }
}
)";

class Directed : public testing::Test {
 protected:
  Directed() : roads_(roads_of(kCrossing)) {
    for (traffic::KindOfDriver& kind : settings_.drivers.kinds) kind.spread = {0, 0, 0};
    run_ = std::make_unique<Simulation>(roads_->roads, settings_);
  }

  world::TrackId lane(const char* way, const char* name) const {
    return roads_->roads.tracks.track_of(
        {roads_->network.find_lane(roads_->network.find_strip(way), name), true});
  }
  world::ObjectId put(const char* way, const char* name, double metres, double speed) {
    return run_->insert(world::ObjectKind::car, lane(way, name), metres, speed);
  }
  const world::Mover& body(world::ObjectId id) const { return run_->find(id)->mover; }
  double front(world::ObjectId id) const {
    return body(id).metres + static_cast<double>(run_->find(id)->shape.front_m());
  }

  DirectiveNumber tell(Directive d) {
    if (d.issuer.is_empty()) d.issuer = kMe;
    return run_->direct(std::move(d));
  }
  void step() {
    run_->step(kStep);
    for (const Answer& answer : run_->direction().answers()) answers_[answer.directive].push_back(answer);
  }
  // Until it holds; false where it does not within these seconds.
  bool run_until(const std::function<bool()>& holds, double seconds) {
    for (int k = 0; k < static_cast<int>(10 * seconds) && !holds(); ++k) step();
    return holds();
  }
  bool is_ended(DirectiveNumber number) const {
    const auto at = answers_.find(number);
    return at != answers_.end() && at->second.back().answer != AnswerKind::accepted;
  }
  // Steps until it is answered for good, and gives that answer; nothing else was answered but that it is accepted.
  Answer outcome(DirectiveNumber number, double seconds = 60) {
    EXPECT_TRUE(run_until([&] { return is_ended(number); }, seconds)) << "never answered";
    const std::vector<Answer>& all = answers_[number];
    EXPECT_LE(all.size(), 2U);
    if (all.empty()) return {};
    if (all.back().answer != AnswerKind::refused) {
      EXPECT_EQ(all.front().answer, AnswerKind::accepted);
    }
    return all.back();
  }
  AnswerKind first_answer(DirectiveNumber number) {
    step();
    return answers_[number].empty() ? AnswerKind::cancelled : answers_[number].front().answer;
  }

  std::unique_ptr<TestRoads> roads_;
  SimulationSettings settings_;
  std::unique_ptr<Simulation> run_;
  std::map<DirectiveNumber, std::vector<Answer>> answers_;
};

// ---- done

TEST_F(Directed, DriveFasterForATime) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  for (int k = 0; k < 100; ++k) step();
  const double before = body(car).speed_mps;
  const DirectiveNumber faster = tell({.actor = car,
                                       .kind = DirectiveKind::adjust_speed,
                                       .persistence = Persistence::for_time,
                                       .hold_s = 12,
                                       .speed_mps = 4});
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
  const DirectiveNumber halt =
      tell({.actor = car, .kind = DirectiveKind::halt, .persistence = Persistence::for_time, .hold_s = 15});
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 10));
  const double at = body(car).metres;
  ASSERT_TRUE(run_until([&] { return is_ended(halt); }, 20));
  EXPECT_NEAR(body(car).metres, at, 0.02) << "but for the last step, in which he is free again";
  EXPECT_NEAR(run_->tick().time.seconds(), 15.1, 0.15);
  EXPECT_TRUE(run_until([&] { return body(car).speed_mps > 5; }, 10)) << "then he drives on";
}

TEST_F(Directed, HaltOnceIsDoneWhenHeStands) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  EXPECT_EQ(outcome(tell({.actor = car, .kind = DirectiveKind::halt})).answer, AnswerKind::done);
  EXPECT_LT(body(car).speed_mps, 0.3);
}

TEST_F(Directed, IgnoreALightThatIsRed) {
  const world::ObjectId car = put("west", "R1", 500, 13);
  const DirectiveNumber number = tell({.actor = car, .kind = DirectiveKind::ignore_light});
  EXPECT_EQ(outcome(number, 30).answer, AnswerKind::done);
  EXPECT_EQ(run_->tally().red_crossings, 1U);
  EXPECT_LT(run_->tick().time.seconds(), 20) << "while it is red";
}

TEST_F(Directed, ALightThatIsNotIgnoredStopsHim) {
  const world::ObjectId car = put("west", "R1", 500, 13);
  EXPECT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 30));
  EXPECT_EQ(run_->tally().red_crossings, 0U);
}

TEST_F(Directed, ChangeToTheLaneBeside) {
  const world::ObjectId car = put("west", "R2", 50, 13);
  const DirectiveNumber number =
      tell({.actor = car, .kind = DirectiveKind::change_lane, .side = traffic::Side::left});
  EXPECT_EQ(outcome(number, 30).answer, AnswerKind::done);
  EXPECT_EQ(body(car).trail.current(), lane("west", "R1"));
  EXPECT_FALSE(body(car).is_shifting());
}

TEST_F(Directed, TurnWhereTheyAreTold) {
  for (const network::Turn turn : {network::Turn::left, network::Turn::straight, network::Turn::right}) {
    run_ = std::make_unique<Simulation>(roads_->roads, settings_);
    answers_.clear();
    const world::ObjectId car = put("west", "R1", 100, 13);
    const DirectiveNumber number = tell({.actor = car, .kind = DirectiveKind::turn, .direction = turn});
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
  const DirectiveNumber number = tell({.actor = car, .kind = DirectiveKind::launch});
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
  EXPECT_LT(run_->tick().time.seconds() - from, 9) << "he is through";
}

TEST_F(Directed, LaunchBeforeThoseWhoComeAlsoWhenToldWhereToTurn) {
  const world::ObjectId car = put("west", "R1", 560, 8);
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 15));
  const world::ObjectId other = put("south", "R1", 565, 13);  // has green, and is near
  tell({.actor = car, .kind = DirectiveKind::turn, .direction = network::Turn::straight});
  tell({.actor = car, .kind = DirectiveKind::launch});
  const double at = body(car).metres;
  for (int k = 0; k < 10; ++k) step();
  EXPECT_GT(body(car).metres, at + 1) << "he does not wait for who has green";
  EXPECT_LT(front(other), 600) << "who is not there yet";
}

TEST_F(Directed, LurchAndStandAgain) {
  const world::ObjectId car = put("west", "R1", 560, 8);
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 15));
  const double at = body(car).metres;
  EXPECT_EQ(outcome(tell({.actor = car, .kind = DirectiveKind::lurch}), 10).answer, AnswerKind::done);
  EXPECT_EQ(body(car).speed_mps, 0);
  EXPECT_GT(body(car).metres, at + 0.5);
  EXPECT_LT(body(car).metres, at + 1.5);
  const double then = body(car).metres;
  for (int k = 0; k < 50; ++k) step();
  EXPECT_EQ(body(car).metres, then) << "it was a feint";
}

TEST_F(Directed, TurnAcrossThoseWhoCome) {
  // both have green; the one who turns left would wait for the other
  for (int k = 0; k < 460; ++k) step();
  const world::ObjectId turner = put("west", "R1", 560, 8), oncoming = put("east", "R1", 540, 13);
  const DirectiveNumber number =
      tell({.actor = turner, .kind = DirectiveKind::turn_across, .direction = network::Turn::left});
  EXPECT_EQ(outcome(number, 20).answer, AnswerKind::done);
  const world::CarriagewayId out =
      roads_->roads
          .tracks[roads_->roads.tracks.track_of(
              {roads_->network.find_lane(roads_->network.find_strip("west"), "L1"), false})]
          .carriageway;
  const world::Track& there = roads_->roads.tracks[body(oncoming).trail.current()];
  EXPECT_NE(there.carriageway, out) << "the one who comes is not through yet";
  EXPECT_LT(body(oncoming).speed_mps, 10) << "he had to brake";
  EXPECT_EQ(run_->tally().contacts, 0U);
}

TEST_F(Directed, KeepTheHeadwayTheyAreTold) {
  const world::ObjectId lead = put("west", "R1", 120, 10), car = put("west", "R1", 60, 13);
  tell({.actor = lead,
        .kind = DirectiveKind::adjust_speed,
        .persistence = Persistence::for_time,
        .hold_s = 100,
        .speed_mps = -5});
  const DirectiveNumber number = tell({.actor = car,
                                       .kind = DirectiveKind::keep_headway,
                                       .persistence = Persistence::for_time,
                                       .hold_s = 45,
                                       .headway_s = 2,
                                       .object = lead});
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

TEST_F(Directed, KeepTheGapTheyAreTold) {
  const world::ObjectId lead = put("west", "R1", 100, 10), car = put("west", "R1", 60, 10);
  EXPECT_EQ(
      outcome(tell({.actor = car, .kind = DirectiveKind::keep_gap, .gap_m = 12, .object = lead}), 40).answer,
      AnswerKind::done);
  EXPECT_NEAR(body(lead).metres - body(car).metres - 4.5, 12, 1);
}

TEST_F(Directed, ArriveInTime) {
  for (const double seconds : {24.0, 26.0, 30.0, 40.0, 60.0}) {
    run_ = std::make_unique<Simulation>(roads_->roads, settings_);
    answers_.clear();
    const world::ObjectId car = put("west", "R1", 20, 13);
    const DirectiveNumber number =
        tell({.actor = car,
              .kind = DirectiveKind::arrive,
              .mark = {lane("west", "R1"), 350},
              .time = base::SimTime::from_nanoseconds(static_cast<std::int64_t>(1e9 * seconds))});
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
  const DirectiveNumber number = tell({.actor = car,
                                       .kind = DirectiveKind::stop_at,
                                       .persistence = Persistence::for_time,
                                       .hold_s = 5,
                                       .mark = {lane("west", "R1"), 200}});
  ASSERT_TRUE(run_until([&] { return body(car).speed_mps == 0; }, 60));
  const double stood = run_->tick().time.seconds();
  EXPECT_NEAR(front(car), 200, 0.7);
  EXPECT_EQ(outcome(number).answer, AnswerKind::done);
  EXPECT_NEAR(run_->tick().time.seconds() - stood, 5, 1);
}

TEST_F(Directed, DriveBesideTheMiddleAndComeBack) {
  const world::ObjectId car = put("west", "R1", 20, 10);
  const double own = body(car).home;
  const DirectiveNumber number = tell({.actor = car,
                                       .kind = DirectiveKind::set_offset,
                                       .persistence = Persistence::for_time,
                                       .hold_s = 10,
                                       .offset_m = 0.6});
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
      tell({.actor = car, .kind = DirectiveKind::follow_path, .path = {lane("west", "R1"), out}});
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
      {{.kind = DirectiveKind::adjust_speed, .speed_mps = kNaN}, Refusal::not_a_number},
      {{.kind = DirectiveKind::adjust_speed, .speed_mps = 100}, Refusal::out_of_range},
      {{.kind = DirectiveKind::halt, .persistence = Persistence::for_time, .hold_s = -1},
       Refusal::out_of_range},
      {{.kind = DirectiveKind::launch, .hold_s = kNaN}, Refusal::not_a_number},
      {{.kind = DirectiveKind::lurch}, Refusal::out_of_range},
      {{.kind = DirectiveKind::keep_gap, .gap_m = 10, .object = other}, Refusal::not_ahead},
      {{.kind = DirectiveKind::keep_gap, .gap_m = -1, .object = other}, Refusal::out_of_range},
      {{.kind = DirectiveKind::keep_headway, .headway_s = 2}, Refusal::unknown_object},
      {{.kind = DirectiveKind::arrive, .mark = {here, 50}, .time = soon}, Refusal::not_on_his_way},
      {{.kind = DirectiveKind::arrive, .mark = {elsewhere, 50}, .time = soon}, Refusal::not_on_his_way},
      {{.kind = DirectiveKind::arrive, .mark = {here, 400}, .time = soon}, Refusal::too_soon},
      {{.kind = DirectiveKind::arrive, .mark = {}, .time = soon}, Refusal::not_on_his_way},
      {{.kind = DirectiveKind::arrive,
        .mark = {here, 110},
        .time = base::SimTime::from_nanoseconds(100'000'000'000)},
       Refusal::too_late},
      {{.kind = DirectiveKind::stop_at, .mark = {here, 103}}, Refusal::too_soon},
      {{.kind = DirectiveKind::stop_at, .mark = {elsewhere, 300}}, Refusal::not_on_his_way},
      {{.kind = DirectiveKind::stop_at, .mark = {here, kNaN}}, Refusal::not_a_number},
      {{.kind = DirectiveKind::change_lane, .side = traffic::Side::left}, Refusal::no_such_lane},
      {{.kind = DirectiveKind::change_lane}, Refusal::no_such_lane},
      {{.kind = DirectiveKind::set_offset, .offset_m = 2}, Refusal::out_of_range},
      {{.kind = DirectiveKind::turn, .direction = network::Turn::u_turn}, Refusal::no_such_turn},
      {{.kind = DirectiveKind::turn, .direction = network::Turn::left, .lane = 7}, Refusal::no_such_lane},
      {{.kind = DirectiveKind::turn_across, .direction = network::Turn::u_turn}, Refusal::no_such_turn},
      {{.kind = DirectiveKind::follow_path, .path = {here, elsewhere}}, Refusal::no_such_path},
      {{.kind = DirectiveKind::follow_path, .path = {world::TrackId(99999)}}, Refusal::no_such_path},
      {{.kind = DirectiveKind::follow_path}, Refusal::no_such_path},
      {{.kind = DirectiveKind::ignore_light, .expires = base::SimTime{}}, Refusal::is_over}};
  std::vector<DirectiveNumber> numbers;
  for (const Case& c : cases) {
    Directive d = c.directive;
    d.actor = car;
    numbers.push_back(tell(d));
  }
  step();
  for (std::size_t k = 0; k < cases.size(); ++k) {
    ASSERT_EQ(answers_[numbers[k]].size(), 1U) << name_of(cases[k].directive.kind);
    EXPECT_EQ(answers_[numbers[k]][0].answer, AnswerKind::refused) << name_of(cases[k].directive.kind);
    EXPECT_EQ(answers_[numbers[k]][0].why, cases[k].why)
        << name_of(cases[k].directive.kind) << ": " << name_of(answers_[numbers[k]][0].why);
  }
  EXPECT_EQ(run_->direction().directed(), 0U);
}

TEST_F(Directed, AnArrivalOutOfReachIsRefusedWithWhatCanBe) {
  const world::ObjectId car = put("west", "R1", 100, 13);
  const traffic::Mark mark{lane("west", "R1"), 300};
  const auto at = [](double seconds) {
    return base::SimTime::from_nanoseconds(static_cast<std::int64_t>(1e9 * seconds));
  };
  const Answer early =
      outcome(tell({.actor = car, .kind = DirectiveKind::arrive, .mark = mark, .time = at(5)}));
  EXPECT_EQ(early.why, Refusal::too_soon);
  EXPECT_GT(early.first_s, 12);
  EXPECT_LT(early.first_s, 17);
  // what it offers is taken, and met
  const DirectiveNumber again =
      tell({.actor = car, .kind = DirectiveKind::arrive, .mark = mark, .time = at(early.first_s + 0.3)});
  const Answer met = outcome(again);
  EXPECT_EQ(met.answer, AnswerKind::done);
  EXPECT_NEAR(met.second_s, 0, 0.1);
}

// Nobody there, nobody any more, nobody who says it.
TEST_F(Directed, WrongUseIsAnswered) {
  const world::ObjectId car = put("west", "R1", 100, 13), gone(car.slot(), car.generation() + 1);
  EXPECT_EQ(outcome(tell({.kind = DirectiveKind::halt})).why, Refusal::unknown_actor);
  EXPECT_EQ(outcome(tell({.actor = gone, .kind = DirectiveKind::halt})).why, Refusal::unknown_actor);
  EXPECT_EQ(outcome(tell({.actor = world::ObjectId(4711, 0), .kind = DirectiveKind::halt})).why,
            Refusal::unknown_actor);
  EXPECT_EQ(outcome(run_->direct({.actor = car, .kind = DirectiveKind::halt})).why, Refusal::no_issuer);
  EXPECT_FALSE(run_->cancel(999));
  EXPECT_EQ(run_->claim(gone, kMe), ClaimAnswer::unknown_actor);
  EXPECT_EQ(run_->claim(car, {}), ClaimAnswer::no_issuer);
  EXPECT_EQ(run_->release(car, kMe), ClaimAnswer::not_held);
}

TEST_F(Directed, WhoLeavesFailsAndIsReleased) {
  const world::TrackId out = roads_->roads.tracks.track_of(
      {roads_->network.find_lane(roads_->network.find_strip("west"), "L1"), false});
  const double length = roads_->roads.tracks[out].length;
  const world::ObjectId car = run_->insert(world::ObjectKind::car, out, length - 20, 13);
  EXPECT_EQ(run_->claim(car, kMe), ClaimAnswer::granted);
  const Answer answer = outcome(tell({.actor = car,
                                      .kind = DirectiveKind::adjust_speed,
                                      .persistence = Persistence::for_time,
                                      .hold_s = 100,
                                      .speed_mps = 1}));
  EXPECT_EQ(answer.answer, AnswerKind::failed);
  EXPECT_EQ(answer.why, Refusal::unknown_actor);
  EXPECT_TRUE(run_->direction().holder(car).is_empty());
}

// ---- every kind: expiry and two issuers

// One that is accepted and goes on for a while.
Directive held(DirectiveKind kind, const TestRoads& roads, world::ObjectId car, world::ObjectId lead) {
  const world::TrackId lane =
      roads.roads.tracks.track_of({roads.network.find_lane(roads.network.find_strip("west"), "R1"), true});
  const world::TrackId out =
      roads.roads.tracks.track_of({roads.network.find_lane(roads.network.find_strip("south"), "L1"), false});
  Directive d{.actor = car, .issuer = kMe, .kind = kind};
  d.persistence = Persistence::for_time;
  d.hold_s = 50;
  d.speed_mps = -3;
  d.gap_m = 30;
  d.headway_s = 2.5;
  d.object = lead;
  d.mark = {lane, 500};
  d.time = base::SimTime::from_nanoseconds(80'000'000'000);
  d.side = traffic::Side::right;
  d.direction = network::Turn::right;
  d.path = {lane, out};
  return d;
}

class EveryDirective : public Directed, public testing::WithParamInterface<std::uint32_t> {
 protected:
  void SetUp() override {
    kind_ = static_cast<DirectiveKind>(GetParam());
    // only who stands can feint
    const double speed = kind_ == DirectiveKind::lurch ? 0 : 8;
    lead_ = put("west", "R1", 140, 8);
    car_ = put("west", "R1", 100, speed);
  }
  DirectiveKind kind_{};
  world::ObjectId car_, lead_;
};

TEST_P(EveryDirective, Expires) {
  Directive d = held(kind_, *roads_, car_, lead_);
  d.expires = base::SimTime::from_nanoseconds(550'000'000);
  const DirectiveNumber number = tell(d);
  EXPECT_EQ(first_answer(number), AnswerKind::accepted);
  EXPECT_EQ(outcome(number, 5).answer, AnswerKind::expired);
  EXPECT_NEAR(run_->tick().time.seconds(), 0.7, 0.01);
  EXPECT_TRUE(run_->direction().leases(car_).empty());
}

TEST_P(EveryDirective, OfTwoIssuersTheOneWithThePriorityHasHim) {
  Directive first = held(kind_, *roads_, car_, lead_), second = first, third = first;
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
  EXPECT_EQ(answers_[a].back().answer, AnswerKind::superseded) << "of equals the last one has him";
  EXPECT_EQ(answers_[c].back().answer, AnswerKind::accepted);
  ASSERT_EQ(run_->direction().leases(car_).size(), 1U);
  EXPECT_EQ(run_->direction().leases(car_)[0].number, c);
}

TEST_P(EveryDirective, IsRefusedWhileAnotherHasClaimedHim) {
  ASSERT_EQ(run_->claim(car_, kAnother), ClaimAnswer::granted);
  EXPECT_EQ(run_->claim(car_, kMe), ClaimAnswer::held_by_another);
  Directive d = held(kind_, *roads_, car_, lead_);
  d.priority = 100;
  EXPECT_EQ(outcome(tell(d), 1).why, Refusal::claimed);
  EXPECT_EQ(run_->release(car_, kMe), ClaimAnswer::held_by_another);
  EXPECT_EQ(run_->release(car_, kAnother), ClaimAnswer::released);
  EXPECT_EQ(first_answer(tell(d)), AnswerKind::accepted);
}

TEST_P(EveryDirective, CanBeTakenBack) {
  const DirectiveNumber number = tell(held(kind_, *roads_, car_, lead_));
  EXPECT_EQ(first_answer(number), AnswerKind::accepted);
  EXPECT_TRUE(run_->cancel(number));
  EXPECT_EQ(outcome(number, 1).answer, AnswerKind::cancelled);
  EXPECT_TRUE(run_->direction().leases(car_).empty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryDirective, testing::Range(0U, traffic::kDirectiveKinds),
                         [](const testing::TestParamInfo<std::uint32_t>& kind) {
                           std::string name = name_of(static_cast<DirectiveKind>(kind.param));
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

// ---- as if never directed

// A lease that ended leaves nothing behind: two who are in the same state go on alike, whichever of them was directed before.
TEST_F(Directed, DriveAsIfNeverDirectedAfterTheLease) {
  const world::ObjectId car = put("west", "R1", 20, 13);
  tell({.actor = car, .kind = DirectiveKind::halt, .persistence = Persistence::for_time, .hold_s = 8});
  tell({.actor = car,
        .kind = DirectiveKind::set_offset,
        .persistence = Persistence::for_time,
        .hold_s = 3,
        .offset_m = 0.5});
  for (int k = 0; k < 300; ++k) step();
  EXPECT_EQ(run_->direction().directed(), 0U);
  const traffic::Driver& driver = run_->find(car)->driver;
  EXPECT_EQ(driver.traits.accel_mps2, settings_.drivers.kinds[0].middle.accel_mps2);
  EXPECT_EQ(body(car).home, 0);
  // on the free road he is as fast as one who was never told anything
  Simulation other(roads_->roads, settings_);
  const world::ObjectId free = other.insert(world::ObjectKind::car, lane("west", "R1"), 20, 13);
  for (int k = 0; k < 300; ++k) other.step(kStep);
  EXPECT_NEAR(body(car).speed_mps, other.find(free)->mover.speed_mps, 0.5);
}

// ---- who touched

TEST_F(Directed, WhoTouchEachOtherStopAndRemain) {
  for (const bool is_directed : {false, true}) {
    run_ = std::make_unique<Simulation>(roads_->roads, settings_);
    const world::ObjectId one = put("west", "R1", 300, 10),
                          other = put("west", "R1", 303, 4);  // in each other
    const world::ObjectId behind = put("west", "R1", 200, 13);
    if (is_directed) tell({.actor = behind, .kind = DirectiveKind::adjust_speed, .speed_mps = 1});
    step();
    ASSERT_EQ(run_->contacts().size(), 1U);
    EXPECT_EQ(run_->find_external(one).has_value(), is_directed) << "extras by themselves are only counted";
    EXPECT_EQ(run_->find_external(other).has_value(), is_directed);
    if (!is_directed) continue;
    for (int k = 0; k < 30; ++k) step();
    ASSERT_TRUE(run_->find_external(one)->external.is_wrecked());
    const geometry::WorldPoint there = run_->find_external(one)->external.body.middle;
    EXPECT_EQ(run_->find_external(one)->external.body.speed_mps, 0);
    for (int k = 0; k < 300; ++k) step();
    EXPECT_TRUE(run_->find_external(one)->external.body.middle == there);
    EXPECT_TRUE(run_->find(behind)) << "he waits, or goes round, and touches nobody";
    const DirectiveNumber number = tell({.actor = one, .kind = DirectiveKind::launch});
    EXPECT_EQ(outcome(number).why, Refusal::unknown_actor) << "a wreck is told nothing";
  }
}

}  // namespace
}  // namespace backlot::sim
