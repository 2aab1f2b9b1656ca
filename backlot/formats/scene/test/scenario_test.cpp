// Scenarios: scenes in a row, each with its own parameters.
#include <algorithm>

#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"

namespace backlot::scene_text::scenario_test {
namespace {

using namespace scene;

constexpr std::string_view kHead =
    "scenario s\n"
    "import \"run_red_light.scene\"\n"
    "import \"divided_attention.scene\"\n";

std::string with_head(std::string_view rest) { return std::string(kHead) + std::string(rest); }

double number(const SceneDescription& scene, const std::string& name) {
  for (const Parameter& parameter : scene.parameters)
    if (parameter.name == name) return std::get<ParameterNumber>(parameter.value).value;
  return -1;
}

// Two scenes of which the first hands its actor to the second, and no further scene.
text::FilesInMemory::Files relay(const std::string& to) {
  const std::string hands = scene_text_of({.event = "hand over actor to " + to});
  std::string takes = scene_text_of({});
  takes.replace(takes.find("scene s"), 7, "scene t");
  return {{"hands.scene", hands}, {"takes.scene", takes}};
}

TEST(Scenario, PlaysEachSceneWithItsOwnParameters) {
  const ScenarioDescription s = scenario_of(
      "scenario study\ntitle \"Two crossings\"\nimport \"run_red_light.scene\"\nimport "
      "\"divided_attention.scene\"\n"
      "play run_red_light(crossing = first)\n"
      "drive freely between 20 s and 90 s until calm\n"
      "play run_red_light(crossing = second, lead = 1.5 s)\n"
      "play divided_attention\n");
  EXPECT_EQ(s.name, "study");
  EXPECT_EQ(s.title, "Two crossings");
  ASSERT_EQ(s.plays.size(), 3U);
  EXPECT_EQ(std::get<StopLine>(s.plays[0].scene.set.marks[0].where).crossing.ordinal, 1U);
  EXPECT_EQ(number(s.plays[0].scene, "lead"), 1.0);
  EXPECT_EQ(std::get<StopLine>(s.plays[1].scene.set.marks[0].where).crossing.ordinal, 2U);
  EXPECT_EQ(number(s.plays[1].scene, "lead"), 1.5);
  EXPECT_EQ(std::get<EntersPath>(s.plays[1].scene.expect[0].what).before_s, 1.5);
  EXPECT_EQ(s.plays[2].scene, good_scene("divided_attention.scene"));
  ASSERT_EQ(s.between.size(), 2U);
  EXPECT_EQ(s.between[0], (FreeDriving{20, 90, true}));
  EXPECT_EQ(s.between[1], (FreeDriving{0, 0, false}));
}

TEST(Scenario, HasSparesAndDecoys) {
  const ScenarioDescription s = scenario_of(
      with_head("play run_red_light(crossing = first), or else run_red_light(crossing = third), or else "
                "divided_attention\n"
                "drive freely for 30 s\n"
                "play run_red_light(decoy = yes, crossing = second)\n"));
  ASSERT_EQ(s.plays.size(), 2U);
  ASSERT_EQ(s.plays[0].spares.size(), 2U);
  EXPECT_EQ(std::get<StopLine>(s.plays[0].spares[0].set.marks[0].where).crossing.ordinal, 3U);
  EXPECT_EQ(s.plays[0].spares[1].name, "divided_attention");
  EXPECT_FALSE(s.plays[0].scene.is_decoy);
  EXPECT_TRUE(s.plays[1].scene.is_decoy);
  EXPECT_EQ(s.between[0], (FreeDriving{30, 30, false}));
}

TEST(Scenario, HasParametersOfItsOwn) {
  const std::string text = with_head(
      "parameter early = 2 s\nparameter place = third\n"
      "play run_red_light(lead = early, crossing = place)\nplay divided_attention\n");
  const ScenarioDescription s = scenario_of(text);
  ASSERT_EQ(s.parameters.size(), 2U);
  EXPECT_EQ(number(s.plays[0].scene, "lead"), 2.0);
  EXPECT_EQ(std::get<StopLine>(s.plays[0].scene.set.marks[0].where).crossing.ordinal, 3U);

  const std::vector<GivenParameter> given{{"early", "0.5 s"}, {"decoy", "yes"}};
  const auto changed = read_scenario(text, "t.scene", test_files(), given);
  ASSERT_TRUE(changed) << to_text(changed.diagnostics());
  EXPECT_EQ(number(changed->plays[0].scene, "lead"), 0.5);
  EXPECT_TRUE(changed->plays[0].scene.is_decoy);
  EXPECT_TRUE(changed->plays[1].scene.is_decoy);
}

TEST(Scenario, PlaysScenesOnAnotherNetwork) {
  const ScenarioDescription s =
      scenario_of(with_head("play run_red_light(network = \"other_road.way\")\n"
                            "play divided_attention(network = \"other_road.way\")\n"));
  EXPECT_EQ(s.plays[0].scene.set.network_file, "other_road.way");
  EXPECT_EQ(s.plays[0].scene.set.network, "") << "its name is not known yet";
  EXPECT_EQ(
      errors_of_scenario(with_head("play run_red_light(network = \"sea.way\")\nplay divided_attention\n")),
      "4:20 P125 there is no file \"sea.way\" | write network = \"town.way\"");

  const std::vector<GivenParameter> given{{"network", "other_road.way"}};
  const auto scene =
      read_scene(scene_text_of({.head = "import \"study_road.way\""}), "t.scene", test_files(), given);
  ASSERT_TRUE(scene) << to_text(scene.diagnostics());
  EXPECT_EQ(scene->set.network_file, "other_road.way");
}

TEST(Scenario, DrawsDifferentValuesInDifferentPlays) {
  const std::string text = with_head(
      "play run_red_light(lead = 0.5..2 s), or else run_red_light(lead = 0.5..2 s)\n"
      "play run_red_light(lead = 0.5..2 s)\nplay divided_attention\n");
  const auto s = read_scenario(text, "t.scene", test_files(), {}, 7);
  ASSERT_TRUE(s) << to_text(s.diagnostics());
  const double first = number(s->plays[0].scene, "lead"), second = number(s->plays[1].scene, "lead");
  EXPECT_NE(first, second);
  EXPECT_EQ(first, number(s->plays[0].spares[0], "lead"));
  EXPECT_GE(std::min(first, second), 0.5);
  EXPECT_LE(std::max(first, second), 2.0);
}

TEST(Scenario, HandsActorsOver) {
  const ScenarioDescription s = scenario_of(
      "scenario r\nimport \"hands.scene\"\nimport \"takes.scene\"\nplay s\nplay t\n", relay("t.other"));
  const ActionDescription& action = s.plays[0].scene.script.beats[1].actions[0];
  EXPECT_EQ(std::get<HandOver>(action.what), (HandOver{"actor", "t", "other"}));
}

TEST(Scenario, RefusesAHandOverToAnUnknownRole) {
  const std::string row = "scenario r\nimport \"hands.scene\"\nimport \"takes.scene\"\nplay s\nplay t\n";
  EXPECT_EQ(errors_of_scenario(row, relay("t.actr")),
            "hands.scene 28:1 P134 the scene \"t\" has no role \"actr\" | did you mean \"actor\"?");
  EXPECT_EQ(errors_of_scenario(row, relay("u.actor")),
            "hands.scene 28:1 P134 the scenario plays no scene \"u\" after this one | played later: t");
  EXPECT_EQ(
      errors_of_scenario("scenario r\nimport \"hands.scene\"\nplay s\n", relay("s.actor")),
      "hands.scene 28:1 P134 the scenario plays no scene \"s\" after this one | this is the last scene: "
      "let the actor go");
}

TEST(Scenario, RefusesScenesOnDifferentNetworks) {
  const text::FilesInMemory::Files files{
      {"a.scene", scene_text_of({.head = "import \"study_road.way\""})},
      {"b.scene", "scene b" + scene_text_of({.head = "import \"other_road.way\""}).substr(7)}};
  EXPECT_EQ(
      errors_of_scenario("scenario r\nimport \"a.scene\"\nimport \"b.scene\"\nplay s\nplay b\n", files),
      "5:1 P133 \"b\" is played on \"other_road.way\", and \"s\" on \"study_road.way\" | all scenes of a "
      "scenario are on one network");
}

TEST(Scenario, SaysWhatIsWrongWithItsStatements) {
  const std::string plays = "play run_red_light\nplay divided_attention\n";
  EXPECT_EQ(errors_of_scenario(with_head("play run_red_ligth\n" + plays)),
            "4:6 P131 there is no scene \"run_red_ligth\" | did you mean \"run_red_light\"?");
  EXPECT_EQ(errors_of_scenario(with_head("drive freely for 3 s\n" + plays)),
            "4:1 P132 free driving stands between two plays | write play NAME(...) before it");
  EXPECT_EQ(errors_of_scenario(with_head(plays + "drive freely for 3 s\n")),
            "6:1 P132 free driving stands between two plays | write play NAME(...) behind it");
  EXPECT_EQ(
      errors_of_scenario(with_head(plays + "play run_red_light(lead = 1 m)\n")),
      "6:20 P121 the parameter \"lead\" is a time, and a length is given | give a value of the same kind");
  EXPECT_EQ(errors_of_scenario(with_head(plays + "play run_red_light(lead = 1 s, lead = 2 s)\n")),
            "6:32 P107 the parameter \"lead\" is given twice | keep one of them");
  EXPECT_EQ(errors_of_scenario(with_head(plays + "play run_red_light(laed = 1 s)\n")),
            "6:20 P120 there is no parameter \"laed\" | did you mean \"lead\"?");
  EXPECT_EQ(errors_of_scenario(with_head(plays + "play run_red_light(decoy = maybe)\n")),
            "6:20 P121 the parameter \"decoy\" is yes or no | write decoy = yes");
  EXPECT_EQ(errors_of_scenario("import \"run_red_light.scene\"\n"),
            "1:1 P108 the scenario has no name | write scenario NAME\n"
            "1:8 P202 the scene \"run_red_light\" is never played | play it, or leave the import out");
  EXPECT_EQ(errors_of_scenario("scenario r\nimport \"study_road.way\"\nimport \"nowhere.scene\"\nplay a\n"),
            "2:8 P124 a scenario imports scenes, and this file is none | networks are imported by the scenes "
            "themselves\n"
            "3:8 T130 there is no file \"nowhere.scene\"");
}

TEST(Scenario, TellsTheErrorsOfItsScenesOnce) {
  const text::FilesInMemory::Files files{{"a.scene", scene_text_of({.event = "nobody launches"})}};
  EXPECT_EQ(errors_of_scenario("scenario r\nimport \"a.scene\"\nplay s\nplay s\n", files),
            "a.scene 28:1 P103 there is no role \"nobody\" | declare it in the cast: role NAME: car { ... }");
}

}  // namespace
}  // namespace backlot::scene_text::scenario_test
