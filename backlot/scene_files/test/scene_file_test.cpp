#include "backlot/scene_files/scene_file.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/harness/scene_run.h"
#include "backlot/map_files/read_file.h"
#include "backlot/map_files/show.h"
#include "backlot/scene_files/scenario_file.h"

namespace backlot::scene_files::scene_file_test {
namespace {

std::string shipped(const char* name) {
  return (std::filesystem::path(__FILE__).parent_path() / "../../../scenes" / name)
      .lexically_normal()
      .string();
}

std::string replaced(std::string text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), now);
}

TEST(SceneFile, PlaysAfterTheFileIsGone) {
  const auto scene = load_scene(shipped("run_red_light.scene"), 7);
  ASSERT_TRUE(scene) << base::to_text(scene.diagnostics());
  EXPECT_FALSE((*scene)->roads().tracks.network().strips().empty());
  std::size_t frames = 0;
  harness::RunOptions options{.seed = 7};
  options.onlooker = [&](const harness::Moment& moment) { frames += moment.frame.objects.empty() ? 0U : 1U; };
  const harness::RunResult result = harness::run_scene(*scene, options);
  EXPECT_EQ(result.scene, (*scene)->description().name);
  EXPECT_GT(frames, 100U);
}

TEST(SceneFile, DrawsParametersByTheSeed) {
  const std::string path = shipped("run_red_light.scene");
  const std::string text =
      replaced(*map_files::read_file(path), "parameter lead = 1.0 s", "parameter lead = 0.5..1.5 s");
  const Loading<SceneFile> loading = SceneFile::load(path, text, {});
  ASSERT_TRUE(loading.file) << map_files::to_text(loading.diagnostics, loading.sources);
  const auto parameters = [&](std::uint64_t seed, const std::vector<scene_text::GivenParameter>& given = {}) {
    return (*loading.file->build(seed, given))->description().parameters;
  };
  EXPECT_EQ(parameters(3), parameters(3));
  EXPECT_NE(parameters(3), parameters(4));
  EXPECT_EQ(parameters(3, {{"lead", "0.7 s"}}), parameters(4, {{"lead", "0.7 s"}}));
  EXPECT_EQ((*loading.file->build(3))->description().parameters, parameters(3));

  const auto edited =
      *loading.file->build(3, {}, [](scene::SceneDescription& scene) { scene.title = "with another title"; });
  EXPECT_EQ(edited->description().title, "with another title");
}

TEST(SceneFile, SaysWhatIsWrong) {
  const std::string path = shipped("run_red_light.scene");
  const std::string text = *map_files::read_file(path);
  const Loading<SceneFile> sound = SceneFile::load(path, text, {});
  ASSERT_TRUE(sound.file) << map_files::to_text(sound.diagnostics, sound.sources);

  const Loading<SceneFile> missing = SceneFile::load(shipped("missing.scene"));
  EXPECT_FALSE(missing.file);
  ASSERT_EQ(missing.diagnostics.size(), 1U);
  EXPECT_EQ(missing.diagnostics[0].code, "C101");
  EXPECT_FALSE(load_scene(shipped("missing.scene"), 1));

  const std::string network = sound.file->description().set.network_file;
  const std::string name = std::filesystem::path(network).filename().string();
  const Loading<SceneFile> lost = SceneFile::load(path, replaced(text, "import \"" + name + "\"", ""), {});
  EXPECT_FALSE(lost.file);
  const std::string lost_text = map_files::to_text(lost.diagnostics, lost.sources);
  EXPECT_NE(lost_text.find("error P307: "), std::string::npos) << lost_text;

  const Loading<SceneFile> elsewhere = SceneFile::load(path, {{"network", shipped("missing.way")}});
  EXPECT_FALSE(elsewhere.file);
  ASSERT_TRUE(elsewhere.diagnostics.has_errors());
}

TEST(ScenarioFile, BuildsItsPlaysOnOneNetwork) {
  const Loading<ScenarioFile> loading = ScenarioFile::load(shipped("intersection_study.scene"));
  ASSERT_TRUE(loading.file) << map_files::to_text(loading.diagnostics, loading.sources);
  const auto scenario = loading.file->build(7);
  ASSERT_TRUE(scenario) << base::to_text(scenario.diagnostics());
  ASSERT_EQ(scenario->plays.size(), loading.file->description().plays.size());
  EXPECT_EQ(scenario->between.size() + 1, scenario->plays.size());
  for (const auto& scenes : scenario->plays)
    for (const auto& scene : scenes) EXPECT_EQ(&scene->roads().tracks.network(), &loading.file->network());

  const Loading<ScenarioFile> missing = ScenarioFile::load(shipped("missing.scene"));
  EXPECT_FALSE(missing.file);
  EXPECT_TRUE(missing.diagnostics.has_errors());
}

}  // namespace
}  // namespace backlot::scene_files::scene_file_test
