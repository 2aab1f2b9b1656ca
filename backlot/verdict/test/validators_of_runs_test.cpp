// Validators that look at more than one moment, on frames written by hand: just kept, just broken, with values worked out on paper.
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/verdict/test/judged_scene.h"
#include "backlot/verdict/validators.h"

namespace backlot::verdict::validators_of_runs_test {
namespace {

using record::Event;
using record::EventKind;
using record::FrameObject;

constexpr double kStep_s = 0.05;

scene::JudgeDescription rule(std::string validator, std::vector<double> values = {}) {
  scene::JudgeDescription judge;
  judge.text = "rule";
  judge.validator = std::move(validator);
  judge.values = std::move(values);
  return judge;
}

// A condition on the speed of the subject.
scene::Condition drives_over(double speed_mps) {
  scene::Compared over;
  over.measure = scene::Measure::speed;
  over.object = scene::kSubject;
  over.low = speed_mps;
  over.high = std::numeric_limits<double>::infinity();
  scene::Condition condition;
  condition.question = over;
  return condition;
}

struct Shown {
  double time_s = 0;
  record::Frame frame;
  std::vector<Event> events;
  std::vector<sut::WhiteBoxSignal> signals;

  FrameObject& subject() { return frame.objects.front(); }
};

// Shows steps to the validators of a scene. The first object of each frame is the subject: a car on the lane of `west` with its front at 100 m, that
// stands.
Findings judged(const JudgedScene& scene, int steps, const std::function<void(Shown&)>& fill,
                double beat_s = -1) {
  Judgement judgement(scene.shared_scene(), JudgedScene::kSubject, make_validators(scene.scene()));
  scene::PlayState play;
  play.beats.resize(1);
  play.roles.resize(1);
  for (int k = 0; k < steps; ++k) {
    Shown shown;
    shown.time_s = kStep_s * k;
    shown.frame.time = base::SimTime{} + base::Duration::from_seconds(shown.time_s);
    shown.frame.signals.assign(scene.roads().network.signal_groups().size(), network::Aspect::green);
    shown.frame.objects.push_back(scene.car(JudgedScene::kSubject, scene.roads().lane("west", "R1"), 100, 0));
    fill(shown);
    if (beat_s >= 0 && shown.time_s >= beat_s - 1e-9 && play.beats[0].began_s < 0)
      play.beats[0].began_s = shown.time_s;
    judgement.watch(shown.frame, shown.events, play, shown.signals);
  }
  return judgement.finish(play);
}

TEST(Comfort, AJerkIsTheChangeOfTheAccelerationOverOneSecond) {
  // the acceleration falls by 5 m/s2 in each second
  for (const double limit : {5 - 1e-9, 5 + 1e-9}) {
    const JudgedScene scene({}, {rule("jerk", {limit})});
    const Findings found = judged(scene, 61, [](Shown& s) { s.subject().accel_mps2 = -5 * s.time_s; });
    ASSERT_EQ(found.size(), limit < 5 ? 1U : 0U);
    if (found.empty()) continue;
    EXPECT_EQ(found[0].validator, "comfort");
    EXPECT_NEAR(found[0].value, 5, 1e-9);
    EXPECT_NEAR(found[0].time_s, 1, 1e-9);  // a second must have passed
  }
}

TEST(Comfort, AStepOfTheAccelerationCountsAsSpreadOverASecond) {
  const JudgedScene scene({}, {rule("jerk", {3})});
  const Findings found = judged(scene, 80, [](Shown& s) { s.subject().accel_mps2 = s.time_s < 2 ? 0 : -6; });
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].value, 6, 1e-9);
  EXPECT_NEAR(found[0].time_s, 2, 1e-9);
  EXPECT_NEAR(found[0].until_s, 2.95, 1e-9);
}

