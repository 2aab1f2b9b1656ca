#include "apps/server/test/small_study.h"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace backlot::server::test {

EmptyFolder::EmptyFolder(const std::string& name) : path_(::testing::TempDir() + "/backlot_" + name) {
  std::filesystem::remove_all(path_);
}

EmptyFolder::~EmptyFolder() { std::filesystem::remove_all(path_); }

std::string EmptyFolder::read(const std::string& file) const {
  std::ifstream stream(std::filesystem::path(path_) / file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

StudyShowSettings small_study(const std::string& results, double factor) {
  StudyShowSettings settings;
  settings.study.name = "small";
  settings.study.participants = {"anna", "ben"};
  settings.study.subject = "brisk";
  settings.study.steps_per_s = 20;
  settings.study.abort_codes = study::usual_abort_codes();
  settings.study.markers = {{"g", "looks away"}};
  const std::string file = std::string(BACKLOT_SCENES) + "/lead_brakes.scene";
  auto loading = scene_files::SceneFile::load(file);
  EXPECT_TRUE(loading.file);
  LoadedCondition loaded;
  loaded.scene.file = loading.file;
  for (const auto& source : loading.sources)
    loaded.scene.sources.push_back({source->name(), std::string(source->text())});
  for (const char* name : {"first", "second"}) {
    study::ConditionDescription condition;
    condition.name = name;
    condition.scene_file = file;
    settings.study.conditions.push_back(condition);
    settings.conditions.push_back(loaded);
  }
  settings.study.conditions[0].seed = study::SeedChoice{3, study::SeedRule::fixed};
  settings.study.conditions[1].seed = study::SeedChoice{4, study::SeedRule::fixed};
  settings.study.session = {study::Instruction{"Welcome."},
                            study::BlockDescription{.name = "main", .conditions = {0, 1}, .order = study::Order::latin_square}};
  settings.study_text = "study small\n";
  settings.version = "test";
  settings.results = results;
  settings.factor = factor;
  settings.participant_link = "/participant/?token=guest";
  return settings;
}

}  // namespace backlot::server::test
