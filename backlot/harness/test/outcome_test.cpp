// What a run is called that did not go as the scene asks: evaded where it was the subject's doing, not staged where no extra could play.
#include <string>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"

namespace backlot::harness::outcome_test {
namespace {

using verdict::Outcome;

bool says(const RunResult& result, std::string_view words) {
  return result.cause.text.find(words) != std::string::npos;
}

const std::string kSpeedWords = "drove at", kStopWords = "stopped", kRouteWords = "left its route",
                  kNoCandidateWords = "no candidate";

// A cause says one of these and none of the others.
void expect_cause(const RunResult& result, Outcome outcome, const std::string& words) {
  EXPECT_EQ(result.cause.outcome, outcome) << summary(result);
  for (const std::string& some : {kSpeedWords, kStopWords, kRouteWords, kNoCandidateWords})
    EXPECT_EQ(says(result, some), some == words) << "about \"" << some << "\": " << summary(result);
}

// The control: the same seeds are staged where the subject drives as the scene expects.
TEST(Outcome, IsStagedForASubjectThatDrivesOn) {
  for (const std::uint64_t seed : {3U, 4U}) {
    const RunResult result =
        run_scene(shipped_scene(kRunRedLight), {.seed = seed, .subject = subject::ShareChoice{0.9}});
    EXPECT_TRUE(result.is_staged()) << summary(result);
    EXPECT_EQ(result.cause.text, "");
  }
}

TEST(Outcome, OfASlowSubjectIsEvadedForItsSpeed) {
  for (const char* name : {kRunRedLight, kDividedAttention}) {
    const RunResult result =
        run_scene(shipped_scene(name), {.seed = 3, .subject = subject::ShareChoice{0.4}});
    expect_cause(result, Outcome::evaded, kSpeedWords);
    EXPECT_TRUE(says(result, "40 %")) << summary(result);
  }
}

TEST(Outcome, OfASubjectThatStopsIsEvadedForTheStop) {
  for (const char* name : {kRunRedLight, kDividedAttention})
    expect_cause(run_scene(shipped_scene(name), {.seed = 3, .subject = subject::StopsChoice{}}),
                 Outcome::evaded, kStopWords);
}

// The scene is at the second crossing, and the subject turns off at the first one.
TEST(Outcome, OfASubjectOnAnotherRouteIsEvadedForTheRoute) {
  const auto elsewhere = shipped_scene_to(kRunRedLight, "mill_lane");
  const RunResult result =
      run_scene(shipped_scene(kRunRedLight, {{"crossing", "second"}}),
                {.seed = 3, .subject = subject::ShareChoice{0.9}, .way = &elsewhere->course()});
  expect_cause(result, Outcome::evaded, kRouteWords);
}

TEST(Outcome, WithoutSideTrafficAndSupplyIsNotStagedForWantOfCandidates) {
  const auto scene = shipped_scene(kRunRedLight, {{"side_flow", "0 per hour"}});
  for (const std::uint64_t seed : {3U, 4U}) {
    const RunResult result = run_scene(scene, {.seed = seed, .has_supply = false});
    expect_cause(result, Outcome::not_staged, kNoCandidateWords);
    EXPECT_TRUE(says(result, "violator")) << summary(result);
    for (const RoleResult& role : result.roles) EXPECT_FALSE(role.actor.has_value()) << role.role;
  }
  // the control: with supply alone an actor is there
  const RunResult result = run_scene(scene, {.seed = 3});
  EXPECT_TRUE(result.is_staged()) << summary(result);
  EXPECT_TRUE(result.roles.front().is_supplied);
}

}  // namespace
}  // namespace backlot::harness::outcome_test