// On a circle of 25 m radius at 10 m/s: 4 m/s2 across the heading, and 3 m/s2 along it are 5 m/s2.
TEST(Comfort, BendsCountToo) {
  for (const double limit : {5 - 1e-9, 5 + 1e-9}) {
    const JudgedScene scene({}, {rule("comfort", {limit})});
    const Findings found = judged(scene, 30, [](Shown& s) {
      s.subject().speed_mps = 10;
      s.subject().accel_mps2 = -3;
      s.subject().heading_x = std::cos(0.4 * s.time_s);
      s.subject().heading_y = std::sin(0.4 * s.time_s);
    });
    ASSERT_EQ(found.size(), limit < 5 ? 1U : 0U);
    if (found.empty()) continue;
    EXPECT_NEAR(found[0].value, 5, 1e-9);
    EXPECT_NEAR(found[0].time_s, 0.5, 1e-9);  // half a second must have passed
  }
}

TEST(StopLine, AsksForAHaltWithinTenMetresBeforeTheLine) {
  // The subject stands at first, then drives at 10 m/s: it crosses the line after `way_m`.
  for (const double way_m : {9.5, 10.5}) {
    const JudgedScene scene({}, {rule("stop_line")}, "stop");
    const auto crosses = static_cast<int>(std::lround(way_m / (10 * kStep_s)));
    const Findings found = judged(scene, 60, [&](Shown& s) {
      const int k = static_cast<int>(std::lround(s.time_s / kStep_s));
      s.subject().speed_mps = k < 10 ? 0 : 10;
      if (k != 9 + crosses) return;
      Event crossed;
      crossed.kind = EventKind::crossed_line;
      crossed.time = s.frame.time;
      crossed.object = JudgedScene::kSubject;
      crossed.corridor = scene.scene().find_mark("line")->corridor;
      s.events.push_back(crossed);
    });
    ASSERT_EQ(found.size(), way_m > 10 ? 1U : 0U) << way_m;
    if (!found.empty()) {
      EXPECT_DOUBLE_EQ(found[0].value, 10);
    }
  }
}

TEST(StopLine, AsksForNothingWhereThereIsNoStopSign) {
  const JudgedScene scene({}, {rule("stop_line")});
  const Findings found = judged(scene, 1, [&](Shown& s) {
    s.subject().speed_mps = 10;
    Event crossed;
    crossed.kind = EventKind::crossed_line;
    crossed.object = JudgedScene::kSubject;
    crossed.corridor = scene.scene().find_mark("line")->corridor;
    s.events.push_back(crossed);
  });
  EXPECT_TRUE(found.empty());
}

// The subject is in the intersection, and a car from the left brakes. `has_red`: the subject crossed its line at red.
Findings with_braking(double accel_mps2, bool has_red) {
  const JudgedScene scene({}, {rule("right_of_way")});
  return judged(scene, 1, [&](Shown& s) {
    s.subject() = scene.car(JudgedScene::kSubject, scene.roads().corridor("x.west_to_east"), 8, 5);
    FrameObject other = scene.crossing_car(10, 10);
    other.accel_mps2 = accel_mps2;
    s.frame.objects.push_back(other);
    const network::CorridorId own = scene.scene().find_mark("line")->corridor;
    s.frame.signals[scene.roads().network.corridor(own).signal_group.index()] =
        has_red ? network::Aspect::red : network::Aspect::green;
  });
}

TEST(RightOfWay, OneThatGoesFirstMustNotHaveToBrakeHarderThanFour) {
  EXPECT_TRUE(with_braking(-4 + 1e-9, true).empty());
  const Findings found = with_braking(-4 - 1e-9, true);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].validator, "right_of_way");
  EXPECT_EQ(found[0].other, JudgedScene::kActor);
  EXPECT_NEAR(found[0].value, 4, 1e-8);
  EXPECT_TRUE(with_braking(-9, false).empty());  // both have green: the other has no priority
}

// The subject drives along its course from metre 50 on, at 10 m/s.
void drive(const JudgedScene& scene, Shown& s, double beside_m = 0) {
  const double front_m = 50 + 10 * s.time_s;
  FrameObject& o = s.subject();
  o.speed_mps = 10;
  o.centre = scene.scene().course().point_at(front_m - 0.5 * static_cast<double>(o.length_m));
  o.centre.y += beside_m;
}

