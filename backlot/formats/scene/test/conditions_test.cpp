// What triggers, premises and branches can ask: each statement, from text to description.
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"

namespace backlot::scene_text::conditions_test {
namespace {

using namespace scene;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Condition one(Condition::Question question, double lasts_s = 0) {
  return {.question = std::move(question), .lasts_s = lasts_s};
}
Condition several(Joint joint, std::vector<Condition> parts) {
  return {.joint = joint, .parts = std::move(parts)};
}
Compared compared(Measure measure, std::string object, std::string other, double low, double high) {
  return {
      .measure = measure, .object = std::move(object), .other = std::move(other), .low = low, .high = high};
}
Compared to_mark(Measure measure, std::string object, double high) {
  return {.measure = measure, .object = std::move(object), .mark = "line", .high = high};
}

struct Case {
  std::string text;
  Condition condition;
};

// A trigger, read as that of a beat.
Condition trigger_of(const std::string& text) {
  const SceneDescription scene = scene_with({.script = "beat asked when " + text + " { note \"now\" }"});
  const BeatDescription& beat = scene.script.beats.back();
  return beat.name == "asked" && beat.when ? *beat.when : Condition{};
}

TEST(Triggers, AskByEverythingThatTheLanguageKnows) {
  const double kmh = 1 / 3.6;
  const std::vector<Case> cases{
      // time and distance before an arrival
      {"90 s before subject at line", one(to_mark(Measure::time_to, "subject", 90))},
      {"subject 5 s before line", one(to_mark(Measure::time_to, "subject", 5))},
      {"actor 5 s before line", one(to_mark(Measure::time_to, "actor", 5))},
      {"subject 40 m before line", one(to_mark(Measure::way_to, "subject", 40))},
      {"subject at line", one(Past{"subject", "line"})},
      {"subject past line", one(Past{"subject", "line"})},
      {"subject 5 s past line", one(Past{"subject", "line"}, 5)},
      // gaps, times to collision, speeds
      {"gap to other below 20 m", one(compared(Measure::gap, "subject", "other", -kInfinite, 20))},
      {"gap of subject to other between 0.8 s and 2.5 s",
       one(compared(Measure::time_gap, "subject", "other", 0.8, 2.5))},
      {"ttc of other to subject below 3 s", one(compared(Measure::ttc, "other", "subject", -kInfinite, 3))},
      {"distance to other over 30 m", one(compared(Measure::distance, "subject", "other", 30, kInfinite))},
      {"speed of actor 36 km/h within 3.6 km/h", one(compared(Measure::speed, "actor", "", 9, 11))},
      {"subject drives over 50 % of the limit",
       one(compared(Measure::share_of_limit, "subject", "", 0.5, kInfinite))},
      {"subject drives below 36 km/h", one(compared(Measure::speed, "subject", "", -kInfinite, 36 * kmh))},
      {"subject brakes harder than 3 m/s2",
       one(compared(Measure::acceleration, "subject", "", -kInfinite, -3))},
      {"offset of actor over 0.5 m", one(compared(Measure::offset, "actor", "", 0.5, kInfinite))},
      // lights
      {"light of subject is green", one(LightShows{"line", network::Aspect::green})},
      {"light of subject is green, within 1 s of its middle",
       one(LightShows{"line", network::Aspect::green, 1})},
      {"light at left_line is red yellow", one(LightShows{"left_line", network::Aspect::red_yellow})},
      // beats and elapsed time
      {"casting", one(BeatIs{"casting", BeatIs::Phase::begun})},
      {"event has begun", one(BeatIs{"event", BeatIs::Phase::begun})},
      {"event is over", one(BeatIs{"event", BeatIs::Phase::over})},
      {"2 s after event", one(Elapsed{"event", 2})},
      {"1 min after start", one(Elapsed{"", 60})},
      // the state of an actor
      {"actor is cast", one(IsCast{"actor"})},
      {"actor stands", one(compared(Measure::speed, "actor", "", -kInfinite, 0.1))},
      {"actor is in path of subject", one(InPath{"actor"})},
      {"subject sees actor", one(Sees{"actor"})},
      {"subject touches anything", one(Contact{"subject", ""})},
      {"actor touches other", one(Contact{"actor", "other"})},
      {"actor can be at conflict 1 s before subject",
       one(CanBe{.role = "actor", .mark = "conflict", .before_s = 1})},
      {"actor can be at conflict 1 s after subject",
       one(CanBe{.role = "actor", .mark = "conflict", .before_s = -1})},
      // places that are free
      {"nobody between subject and conflict", one(Clear{.mark = "conflict"})},
      {"nobody within 20 m of conflict", one(Clear{.mark = "conflict", .is_around = true, .within_m = 20})},
      // from outside
      {"signal go", one(Signalled{"go"})},
      // joined
      {"actor stands for 2 s", one(compared(Measure::speed, "actor", "", -kInfinite, 0.1), 2)},
      {"actor is cast and signal go", several(Joint::all, {one(IsCast{"actor"}), one(Signalled{"go"})})},
      {"actor is cast, or signal go", several(Joint::any, {one(IsCast{"actor"}), one(Signalled{"go"})})},
      {"not signal go", several(Joint::none, {one(Signalled{"go"})})},
      {"signal a or signal b and signal c",
       several(Joint::any,
               {one(Signalled{"a"}), several(Joint::all, {one(Signalled{"b"}), one(Signalled{"c"})})})},
  };
  for (const Case& c : cases) EXPECT_EQ(trigger_of(c.text), c.condition) << c.text;
}

TEST(Triggers, HoldForATimeInParentheses) {
  Condition both = several(Joint::any, {one(Signalled{"a"}), one(Signalled{"b"})});
  both.lasts_s = 2;
  EXPECT_EQ(trigger_of("(signal a or signal b) for 2 s"), both);
}

TEST(Triggers, TellAParameterFromAMeasureOfItsName) {
  const SceneDescription scene =
      scene_with({.head = "parameter speed = 36 km/h\nparameter gap = 3 s",
                  .script = "beat a when speed of actor over speed { note \"fast\" }\n"
                            "beat b when gap after start { note \"late\" }"});
  EXPECT_EQ(scene.script.beats[2].when, one(compared(Measure::speed, "actor", "", 10, kInfinite)));
  EXPECT_EQ(scene.script.beats[3].when, one(Elapsed{"", 3}));
}

TEST(Premises, HoldFromAMomentOnOrBeforeABeat) {
  const SceneDescription scene =
      scene_with({.given = "subject drives over 50 % of the limit from 60 s before line until casting\n"
                           "subject drives 36 km/h within 3.6 km/h for 2 s before event"});
  ASSERT_EQ(scene.given.size(), 2U);
  EXPECT_EQ(scene.given[0].from, one(to_mark(Measure::time_to, "subject", 60)));
  EXPECT_EQ(scene.given[0].until, one(BeatIs{"casting", BeatIs::Phase::begun}));
  EXPECT_EQ(scene.given[1].what, one(compared(Measure::speed, "subject", "", 9, 11), 2));
  EXPECT_EQ(scene.given[1].before_beat, "event");
}

TEST(Premises, SayForHowLong) {
  EXPECT_NE(errors_of(scene_text_of({.given = "subject drives over 3 m/s before event"}))
                .find("P117 it is not said how long before the beat this must hold"),
            std::string::npos);
}

}  // namespace
}  // namespace backlot::scene_text::conditions_test
