// Scenes in a row: actors that are handed over, and spares. Also roles that are given before the run.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/small_scene.h"

namespace backlot::harness::test::scenario_run_test {
namespace {

const SmallStage& corner() {
  static const SmallStage stage;
  return stage;
}

// On the small crossing. The subject is at its line about 19 s after its start.
std::shared_ptr<const scene::Scene> scene_of(const std::string& name, const std::string& role,
                                             const std::string& script) {
  return corner().build(corner().describe(fmt::format(R"(scene {}
import "corner.way"
set {{
  network corner
  subject from west R1 at 40 m to east
  mark line = stop line of subject at first
  mark left_line = stop line on the left of subject at first
  mark right_line = stop line on the right of subject at first
  traffic {{ flow all side roads 240 per hour; warm up 60 s }}
}}
cast {{ {} }}
script {{
{}
}}
expect {{ lurch: waiter acts within 0.5 s }}
)",
                                                      name, role, script)));
}

constexpr const char* kWaiter = "role waiter: car { is head of queue at left_line }";

// ---- hand-over

std::shared_ptr<const scene::Scene> first_act(bool hands_over) {
  return scene_of("first_act", kWaiter,
                  std::string("beat casting from 16 s before subject at line until lurch { cast waiter }\n"
                              "beat lurch when subject 12 s before line { commit; waiter lurches") +
                      (hands_over ? "; hand over waiter to second_act.waiter" : "") +
                      " }\nend when subject 9 s before line");
}
// It casts no actor by itself before the subject is past: only an actor that was handed over can lurch.
std::shared_ptr<const scene::Scene> second_act() {
  return scene_of("second_act", "role waiter: car { is within 30 m of left_line }",
                  "together {\n"
                  "  beat casting when subject 1 s past line { cast waiter }\n"
                  "  beat lurch when subject 4 s before line { commit; waiter lurches }\n"
                  "}\n"
                  "end when subject 2 s past line");
}

TEST(ScenarioRun, HandsAnActorOverToTheNextScene) {
  const Scenario scenario{"two_acts", {{first_act(true)}, {second_act()}}, {{.least_s = 0, .most_s = 0}}};
  const ScenarioResult result = run_scenario(scenario, {.seed = 3});
  ASSERT_EQ(result.scenes.size(), 2U);
  EXPECT_TRUE(result.scenes[0].is_staged()) << result.scenes[0].cause.text;
  EXPECT_TRUE(result.scenes[1].is_staged()) << result.scenes[1].cause.text;
  ASSERT_TRUE(result.scenes[0].roles[0].actor && result.scenes[1].roles[0].actor);
  EXPECT_EQ(*result.scenes[1].roles[0].actor, *result.scenes[0].roles[0].actor);
  EXPECT_NEAR(result.scenes[1].roles[0].since_s, result.scenes[1].subject_start_s, 0.06);
  EXPECT_TRUE(in_one(result).is_staged());

  // the control: without the hand-over no actor plays in the second act
  const Scenario without{"two_acts", {{first_act(false)}, {second_act()}}, {{.least_s = 0, .most_s = 0}}};
  const ScenarioResult alone = run_scenario(without, {.seed = 3});
  ASSERT_EQ(alone.scenes.size(), 2U);
  EXPECT_TRUE(alone.scenes[0].is_staged());
  EXPECT_FALSE(alone.scenes[1].is_staged());
  EXPECT_FALSE(in_one(alone).is_staged());
}

// ---- spares

TEST(ScenarioRun, PlaysASpareOnlyWhereTheSceneWasNotStaged) {
  const auto impossible =
      scene_of("impossible", "role waiter: bus { is head of queue at left_line }",
               "beat casting from 17 s before subject at line until lurch { cast waiter }\n"
               "beat lurch when subject 14 s before line { commit; waiter lurches }\n"
               "end when subject 11 s before line");
  const auto spare = scene_of("spare", kWaiter,
                              "beat casting from 9 s before subject at line until lurch { cast waiter }\n"
                              "beat lurch when subject 4 s before line { commit; waiter lurches }\n"
                              "end when subject 2 s past line");
  const ScenarioResult needed = run_scenario({"with_spare", {{impossible, spare}}, {}}, {.seed = 3});
  ASSERT_EQ(needed.scenes.size(), 2U);
  EXPECT_FALSE(needed.scenes[0].is_staged());
  EXPECT_FALSE(needed.scenes[0].is_spare);
  EXPECT_TRUE(needed.scenes[1].is_spare);
  EXPECT_TRUE(needed.scenes[1].is_staged()) << needed.scenes[1].cause.text;
  EXPECT_TRUE(in_one(needed).is_staged());

  const ScenarioResult not_needed =
      run_scenario({"with_spare", {{first_act(false), spare}}, {}}, {.seed = 3});
  ASSERT_EQ(not_needed.scenes.size(), 1U);
  EXPECT_TRUE(not_needed.scenes[0].is_staged()) << not_needed.scenes[0].cause.text;
}

// ---- a role that is given before the run

// A car waits at each of the two side lines while the subject comes. The answer names the actor of the role in the first step and at the end.
struct Played {
  world::ObjectId left{}, right{}, at_first{}, at_last{};
  bool has_lurched = false;
};
Played play_with(bool is_left_given, bool is_right_given) {
  constexpr base::Duration kStep = base::Duration::from_milliseconds(50);
  const auto scene = scene_of("given", "role waiter: car { waits; prefers nearest }",
                              "beat casting from 12 s before subject at line until lurch { cast waiter }\n"
                              "beat lurch when subject 6 s before line { commit; waiter lurches }\n"
                              "end when subject at line");
  sim::Simulation run(scene->roads(), {.seed = 5});
  Played played;
  const auto put = [&](const char* mark) {
    const world::Mark line = scene->find_mark(mark)->ways.front().mark;
    return run.insert(world::ObjectKind::car, line.track, line.metres - 4, 0);
  };
  played.left = put("left_line");
  played.right = put("right_line");
  constexpr double kSpeed_mps = 12;
  const auto points = world::points_along(scene->roads().tracks, scene->course().list(), scene->start_m());
  const world::ObjectId subject = run.add_external(world::ObjectKind::car, {points[0], 0, kSpeed_mps},
                                                   sim::ByPath{.points = points, .speed_mps = kSpeed_mps})
                                      .id;
  scene::DirectorOptions options;
  if (is_left_given) options.assigned.push_back({"waiter", played.left});
  if (is_right_given) options.assigned.push_back({"waiter", played.right});
  run.add_director(std::make_unique<scene::SceneDirector>(scene, subject, options));
  const auto& director = static_cast<const scene::SceneDirector&>(run.directors()[0]);
  double fastest_mps = 0;
  for (int k = 0; k < 600 && !director.state().is_over; ++k) {
    run.step(kStep);
    const world::ObjectId actor = director.state().roles[0].actor;
    if (k == 0) played.at_first = actor;
    played.at_last = actor;
    if (const auto view = run.find(actor)) fastest_mps = std::max(fastest_mps, view->mover.speed_mps);
  }
  played.has_lurched = fastest_mps > 0.2;
  return played;
}

TEST(AssignedRole, IsPlayedByTheVehicleThatIsGiven) {
  const Played found = play_with(false, false);
  EXPECT_TRUE(found.at_first.is_empty());
  ASSERT_FALSE(found.at_last.is_empty());
  const bool finds_left = found.at_last == found.left;
  // the other one than the search would find
  const Played given = play_with(!finds_left, finds_left);
  const world::ObjectId other = finds_left ? given.right : given.left;
  EXPECT_EQ(given.at_first, other);
  EXPECT_EQ(given.at_last, other);
  EXPECT_TRUE(given.has_lurched);
}

}  // namespace
}  // namespace backlot::harness::test::scenario_run_test
