// Each validator on frames written by hand: a subject that just keeps the rule, and one that just breaks it. Expected values are worked out on paper.
#include "backlot/verdict/validators.h"

#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/verdict/measured.h"
#include "backlot/verdict/test/judged_scene.h"
#include "backlot/verdict/verdict.h"

namespace backlot::verdict::validators_test {
namespace {

using record::Event;
using record::EventKind;
using record::FrameObject;
using Moment = JudgedScene::Moment;

constexpr double kStep_s = 0.05;

scene::JudgeDescription rule(std::string validator, std::vector<double> values = {}) {
  scene::JudgeDescription judge;
  judge.text = "rule";
  judge.validator = std::move(validator);
  judge.values = std::move(values);
  return judge;
}

FrameObject& subject_of(Moment& moment) { return moment.frame.objects.front(); }

// Shows moments to the validators of a scene with one rule. The first object of each frame is the subject: a car on the lane of `west`, with its front at
// 100 m, that stands; `fill` changes it and adds others.
Findings judged(const JudgedScene& scene, const std::function<void(Moment&)>& fill, int steps = 1) {
  Judgement judgement(scene.shared_scene(), JudgedScene::kSubject, make_validators(scene.scene()));
  scene::PlayState play;
  play.beats.resize(1);
  play.roles.resize(1);
  play.roles[0].actor = JudgedScene::kActor;
  for (int k = 0; k < steps; ++k) {
    Moment moment;
    moment.time_s = kStep_s * k;
    moment.frame.time = base::SimTime{} + base::Duration::from_seconds(moment.time_s);
    moment.frame.signals.assign(scene.roads().network.signal_groups().size(), network::Aspect::green);
    moment.frame.objects.push_back(
        scene.car(JudgedScene::kSubject, scene.roads().lane("west", "R1"), 100, 0));
    fill(moment);
    judgement.watch(moment.frame, moment.events, play);
  }
  return judgement.finish(play);
}
Findings judged(scene::JudgeDescription judge, const std::function<void(Moment&)>& fill, int steps = 1) {
  const JudgedScene scene({}, {std::move(judge)});
  return judged(scene, fill, steps);
}

// A rule that is kept at one value and broken at another one, with the value that the finding gives.
struct Limit {
  const char* validator;
  std::vector<double> values;
  double kept, broken;
  std::function<void(const JudgedScene&, Moment&, double)> set;
};

// A leader on the lane of the subject, with a gap between the bumpers.
void add_leader(const JudgedScene& scene, Moment& moment, double gap_m, double speed_mps) {
  const auto length = static_cast<double>(subject_of(moment).length_m);
  moment.frame.objects.push_back(
      scene.car(JudgedScene::kActor, scene.roads().lane("west", "R1"), 100 + gap_m + length, speed_mps));
}

std::vector<Limit> limits() {
  return {
      // 20 m at 10 m/s against 0: two seconds
      {"ttc",
       {2},
       2 + 1e-9,
       2 - 1e-9,
       [](const JudgedScene& scene, Moment& moment, double seconds) {
         subject_of(moment).speed_mps = 10;
         add_leader(scene, moment, 10 * seconds, 0);
       }},
      // 10 m/s against 0, with 2 m/s2 of braking: after t seconds 10 t - t^2 are gone
      {"ttc_accel",
       {2},
       2 + 1e-9,
       2 - 1e-9,
       [](const JudgedScene& scene, Moment& moment, double seconds) {
         subject_of(moment).speed_mps = 10;
         subject_of(moment).accel_mps2 = -2;
         add_leader(scene, moment, (10 - seconds) * seconds, 0);
       }},
      // at 10 m/s, behind a leader that brakes with 4 m/s2 from 10 m/s and still moves: 2 t^2 are gone
      {"ttc_accel",
       {2},
       2 + 1e-9,
       2 - 1e-9,
       [](const JudgedScene& scene, Moment& moment, double seconds) {
         subject_of(moment).speed_mps = 10;
         add_leader(scene, moment, 2 * seconds * seconds, 10);
         moment.frame.objects.back().accel_mps2 = -4;
       }},
      {"time_gap",
       {1},
       1 + 1e-9,
       1 - 1e-9,
       [](const JudgedScene& scene, Moment& moment, double seconds) {
         subject_of(moment).speed_mps = 8;
         add_leader(scene, moment, 8 * seconds, 8);
       }},
      // 6 m/s faster: 36 / (2 gap)
      {"drac",
       {3},
       3 - 1e-9,
       3 + 1e-9,
       [](const JudgedScene& scene, Moment& moment, double needed) {
         subject_of(moment).speed_mps = 10;
         add_leader(scene, moment, 36 / (2 * needed), 4);
       }},
      // The other has left the path of the subject after `until_s`; the subject, at 10 m/s, then may be at that of the other, around x = -1.75.
      {"drac",
       {3},
       3 - 1e-9,
       3 + 1e-9,
       [](const JudgedScene& scene, Moment& moment, double needed) {
         FrameObject& subject = subject_of(moment);
         const FrameObject other = scene.crossing_car(4, 8);
         const auto width = static_cast<double>(subject.width_m),
                    length = static_cast<double>(subject.length_m);
         const double tail_y = other.centre.y + 0.5 * length;
         const double until_s = (tail_y - (-1.75 - 0.5 * width)) / 8;
         const double room_m = 10 * until_s - 0.5 * needed * until_s * until_s;
         subject.speed_mps = 10;
         subject.centre = {-1.75 - 0.5 * width - room_m - 0.5 * length, -1.75, 0};
         moment.frame.objects.push_back(other);
       }},
      {"distance",
       {2.5},
       2.5 + 1e-9,
       2.5 - 1e-9,
       [](const JudgedScene& scene, Moment& moment, double metres) { add_leader(scene, moment, metres, 0); }},
      {"comfort",
       {4},
       4 - 1e-9,
       4 + 1e-9,
       [](const JudgedScene&, Moment& moment, double accel) { subject_of(moment).accel_mps2 = -accel; }},
      // the lane is 3.5 m wide, the car 1.8 m: 0.85 m are free at each side, and 0.3 m are allowed
      {"lane",
       {},
       0.3 - 1e-6,
       0.3 + 1e-6,
       [](const JudgedScene&, Moment& moment, double over_m) {
         FrameObject& o = subject_of(moment);
         o.offset += 0.5 * (3.5 - static_cast<double>(o.width_m)) + over_m;
       }},
      {"off_road",
       {},
       0.1 - 1e-6,
       0.1 + 1e-6,
       [](const JudgedScene&, Moment& moment, double over_m) {
         FrameObject& o = subject_of(moment);
         o.offset = -3.5 + 0.5 * static_cast<double>(o.width_m) - over_m;
       }},
      // 50 km/h
      {"speed_limit",
       {},
       0.5 - 1e-6,
       0.5 + 1e-6,
       [](const JudgedScene&, Moment& moment, double over_mps) {
         subject_of(moment).speed_mps = 50 / 3.6 + over_mps;
       }},
      {"mission",
       {},
       10 - 1e-6,
       10 + 1e-6,
       [](const JudgedScene&, Moment& moment, double beside_m) { subject_of(moment).centre.y += beside_m; }},
  };
}

TEST(Validators, KeepToTheirLimitsToTheLastDigit) {
  for (const Limit& limit : limits()) {
    const JudgedScene scene({}, {rule(limit.validator, limit.values)});
    EXPECT_TRUE(judged(scene, [&](Moment& m) { limit.set(scene, m, limit.kept); }).empty())
        << limit.validator;
    const Findings found = judged(scene, [&](Moment& m) { limit.set(scene, m, limit.broken); });
    ASSERT_EQ(found.size(), 1U) << limit.validator;
    EXPECT_EQ(found[0].validator, limit.validator);
    EXPECT_NEAR(found[0].value, limit.broken, 1e-9) << limit.validator;
    EXPECT_LT(found[0].margin, 0);
    EXPECT_FALSE(found[0].message.empty());
  }
}

TEST(Validators, GiveOneFindingForAStretchOfTimeWithItsWorstValue) {
  // the acceleration is 2, 5, 7, 5, 2 ... for steps of which three break the limit, and again a second later
  const Findings found = judged(
      rule("comfort", {4}),
      [](Moment& m) {
        const int k = static_cast<int>(std::lround(m.time_s / kStep_s)) % 30;
        subject_of(m).accel_mps2 = k == 1 || k == 3 ? -5 : k == 2 ? -7 : 2;
      },
      60);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_DOUBLE_EQ(found[0].value, 7);
  EXPECT_DOUBLE_EQ(found[0].margin, -3);
  EXPECT_NEAR(found[0].time_s, 0.05, 1e-9);
  EXPECT_NEAR(found[0].until_s, 0.15, 1e-9);
  EXPECT_NEAR(found[1].time_s, 1.55, 1e-9);
}

// ---- Who counts

TEST(Validators, TakeNoBodyInAnotherLaneForACollisionCourse) {
  // the other comes towards the subject on its own lane, and both head a little towards each other, as in a bend
  for (const bool keeps_lane : {true, false}) {
    const JudgedScene scene({}, {rule("ttc", {3})});
    const Findings found = judged(scene, [&](Moment& m) {
      FrameObject& subject = subject_of(m);
      subject.speed_mps = 10;
      FrameObject other = scene.car(JudgedScene::kActor, scene.roads().lane("west", "L1"), 150, 10);
      other.heading_x = -std::sqrt(1 - 0.1 * 0.1);
      other.heading_y = -0.1;
      if (!keeps_lane) other.offset -= 1.5;
      m.frame.objects.push_back(other);
    });
    EXPECT_EQ(found.empty(), keeps_lane);
  }
}

// A faster body behind the subject: it has to keep its distance, unless the subject moves over before it.
TEST(Validators, TakeNoBodyThatComesFromBehindForTheConcernOfTheSubject) {
  const JudgedScene scene({}, {rule("ttc", {3})});
  const auto found = [&](double subject_mps, double turned) {
    return judged(scene, [&](Moment& m) {
      FrameObject& subject = subject_of(m);
      subject.speed_mps = subject_mps;
      subject.heading_x = std::sqrt(1 - turned * turned);
      subject.heading_y = turned;
      m.frame.objects.push_back(scene.car(JudgedScene::kActor, scene.roads().lane("west", "R1"), 85, 12));
    });
  };
  EXPECT_TRUE(found(2, 0).empty());
  EXPECT_TRUE(found(0, 0).empty());
  EXPECT_FALSE(found(5, 0.1).empty()) << "it moves over at 0.5 m/s";
  EXPECT_FALSE(found(-2, 0).empty()) << "it backs";
}

TEST(Validators, AllowALaneChangeThatIsIndicated) {
  for (const bool indicates : {true, false}) {
    const Findings found = judged(rule("lane"), [&](Moment& m) {
      subject_of(m).offset += 1.5;  // to the left
      subject_of(m).indicates_left = indicates;
    });
    EXPECT_EQ(found.empty(), indicates);
  }
}

TEST(Validators, OfDistanceLookAtTheKindsAskedFor) {
  for (const world::ObjectKind kind : {world::ObjectKind::truck, world::ObjectKind::car}) {
    scene::JudgeDescription judge = rule("distance", {5});
    judge.kinds = {world::ObjectKind::truck};
    const JudgedScene scene({}, {judge});
    const Findings found = judged(scene, [&](Moment& m) {
      add_leader(scene, m, 3, 0);
      m.frame.objects.back().kind = kind;
    });
    EXPECT_EQ(found.size(), kind == world::ObjectKind::truck ? 1U : 0U);
  }
}

// Beside all corridors a subject in the middle of an intersection is on the road; in the fields it is not.
TEST(Validators, CountTheAreaOfAnIntersectionAsRoad) {
  for (const double x : {0.0, 200.0}) {
    const Findings found = judged(rule("off_road"), [&](Moment& m) {
      FrameObject& o = subject_of(m);
      o.strip = {};
      o.lane = {};
      o.corridor = {};
      o.centre = {x, x, 0};
    });
    EXPECT_EQ(found.size(), x > 100 ? 1U : 0U);
  }
}

TEST(Validators, FindAVehicleOnTheWrongSide) {
  for (const bool is_wrong : {true, false}) {
    const Findings found = judged(rule("wrong_way"), [&](Moment& m) {
      subject_of(m).speed_mps = 5;
      if (is_wrong) subject_of(m).heading_x = -1;
    });
    EXPECT_EQ(found.size(), is_wrong ? 1U : 0U);
  }
}

// ---- Events

Event event_of(EventKind kind, const Moment& moment) {
  Event event;
  event.kind = kind;
  event.time = moment.frame.time;
  event.object = JudgedScene::kSubject;
  return event;
}

TEST(Validators, FindContactsOfTheSubjectAlone) {
  for (const int part : {0, 1, 2}) {  // the subject touches, is touched, or two others touch
    const Findings found = judged(rule("contact"), [&](Moment& m) {
      Event contact = event_of(EventKind::contact, m);
      contact.other = JudgedScene::kActor;
      if (part == 1) std::swap(contact.object, contact.other);
      if (part == 2) contact.object = JudgedScene::kOther;
      contact.relative_speed_mps = 7;
      m.events.push_back(contact);
    });
    ASSERT_EQ(found.size(), part == 2 ? 0U : 1U);
    if (part == 2) continue;
    EXPECT_DOUBLE_EQ(found[0].value, 7);
    EXPECT_EQ(found[0].other, JudgedScene::kActor);
  }
}

TEST(Validators, BlameForTheRightOfWayOnlyTheOneThatLackedIt) {
  for (const record::RightOfWay right : {record::RightOfWay::first, record::RightOfWay::second}) {
    const Findings found = judged(rule("right_of_way"), [&](Moment& m) {
      Event contact = event_of(EventKind::contact, m);
      contact.other = JudgedScene::kActor;
      contact.right_of_way = right;
      m.events.push_back(contact);
    });
    EXPECT_EQ(found.size(), right == record::RightOfWay::second ? 1U : 0U);
  }
}

TEST(Validators, FindALineThatIsCrossedAtRed) {
  for (const network::Aspect aspect :
       {network::Aspect::red, network::Aspect::yellow, network::Aspect::green}) {
    const JudgedScene scene({}, {rule("red_light")});
    const Findings found = judged(scene, [&](Moment& m) {
      Event crossed = event_of(EventKind::crossed_line, m);
      crossed.corridor = scene.scene().find_mark("line")->corridor;
      crossed.aspect = aspect;
      m.events.push_back(crossed);
    });
    EXPECT_EQ(found.size(), aspect == network::Aspect::red ? 1U : 0U);
  }
}

TEST(Validators, StopJudgingAfterAContact) {
  const Findings found = judged(
      rule("comfort", {4}),
      [](Moment& m) {
        if (m.time_s > 0.09 && m.time_s < 0.11) {
          Event contact = event_of(EventKind::contact, m);
          contact.other = JudgedScene::kActor;
          m.events.push_back(contact);
        }
        subject_of(m).accel_mps2 = m.time_s > 0.09 ? -9 : 0;
      },
      10);
  EXPECT_TRUE(found.empty());
}

// ---- The whole run

TEST(Validators, AskForProgressAndTime) {
  for (const double limit : {4.999, 5.001}) {
    const Findings found = judged(
        rule("progress", {limit}), [](Moment& m) { subject_of(m).speed_mps = 5; }, 41);
    EXPECT_EQ(found.size(), limit > 5 ? 1U : 0U);
  }
  for (const double limit : {1.99, 2.01}) {
    const Findings found = judged(
        rule("time_budget", {limit}), [](Moment&) {}, 41);
    EXPECT_EQ(found.size(), limit < 2 ? 1U : 0U);
    if (!found.empty()) {
      EXPECT_NEAR(found[0].value, 2, 1e-9);
    }
  }
}

TEST(Validators, MeasureThePostEncroachmentTime) {
  // The subject crosses at 10 m/s the way of a car that went before it; see encroachment_test.cpp for the figures.
  for (const double limit : {0.5, 2.0}) {
    const JudgedScene scene({}, {rule("pet", {limit})});
    const Findings found = judged(
        scene,
        [&](Moment& m) {
          FrameObject& subject = subject_of(m);
          subject.speed_mps = 10;
          subject.centre.x = -40 + 10 * m.time_s;
          FrameObject other = scene.crossing_car(20 - 10 * m.time_s, 10);
          m.frame.objects.push_back(other);
        },
        160);
    // The other's tail leaves the path of the subject, 1.8 m wide, when it has gone 20 + 1.8 + 4.5 m; the front of the subject is at the other's path,
    // 1.8 m wide around x = -1.75, after 40 - 1.75 - 0.9 - 2.25 m.
    const double left_s = (20 + 1.8 + 4.5) / 10, entered_s = (40 - 1.75 - 0.9 - 2.25) / 10;
    ASSERT_EQ(found.size(), limit > entered_s - left_s ? 1U : 0U);
    if (!found.empty()) {
      EXPECT_NEAR(found[0].value, entered_s - left_s, 1e-6);
    }
  }
}

TEST(Validators, AskConditionsInTheWordsOfTheScene) {
  for (const bool is_never : {true, false})
    for (const double speed : {5.0, 15.0}) {
      scene::JudgeDescription judge;
      judge.text = "rule";
      judge.is_never = is_never;
      scene::Compared over;
      over.measure = scene::Measure::speed;
      over.object = scene::kSubject;
      over.low = 10;
      over.high = std::numeric_limits<double>::infinity();
      scene::Condition condition;
      condition.question = over;
      judge.conditions.push_back(condition);
      const Findings found = judged(judge, [&](Moment& m) { subject_of(m).speed_mps = speed; });
      EXPECT_EQ(found.empty(), is_never == (speed < 10)) << is_never << " " << speed;
    }
}

// The speed of a model subject is its style.
TEST(Validators, HoldTheSpeedLimitAgainstSystemsAlone) {
  const JudgedScene scene({}, {rule("speed_limit"), rule("contact")});
  EXPECT_EQ(make_validators(scene.scene(), DrivenBy::system).size(), 2U);
  EXPECT_EQ(make_validators(scene.scene(), DrivenBy::model).size(), 1U);
  const JudgedScene alone({}, {rule("speed_limit")});
  EXPECT_TRUE(make_validators(alone.scene(), DrivenBy::model).empty());
}

TEST(Validators, OfASceneWithoutRulesLookForContacts) {
  const JudgedScene scene({});
  const Findings found = judged(scene, [&](Moment& m) {
    Event contact = event_of(EventKind::contact, m);
    contact.other = JudgedScene::kActor;
    m.events.push_back(contact);
  });
  EXPECT_EQ(found.size(), 1U);
}

TEST(Verdict, PutsABrokenRuleFirst) {
  const Findings broken(1);
  EXPECT_EQ(find_verdict(Outcome::staged, {}), Verdict::pass);
  EXPECT_EQ(find_verdict(Outcome::evaded, {}), Verdict::evaded);
  EXPECT_EQ(find_verdict(Outcome::not_staged, {}), Verdict::not_staged);
  for (const Outcome outcome : {Outcome::staged, Outcome::evaded, Outcome::not_staged})
    EXPECT_EQ(find_verdict(outcome, broken), Verdict::fail);
}

}  // namespace
}  // namespace backlot::verdict::validators_test