TEST(Mission, CheckpointsArePassedInTheirOrder) {
  const auto mission = [](std::vector<std::string> marks) {
    scene::JudgeDescription judge = rule("mission");
    judge.marks = std::move(marks);
    return judge;
  };
  const auto steps = [](const JudgedScene& scene) {
    return static_cast<int>((*scene.scene().find_mark("conflict")->subject_m - 50) / 0.5) + 20;
  };
  const JudgedScene in_order({}, {mission({"line", "conflict"})});
  EXPECT_TRUE(judged(in_order, steps(in_order), [&](Shown& s) { drive(in_order, s); }).empty());
  const JudgedScene reversed({}, {mission({"conflict", "line"})});
  const Findings wrong = judged(reversed, steps(reversed), [&](Shown& s) { drive(reversed, s); });
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(wrong[0].value, 1);
  EXPECT_EQ(wrong[0].limit, 2);
  // the run ends before the second one; a subject beside the route passes none
  const Findings early = judged(in_order, 20, [&](Shown& s) { drive(in_order, s); });
  ASSERT_EQ(early.size(), 1U);
  EXPECT_EQ(early[0].value, 0);
  const Findings beside = judged(in_order, steps(in_order), [&](Shown& s) { drive(in_order, s, 2.5); });
  ASSERT_EQ(beside.size(), 1U);
  EXPECT_EQ(beside[0].value, 0);
}

TEST(Mission, TheLastCheckpointCountsWithinItsTime) {
  for (const double more_s : {-1e-8, 1e-8}) {
    const JudgedScene probe({});
    const double passed_s = (probe.line_m() - 50) / 10;
    scene::JudgeDescription judge = rule("mission");
    judge.marks = {"line"};
    judge.within_s = passed_s + more_s;
    const JudgedScene scene({}, {judge});
    const Findings found =
        judged(scene, static_cast<int>(passed_s / kStep_s) + 20, [&](Shown& s) { drive(scene, s); });
    ASSERT_EQ(found.size(), more_s < 0 ? 1U : 0U);
    if (!found.empty()) {
      EXPECT_NEAR(found[0].value, passed_s, 1e-9);
    }
  }
}

TEST(Signals, OfTheSystemStayOnTheirSideOfTheLimit) {
  for (const double value : {0.2 - 1e-9, 0.2 + 1e-9})
    for (const bool is_over : {true, false}) {
      scene::JudgeDescription judge = rule("signal", {0.2});
      judge.signal = "planner.confidence";
      judge.is_over = is_over;
      const JudgedScene scene({}, {judge});
      const Findings found = judged(scene, 3, [&](Shown& s) {
        s.signals = {{"other", 0.0}, {"planner.confidence", s.time_s > 0 ? value : 0.2}};
      });
      ASSERT_EQ(found.size(), (value < 0.2) == is_over ? 1U : 0U);
      if (!found.empty()) {
        EXPECT_NEAR(found[0].value, value, 1e-12);
      }
    }
}

TEST(Signals, ThatNeverComeBreakTheRule) {
  scene::JudgeDescription judge = rule("signal", {0.2});
  judge.signal = "planner.confidence";
  const JudgedScene scene({}, {judge});
  EXPECT_EQ(judged(scene, 3, [](Shown& s) { s.signals = {{"other", 1.0}}; }).size(), 1U);
}

TEST(Conditions, CountOnlyWhileAnotherOneHolds) {
  // never over 10 m/s while over a speed that holds, or does not
  for (const double counts_over : {5.0, 20.0}) {
    scene::JudgeDescription judge = rule("");
    judge.conditions = {drives_over(10), drives_over(counts_over)};
    const JudgedScene scene({}, {judge});
    const Findings found = judged(scene, 2, [](Shown& s) { s.subject().speed_mps = 15; });
    EXPECT_EQ(found.size(), counts_over < 15 ? 1U : 0U);
  }
}

