#include "backlot/replay/recorded_stage.h"

#include <utility>

#include "backlot/map_files/files_on_disk.h"
#include "backlot/scene_files/scenario_file.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::replay {

base::Result<RecordedStage> build_stage(const recording::RunHeader& header) {
  using Built = base::Result<RecordedStage>;
  base::Diagnostics found;
  if (header.sources.empty()) {
    found.error("M110", {}, "the recording does not hold the text of its scene", "record the run again");
    return Built::failure(std::move(found));
  }
  const auto texts = std::make_shared<map_files::Texts>();
  for (const recording::SourceText& source : header.sources) texts->try_emplace(source.name, source.text);
  std::vector<scene_text::GivenParameter> given;
  for (const auto& [name, value] : header.given) given.push_back({name, value});
  RecordedStage stage;
  const auto build = [&](auto loading, auto& to) {
    found.append(std::move(loading.diagnostics));
    if (loading.file == nullptr) return;
    auto built = loading.file->build(header.seed);
    found.append(built.diagnostics());
    if (built) to = *std::move(built);
    stage.parameters = loading.file->description().parameters;
  };
  const recording::SourceText& first = header.sources.front();
  if (header.is_scenario)
    build(scene_files::ScenarioFile::load(first.name, first.text, given, texts), stage.scenario);
  else
    build(scene_files::SceneFile::load(first.name, first.text, given, texts), stage.scene);
  if (found.has_errors()) return Built::failure(std::move(found));
  if (stage.scene) stage.parameters = stage.scene->description().parameters;
  if (recording::hash_of(stage.network()) != header.network_hash)
    found.warning("M113", {first.name, 0, 0}, "the network is built otherwise than when the run was recorded",
                  "use the version that recorded it: " + header.version);
  return Built::success(std::move(stage), std::move(found));
}

}  // namespace backlot::replay
