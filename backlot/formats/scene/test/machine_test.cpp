// The machine that plays a scene, made from its text.
#include <gtest/gtest.h>

#include "backlot/formats/scene/test/reading.h"
#include "backlot/formats/scene/test/study_road.h"
#include "backlot/scene/scene_director.h"

namespace backlot::scene_text {
namespace {

TEST(SceneMachine, HasARegionForABeatOfTheNameOfTheScene) {
  const scene::SceneDescription description = scene_of(
      "scene braking\n"
      "import \"study_road.way\"\n"
      "set { subject from highway_west R1 at 700 m to highway_east;  mark spot = 1500 m along route }\n"
      "cast { role leader: car { is ahead of subject } }\n"
      "script {\n"
      "  beat casting { cast leader }\n"
      "  beat braking when subject 3 s before spot { commit; leader brakes at 3 m/s2 }\n"
      "}\n");
  const auto scene = scene::Scene::build(description, study_road());
  ASSERT_TRUE(scene) << to_text(scene.diagnostics());
  EXPECT_EQ(scene::machine_of(**scene).outline().states.size(), 1U + 2 * 4U);
}

}  // namespace
}  // namespace backlot::scene_text