TEST(Conditions, MayAskASignal) {
  for (const double value : {0.1, 0.3}) {
    scene::JudgeDescription judge = rule("");
    judge.is_never = false;
    scene::Condition condition;
    condition.question = scene::Published{"planner.confidence", 0.2, 1};
    judge.conditions = {condition, drives_over(5)};
    const JudgedScene scene({}, {judge});
    const Findings found = judged(scene, 2, [&](Shown& s) {
      s.subject().speed_mps = 15;
      s.signals = {{"planner.confidence", value}};
    });
    EXPECT_EQ(found.size(), value < 0.2 ? 1U : 0U);
  }
}

TEST(Conditions, HoldEventuallyWithinATime) {
  // the subject drives over 10 m/s from 1 s on
  const auto fill = [](Shown& s) { s.subject().speed_mps = s.time_s > 1 - 1e-9 ? 12 : 2; };
  for (const double within_s : {0.9, 1.0}) {
    scene::JudgeDescription judge = rule("");
    judge.is_never = false;
    judge.is_eventually = true;
    judge.within_s = within_s;
    judge.conditions = {drives_over(10)};
    const JudgedScene scene({}, {judge});
    const Findings found = judged(scene, 60, fill);
    ASSERT_EQ(found.size(), within_s < 1 ? 1U : 0U) << within_s;
    if (!found.empty()) {
      EXPECT_EQ(found[0].validator, "eventually");
    }
    EXPECT_EQ(judged(scene, 10, fill).size(), 1U);  // the run is over before
    // counted from a beat on: 0.3 s before it holds; and a beat that never comes asks for nothing
    judge.within_s = 0.35;
    judge.after_beat = "event";
    const JudgedScene after({}, {judge});
    EXPECT_TRUE(judged(after, 60, fill, 0.7).empty());
    EXPECT_EQ(judged(after, 60, fill, 0.5).size(), 1U);
    EXPECT_TRUE(judged(after, 10, fill).empty());
  }
}

TEST(WholeRun, ProgressAndTimeBudgetToTheLastDigit) {
  for (const double limit : {5 - 1e-9, 5 + 1e-9}) {
    const JudgedScene scene({}, {rule("progress", {limit})});
    const Findings found = judged(scene, 41, [](Shown& s) { s.subject().speed_mps = 5; });
    ASSERT_EQ(found.size(), limit > 5 ? 1U : 0U);
    if (!found.empty()) {
      EXPECT_NEAR(found[0].value, 5, 1e-10);
    }
  }
  for (const double limit : {2 - 1e-9, 2 + 1e-9}) {
    const JudgedScene scene({}, {rule("time_budget", {limit})});
    const Findings found = judged(scene, 41, [](Shown&) {});
    ASSERT_EQ(found.size(), limit < 2 ? 1U : 0U);
  }
}

TEST(WholeRun, PostEncroachmentTimeToTheLastDigit) {
  // The other's tail leaves the path of the subject after 20 + width + length metres at 10 m/s; the front of the subject is at the path of the other,
  // around x = -1.75, after 40 - 1.75 - half a width - half a length.
  const JudgedScene probe({});
  const FrameObject car = probe.crossing_car(0, 0);
  const auto width = static_cast<double>(car.width_m), length = static_cast<double>(car.length_m);
  // the car is put with its front `before` metres from y = -1.75 + 0.9: the subject's flank lies half its own width beside the middle
  const double flank = -1.75 + 0.9 - (-1.75 + 0.5 * width);
  const double left_s = (20 + flank + width + length) / 10;
  const double entered_s = (40 - 1.75 - 0.5 * width - 0.5 * length) / 10;
  for (const double more : {-1e-9, 1e-9}) {
    const JudgedScene scene({}, {rule("pet", {entered_s - left_s + more})});
    const Findings found = judged(scene, 160, [&](Shown& s) {
      FrameObject& subject = s.subject();
      subject.speed_mps = 10;
      subject.centre.x = -40 + 10 * s.time_s;
      subject.centre.y = -1.75;
      s.frame.objects.push_back(scene.crossing_car(20 - 10 * s.time_s, 10));
    });
    ASSERT_EQ(found.size(), more > 0 ? 1U : 0U);
    if (!found.empty()) {
      EXPECT_NEAR(found[0].value, entered_s - left_s, 1e-9);
    }
  }
}

}  // namespace
}  // namespace backlot::verdict::validators_of_runs_test
