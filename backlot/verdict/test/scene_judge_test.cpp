// Each kind of expectation is met once and unmet once: a judge that never finds a fault would fail here.
#include "backlot/verdict/scene_judge.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/verdict/test/judged_scene.h"

namespace backlot::verdict::scene_judge_test {
namespace {

using network::Aspect;
using scene::ExpectationDescription;
using Moment = JudgedScene::Moment;

ExpectationDescription expecting(scene::Moment moment, decltype(ExpectationDescription::what) what,
                                 double within_s = 0) {
  ExpectationDescription e;
  e.text = "expected";
  e.moment = moment;
  const bool is_of_beat = moment == scene::Moment::at_beat || moment == scene::Moment::after_beat ||
                          moment == scene::Moment::during_beat || moment == scene::Moment::at_onset;
  if (is_of_beat) e.beat = "event";
  e.within_s = within_s;
  e.what = std::move(what);
  return e;
}
ExpectationDescription at_event(decltype(ExpectationDescription::what) what) {
  return expecting(scene::Moment::at_beat, std::move(what));
}
scene::Condition asks(scene::Condition::Question question) {
  scene::Condition condition;
  condition.question = std::move(question);
  return condition;
}
scene::Condition compares(scene::Measure measure, double low, double high, std::string other = "actor") {
  scene::Compared compared;
  compared.measure = measure;
  compared.object = scene::kSubject;
  compared.other = std::move(other);
  compared.low = low;
  compared.high = high;
  return asks(compared);
}
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The front of the subject is at the middle of the crossing then.
constexpr double kMiddle_m = 300 + 15;

// The actor stands before the way of the subject, drives from a time on, and is in the way a second later.
std::function<void(Moment&)> crosses_from(const JudgedScene& scene, double start_s) {
  return [&scene, start_s](Moment& moment) {
    const double since_s = std::max(0.0, moment.time_s - start_s);
    record::FrameObject actor = scene.crossing_car(5 - 5 * since_s, since_s > 0 ? 5 : 0);
    actor.accel_mps2 = since_s > 0 && since_s < 0.1 ? 50 : 0;
    moment.frame.objects.push_back(actor);
  };
}

// ---- enters path of subject

// Where the body of the actor comes in: its right side.
double entry_s(const JudgedScene& scene) {
  return JudgedScene::at_s(*scene.scene().find_mark("conflict")->subject_m);
}

TEST(SceneJudge, MeasuresWhenAnActorEntersThePathOfTheSubject) {
  JudgedScene scene({at_event(scene::EntersPath{"actor", 1.0, 0.3})});
  const double start_s =
      entry_s(scene) - 2;  // it takes one second, so it is in the way one second before the subject
  scene.play(start_s, crosses_from(scene, start_s));
  EXPECT_TRUE(scene.result().is_met) << scene.result().why;
  ASSERT_TRUE(scene.result().value.has_value());
  EXPECT_NEAR(*scene.result().value, 1.0, 0.1);
}

TEST(SceneJudge, ConvictsAnActorThatEntersTooLateOrTooEarly) {
  for (const double late_s : {-0.8, 0.8}) {
    JudgedScene scene({at_event(scene::EntersPath{"actor", 1.0, 0.5})});
    const double start_s = entry_s(scene) - 2 + late_s;
    scene.play(start_s, crosses_from(scene, start_s));
    EXPECT_FALSE(scene.result().is_met);
    EXPECT_NEAR(*scene.result().value, 1.0 - late_s, 0.1);
    EXPECT_NEAR(*scene.judge().events().front().error_s, late_s, 0.1);
  }
}

TEST(SceneJudge, ConvictsAnActorThatNeverEnters) {
  JudgedScene scene({at_event(scene::EntersPath{"actor", 1.0, 0.5})});
  scene.play(10, [&](Moment& moment) { moment.frame.objects.push_back(scene.crossing_car(0.3, 0)); });
  EXPECT_FALSE(scene.result().is_met);
  EXPECT_FALSE(scene.judge().events().front().has_happened);
}

TEST(SceneJudge, MeasuresAgainstTheUndisturbedSubject) {
  JudgedScene scene({at_event(scene::EntersPath{"actor", 1.0, 0.3})});
  // without the event the subject would have been two seconds later
  Ghost ghost;
  for (int k = 0; k < 100; ++k)
    ghost.add(10 + 0.5 * k, JudgedScene::kStart_m + JudgedScene::kSpeed_mps * (8 + 0.5 * k));
  scene.judge().set_ghost(0, ghost);
  const double start_s = entry_s(scene) - 2;
  scene.play(start_s, crosses_from(scene, start_s));
  EXPECT_FALSE(scene.result().is_met);
  EXPECT_NEAR(*scene.result().value, 3.0, 0.1);
}

TEST(SceneJudge, ConvictsWhereTheBeatNeverCame) {
  JudgedScene scene({at_event(scene::EntersPath{"actor", 1.0, 0.5}), at_event(scene::Acts{"actor", 0.5}),
                     at_event(asks(scene::LightShows{.mark = "line", .aspect = Aspect::green}))});
  scene.play(-1, crosses_from(scene, entry_s(scene) - 2));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_FALSE(scene.result(k).is_met);
    EXPECT_EQ(scene.result(k).why, "beat event never came");
  }
}

// ---- acts

TEST(SceneJudge, AsksAnActorToActInTime) {
  for (const double delay_s : {0.2, 1.0}) {
    JudgedScene scene({at_event(scene::Acts{"actor", 0.5})});
    scene.play(10, crosses_from(scene, 10 + delay_s));
    EXPECT_EQ(scene.result().is_met, delay_s < 0.5);
    EXPECT_NEAR(*scene.result().value, delay_s, 0.06);
  }
}

// ---- lights

void show(const JudgedScene& scene, Aspect aspect, Moment& moment) {
  const network::CorridorId corridor = scene.scene().find_mark("line")->corridor;
  moment.frame.signals[scene.roads().network.corridor(corridor).signal_group.index()] = aspect;
}

TEST(SceneJudge, AsksForTheLightOfTheSubject) {
  for (const Aspect aspect : {Aspect::green, Aspect::red}) {
    JudgedScene scene({at_event(asks(scene::LightShows{.mark = "line", .aspect = Aspect::green}))});
    scene.play(10, [&](Moment& moment) { show(scene, aspect, moment); });
    EXPECT_EQ(scene.result().is_met, aspect == Aspect::green);
  }
}

TEST(SceneJudge, AsksHowFarTheLightIsFromTheMiddleOfGreen) {
  // the programme is green from 0 to 40 s: its middle is at 20 s; the subject is at the line after some 25 s
  JudgedScene scene({at_event(asks(scene::LightShows{"line", Aspect::green, 8})),
                     at_event(asks(scene::LightShows{"line", Aspect::green, 1}))});
  scene.play(10, [](Moment&) {});
  const double away_s = JudgedScene::at_s(scene.line_m()) - 20;
  EXPECT_TRUE(scene.result(0).is_met);
  EXPECT_FALSE(scene.result(1).is_met);
  EXPECT_NEAR(*scene.result(1).value, away_s, 0.06);
}

TEST(SceneJudge, MeasuresWhenALightTurns) {
  for (const double before_s : {3.0, 1.5}) {
    JudgedScene scene({at_event(scene::LightTurns{"line", Aspect::yellow, 3, 0.5})});
    const double turns_s = JudgedScene::at_s(scene.line_m()) - before_s;
    scene.play(10, [&](Moment& moment) {
      show(scene, moment.time_s >= turns_s ? Aspect::yellow : Aspect::green, moment);
    });
    EXPECT_EQ(scene.result().is_met, before_s == 3);
    EXPECT_NEAR(*scene.result().value, before_s, 0.06);
    EXPECT_NEAR(*scene.judge().events().front().error_s, 3 - before_s, 0.06);
  }
}

TEST(SceneJudge, ConvictsALightThatDoesNotTurnAfterTheBeat) {
  // one stays green, one was yellow before the beat already, one turned before it
  for (const double yellow_from_s : {100.0, 0.0, 9.0}) {
    JudgedScene scene({at_event(scene::LightTurns{"line", Aspect::yellow, 15, 10})});
    scene.play(10, [&](Moment& moment) {
      show(scene, moment.time_s >= yellow_from_s ? Aspect::yellow : Aspect::green, moment);
    });
    EXPECT_FALSE(scene.result().is_met) << yellow_from_s;
    EXPECT_FALSE(scene.judge().events().front().has_happened);
  }
}

// ---- what extras may not do

struct Change {
  const char* what;
  double from_s, to_s;  // the extra is there
  double at_m;          // of the way ahead
  bool is_seen;
};

TEST(SceneJudge, ConvictsExtrasThatAppearOrVanishInSight) {
  // the front of the subject is at 50 m in the beginning and at 150 m after 10 s; an extra on `east` at x m is 330 + x m along its course
  for (const Change& change :
       {Change{"stays far away", 0, 100, 500, false}, Change{"appears near", 10, 100, 20, true},
        Change{"vanishes near", 0, 10, 20, true}, Change{"appears far away", 10, 100, 700, false},
        Change{"vanishes far away", 0, 10, 700, false}}) {
    JudgedScene scene({expecting(scene::Moment::never, scene::NoAppearance{})});
    const world::TrackId east = scene.roads().lane("east", "R1");
    scene.play(5, [&](Moment& moment) {
      if (moment.time_s >= change.from_s && moment.time_s < change.to_s)
        moment.frame.objects.push_back(scene.car(JudgedScene::kOther, east, change.at_m, 0));
    });
    EXPECT_EQ(scene.result().is_met, !change.is_seen) << change.what;
    EXPECT_EQ(scene.judge().seen_changes(), change.is_seen ? 1U : 0U) << change.what;
  }
}

record::Event contact(double time_s, world::ObjectId a, world::ObjectId b) {
  record::Event event;
  event.kind = record::EventKind::contact;
  event.time = base::SimTime{} + base::Duration::from_seconds(time_s);
  event.object = a;
  event.other = b;
  return event;
}

TEST(SceneJudge, ConvictsExtrasThatTouchEachOther) {
  for (const bool touches_subject : {false, true}) {
    JudgedScene scene({expecting(scene::Moment::never, scene::NoContactOfExtras{})});
    scene.play(5, [&](Moment& moment) {
      if (moment.time_s == 6)
        moment.events.push_back(
            contact(6, JudgedScene::kOther, touches_subject ? JudgedScene::kSubject : JudgedScene::kThird));
      // what happens after the subject was hit is no fault of the scene
      if (moment.time_s == 7 && touches_subject)
        moment.events.push_back(contact(7, JudgedScene::kOther, JudgedScene::kThird));
    });
    EXPECT_EQ(scene.result().is_met, touches_subject);
    EXPECT_EQ(scene.judge().subject_was_hit(), touches_subject);
  }
}

// ---- conditions at moments

TEST(SceneJudge, AsksForAFreeWayAtTheMomentOfABeat) {
  for (const double leaves_s : {9.0, 11.0}) {
    JudgedScene scene({at_event(asks(scene::Clear{.mark = "conflict"}))});
    const world::TrackId west = scene.roads().lane("west", "R1");
    scene.play(10, [&](Moment& moment) {
      if (moment.time_s < leaves_s)
        moment.frame.objects.push_back(scene.car(JudgedScene::kOther, west, 250, 0));
    });
    EXPECT_EQ(scene.result().is_met, leaves_s < 10);
  }
}

TEST(SceneJudge, AsksForSomeMomentAfterABeat) {
  // a car in the lane of the subject, and one beside it
  for (const bool is_in_lane : {true, false}) {
    JudgedScene scene({expecting(scene::Moment::after_beat, compares(scene::Measure::ttc, 0, 5), 3)});
    const world::TrackId lane = scene.roads().lane("east", is_in_lane ? "R1" : "L1");
    scene.play(10, [&](Moment& moment) {
      // towards the subject at 20 m/s, as on a road: 330 m of the course are before `east`
      const double ahead_m = JudgedScene::kStart_m + 10 * moment.time_s + 30 * (14 - moment.time_s) - 330;
      record::FrameObject actor =
          scene.car(JudgedScene::kActor, lane, is_in_lane ? ahead_m : 1000 - ahead_m, 20);
      if (is_in_lane) actor.heading_x = -1;
      moment.frame.objects.push_back(actor);
    });
    EXPECT_EQ(scene.result().is_met, is_in_lane);
  }
}

TEST(SceneJudge, AsksForEveryMomentOfABeatAndOfTheScene) {
  for (const double fast_s : {-1.0, 12.0}) {
    JudgedScene scene(
        {expecting(scene::Moment::always, compares(scene::Measure::distance, 3, kInfinite)),
         expecting(scene::Moment::never, compares(scene::Measure::distance, 0, 3)),
         expecting(scene::Moment::during_beat, compares(scene::Measure::distance, 3, kInfinite)),
         expecting(scene::Moment::at_end, compares(scene::Measure::distance, 3, kInfinite))});
    const world::TrackId west = scene.roads().lane("west", "R1");
    scene.play(5, [&](Moment& moment) {
      // the actor drives 10 m ahead of the subject, but for one moment
      const bool is_near = moment.time_s == fast_s;
      const double front_m = JudgedScene::kStart_m + 10 * moment.time_s + 4.5 + (is_near ? 2 : 10);
      record::FrameObject actor = scene.car(JudgedScene::kActor, west, 60, 10);
      actor.centre = scene.scene().course().point_at(front_m - 2.25);
      moment.frame.objects.push_back(actor);
    });
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(scene.result(k).is_met, fast_s < 0) << k;
    EXPECT_TRUE(scene.result(3).is_met);
  }
}

// ---- swings

// The actor drives ahead of the subject; its speed from the beat at 2 s on, with the seconds since then.
ExpectationResult judge_speed(const std::function<double(double)>& speed_mps) {
  JudgedScene scene({at_event(scene::Swings{"actor", 2, 10, 0.25})});
  const world::TrackId west = scene.roads().lane("west", "R1");
  scene.play(2, [&](Moment& moment) {
    moment.frame.objects.push_back(
        scene.car(JudgedScene::kActor, west, 200, speed_mps(std::max(0.0, moment.time_s - 2))));
  });
  return scene.result();
}
double wave(double since_s) { return base::sin(base::kTwoPi * since_s / 10); }

TEST(SceneJudge, MeasuresTheSwingOfASpeed) {
  const ExpectationResult result = judge_speed([](double s) { return 12 + 2.2 * wave(s); });
  EXPECT_TRUE(result.is_met) << result.why;
  EXPECT_NEAR(result.value.value_or(0), 2.2, 0.05);
}

TEST(SceneJudge, ConvictsASpeedThatDoesNotSwing) {
  EXPECT_FALSE(judge_speed([](double) { return 12.0; }).is_met);
  EXPECT_FALSE(judge_speed([](double s) { return 12 + 1.2 * wave(s); }).is_met) << "too little";
  EXPECT_FALSE(judge_speed([](double s) { return 12 + 2 * wave(2 * s); }).is_met) << "too fast";
  EXPECT_FALSE(judge_speed([](double s) { return 12 + (s < 10 ? 2 * wave(s) : 0); }).is_met) << "only once";
  EXPECT_FALSE(judge_speed([](double s) { return 8 + std::min(4.0, 0.8 * s); }).is_met) << "a gain of speed";
  EXPECT_FALSE(judge_speed([](double s) { return 12 + 2 * wave(s) + 1.8 * wave(3 * s); }).is_met)
      << "and much besides";
}

// ---- onsets

TEST(SceneJudge, FindsTheOnset) {
  JudgedScene scene({expecting(scene::Moment::at_onset, compares(scene::Measure::distance, 0, 1000))});
  scene.play(10, crosses_from(scene, 10.4));
  EXPECT_TRUE(scene.result().is_met);
  ASSERT_TRUE(scene.judge().events().front().onset_s.has_value());
  EXPECT_NEAR(*scene.judge().events().front().onset_s, 10.45, 0.06);
}

TEST(SceneJudge, KnowsNoOnsetOfAnActorThatDoesNothing) {
  JudgedScene scene({expecting(scene::Moment::at_onset, compares(scene::Measure::distance, 0, 1000))});
  scene.play(10, [&](Moment& moment) { moment.frame.objects.push_back(scene.crossing_car(5, 0)); });
  EXPECT_FALSE(scene.result().is_met);
}

// A run without its event is driven only for beats whose timing is compared with it: what comes into the way, what a light shows to the
// undisturbed subject.
TEST(SceneJudge, NeedsAGhostWhereTimingIsExpected) {
  const auto needs = [](ExpectationDescription e) {
    return JudgedScene({std::move(e)}).judge().needs_ghost(0);
  };
  EXPECT_TRUE(needs(at_event(scene::EntersPath{"actor", 1.0, 0.3})));
  EXPECT_TRUE(needs(at_event(asks(scene::LightShows{"line", Aspect::green, 1}))));
  EXPECT_FALSE(needs(at_event(asks(scene::LightShows{.mark = "line", .aspect = Aspect::green}))));
  EXPECT_FALSE(needs(at_event(scene::Acts{"actor", 0.5})));
  EXPECT_FALSE(needs(expecting(scene::Moment::always, compares(scene::Measure::ttc, 1, kInfinite))));
}

}  // namespace
}  // namespace backlot::verdict::scene_judge_test
