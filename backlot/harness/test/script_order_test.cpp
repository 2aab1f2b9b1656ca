// The order of a script: beats side by side, beats in an order, and branches that depend on what the subject does.
#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "backlot/harness/test/long_road.h"

namespace backlot::harness::test::script_order_test {
namespace {

const LongRoad& road() {
  static const LongRoad road;
  return road;
}

// When a note was written, after the start of the subject; empty where it was not.
std::optional<double> noted_s(const RunResult& result, std::string_view text) {
  const auto at = std::find_if(result.notes.begin(), result.notes.end(),
                               [&](const scene::NoteState& note) { return note.text == text; });
  if (at == result.notes.end()) return std::nullopt;
  return at->time_s - result.subject_start_s;
}

RunResult play(const std::string& script, const subject::SubjectChoice& subject = steady(10)) {
  return run_scene(road().scene("mark spot = 300 m along route\ntraffic { warm up 0 s }", script),
                   {.seed = 1, .subject = subject});
}

// The subject is at the spot 30 s after its start.
TEST(ScriptOrder, BeatsInARowWaitForTheOneBefore) {
  const RunResult result = play(
      "beat late when subject 50 m before spot { note \"late\" }\n"
      "beat early when subject 200 m before spot { commit; note \"early\" }\n"
      "end when subject 2 s past spot");
  ASSERT_TRUE(noted_s(result, "late") && noted_s(result, "early"));
  EXPECT_NEAR(*noted_s(result, "late"), 25, 0.5);
  EXPECT_GE(*noted_s(result, "early"), *noted_s(result, "late"));
}

TEST(ScriptOrder, BeatsSideBySideDoNotWait) {
  const RunResult result = play(
      "together {\n"
      "  beat late when subject 50 m before spot { note \"late\" }\n"
      "  beat early when subject 200 m before spot { commit; note \"early\" }\n"
      "}\n"
      "end when subject 2 s past spot");
  ASSERT_TRUE(noted_s(result, "late") && noted_s(result, "early"));
  EXPECT_NEAR(*noted_s(result, "early"), 10, 0.5);
  EXPECT_NEAR(*noted_s(result, "late"), 25, 0.5);
}

// Of three beats two are ordered; the third comes when it likes.
TEST(ScriptOrder, IsPartialWhereTheScriptSaysSo) {
  const RunResult result = play(
      "together {\n"
      "  beat late when subject 80 m before spot { note \"late\" }\n"
      "  beat waits when subject 200 m before spot { commit; note \"waits\" }\n"
      "  beat free when subject 150 m before spot { note \"free\" }\n"
      "}\n"
      "order late before waits\n"
      "end when subject 2 s past spot");
  ASSERT_TRUE(noted_s(result, "late") && noted_s(result, "waits") && noted_s(result, "free"));
  EXPECT_NEAR(*noted_s(result, "free"), 15, 0.5);
  EXPECT_NEAR(*noted_s(result, "late"), 22, 0.5);
  EXPECT_GE(*noted_s(result, "waits"), *noted_s(result, "late"));
  EXPECT_NEAR(*noted_s(result, "waits"), 22, 0.5);
}

TEST(ScriptOrder, ABranchIsTakenByTheResponseOfTheSubject) {
  const std::string script =
      "beat event when subject 150 m before spot { commit; note \"event\" }\n"
      "if subject brakes harder than 3 m/s2 within 3 s after event { note \"braked\" }\n"
      "if not subject drives over 5 m/s within 60 s after event { note \"slow\" }\n"
      "end when 60 s after start";
  const auto braking_at = [](double time_s) {
    return subject::ProfileChoice{"brakes",
                                  std::make_shared<const subject::SpeedProfile>(
                                      subject::SpeedProfile{{{0, 10}, {time_s, 10}, {time_s + 2, 2}}})};
  };
  const RunResult steadily = play(script);
  ASSERT_TRUE(noted_s(steadily, "event"));
  EXPECT_FALSE(noted_s(steadily, "braked"));
  EXPECT_FALSE(noted_s(steadily, "slow"));

  const RunResult brakes = play(script, braking_at(16));
  ASSERT_TRUE(noted_s(brakes, "event") && noted_s(brakes, "braked"));
  EXPECT_NEAR(*noted_s(brakes, "braked"), 16, 0.3);
  EXPECT_TRUE(noted_s(brakes, "slow"));

  // the same response, too late
  const RunResult too_late = play(script, braking_at(22));
  EXPECT_FALSE(noted_s(too_late, "braked"));
  EXPECT_TRUE(noted_s(too_late, "slow"));
  // a branch that is not taken is no reason for a scene not to be staged
  EXPECT_NE(too_late.cause.trouble, scene::Trouble::missed);
}

}  // namespace
}  // namespace backlot::harness::test::script_order_test
