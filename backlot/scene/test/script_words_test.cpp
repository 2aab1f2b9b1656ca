#include "backlot/scene/script_words.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace backlot::scene::script_words_test {
namespace {

Condition asks(Condition::Question question) {
  Condition condition;
  condition.question = std::move(question);
  return condition;
}

Compared compared(Measure measure, double low, double high) {
  return {
      .measure = measure, .object = "subject", .other = "feint", .mark = "line", .low = low, .high = high};
}

constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(ScriptWords, QuestionsReadAsInTheLanguage) {
  EXPECT_EQ(in_words(asks(compared(Measure::time_to, -kInfinite, 3))), "subject 3 s before line");
  EXPECT_EQ(in_words(asks(compared(Measure::way_to, -kInfinite, 40))), "subject 40 m before line");
  EXPECT_EQ(in_words(asks(compared(Measure::share_of_limit, 0.5, kInfinite))),
            "subject drives over 50 % of the limit");
  EXPECT_EQ(in_words(asks(compared(Measure::acceleration, -kInfinite, -3))),
            "subject brakes harder than 3 m/s2");
  EXPECT_EQ(in_words(asks(compared(Measure::ttc, 1, 2))), "ttc of subject to feint between 1 s and 2 s");
  EXPECT_EQ(in_words(asks(CanBe{"violator", "conflict", 1})),
            "violator can be at conflict 1 s before subject");
  EXPECT_EQ(in_words(asks(CanBe{"violator", "conflict", -0.5})),
            "violator can be at conflict 0.5 s after subject");
  EXPECT_EQ(in_words(asks(LightShows{"line", network::Aspect::green, 1})),
            "light at line is green within 1 s of its middle");
  EXPECT_EQ(in_words(asks(Clear{.mark = "conflict"})), "nobody between subject and conflict");
  EXPECT_EQ(in_words(asks(Elapsed{"", 600})), "600 s after start");
  EXPECT_EQ(in_words(asks(BeatIs{"feint", BeatIs::Phase::over})), "feint is over");
}

TEST(ScriptWords, JoinedConditionsSayHow) {
  Condition past = asks(Past{"subject", "line"});
  past.lasts_s = 5;
  EXPECT_EQ(in_words(past), "subject 5 s past line");
  Condition any;
  any.joint = Joint::any;
  any.parts = {past, asks(Elapsed{"", 600})};
  EXPECT_EQ(in_words(any), "subject 5 s past line, or 600 s after start");
  Condition none;
  none.joint = Joint::none;
  none.parts = {asks(IsCast{"violator"})};
  none.lasts_s = 2;
  EXPECT_EQ(in_words(none), "not violator is cast for 2 s");
}

TEST(ScriptWords, ABeatSaysWhenItBeginsWhatItDoesAndWhenItIsMissed) {
  BeatDescription beat;
  beat.name = "violation";
  EXPECT_EQ(begin_in_words(beat), "at once");
  beat.when = asks(CanBe{"violator", "conflict", 1});
  beat.after = {"casting"};
  Tell tell;
  tell.role = "violator";
  tell.what = direct::Launch{};
  beat.actions = {{.what = tell}, {.what = Note{"now"}}};
  EXPECT_EQ(begin_in_words(beat), "violator can be at conflict 1 s before subject, casting has begun");
  EXPECT_EQ(deeds_in_words(beat), "violator launches; note \"now\"");
  EXPECT_EQ(end_in_words(beat), "all is done");
  EXPECT_EQ(deadline_in_words(beat), "missed: subject past conflict");
  beat.deadline = asks(Elapsed{"", 60});
  EXPECT_EQ(deadline_in_words(beat), "missed: 60 s after start");
  beat.actions = {{.what = CastRole{"violator"}}};
  EXPECT_EQ(end_in_words(beat), "the scene is over");
  beat.until = asks(Past{"subject", "line"});
  EXPECT_EQ(end_in_words(beat), "subject past line");
}

TEST(ScriptWords, EveryDirectiveHasWords) {
  Tell tell;
  tell.role = "actor";
  tell.object = "subject";
  tell.mark = "line";
  tell.what = direct::KeepHeadway{.headway_s = 2};
  tell.for_s = 30;
  EXPECT_EQ(in_words(ActionDescription{.what = tell}), "actor keeps 2 s behind subject for 30 s");
  tell.for_s.reset();
  tell.what = direct::TurnAcross{network::Turn::left};
  EXPECT_EQ(in_words(ActionDescription{.what = tell}), "actor turns left across subject");
  tell.what = direct::RideOn{};
  EXPECT_EQ(in_words(ActionDescription{.what = tell}), "actor rides on");
  tell.what = direct::SetOffset{-0.5};
  EXPECT_EQ(in_words(ActionDescription{.what = tell}), "actor moves 0.5 m to the right");
  tell.what = direct::Brake{.decel_mps2 = 4, .speed_mps = 10};
  EXPECT_EQ(in_words(ActionDescription{.what = tell}), "actor brakes at 4 m/s2 to 36 km/h");
}

}  // namespace
}  // namespace backlot::scene::script_words_test
