#include "backlot/scene_files/scene_file.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "backlot/map_files/read_file.h"

namespace backlot::scene_files {

base::Result<std::shared_ptr<const scene::Scene>> load_scene(
    const std::string& path, std::uint64_t seed, std::span<const scene_text::GivenParameter> given) {
  Loading<SceneFile> loading = SceneFile::load(path, {given.begin(), given.end()});
  if (!loading.file)
    return base::Result<std::shared_ptr<const scene::Scene>>::failure(std::move(loading.diagnostics));
  return loading.file->build(seed);
}

SceneFile::SceneFile(StageText text, Given given) : text_(std::move(text)), given_(std::move(given)) {}

Loading<SceneFile> SceneFile::load(const std::string& path, Given given) {
  return load(path, map_files::read_file(path), std::move(given));
}

Loading<SceneFile> SceneFile::load(const std::string& name, base::Result<std::string> content, Given given,
                                   std::shared_ptr<const map_files::Texts> texts) {
  Loading<SceneFile> loading;
  if (!content) {
    loading.diagnostics = std::move(content).diagnostics();
    return loading;
  }
  const std::shared_ptr<SceneFile> file(
      new SceneFile(StageText(name, *std::move(content), std::move(texts)), std::move(given)));
  if (file->load_on_network(loading.diagnostics, loading.sources)) loading.file = file;
  return loading;
}

bool SceneFile::load_on_network(base::Diagnostics& found, map_files::Sources& sources) {
  auto read = text_.read(scene_text::read_scene, sources, given_);
  found.append(read.diagnostics());
  if (!read) return false;
  description_ = *std::move(read);
  auto roads = StageRoads::load(description_.set.network_file, description_.place, sources, text_.texts());
  if (!roads) {
    found.append(std::move(roads).diagnostics());
    return false;
  }
  roads_ = *std::move(roads);
  auto built = build_on(roads_, description_);
  found.append(built.diagnostics());
  if (!built) return false;
  signals_.assign((*built)->signals().begin(), (*built)->signals().end());
  const auto& parameters = description_.parameters;
  if (std::all_of(parameters.begin(), parameters.end(), [](const scene::Parameter& parameter) {
        return std::holds_alternative<scene::Fixed>(parameter.choice);
      }))
    fixed_ = *built;
  return true;
}

base::Result<std::shared_ptr<const scene::Scene>> SceneFile::build(std::uint64_t seed) const {
  if (fixed_) return fixed_;
  return build(seed, {});
}

base::Result<std::shared_ptr<const scene::Scene>> SceneFile::build(
    std::uint64_t seed, std::span<const scene_text::GivenParameter> further, const Edit& edit) const {
  Given given = given_;
  std::erase_if(given, [&](const scene_text::GivenParameter& old) {
    return std::any_of(further.begin(), further.end(),
                       [&](const auto& fresh) { return fresh.name == old.name; });
  });
  given.insert(given.end(), further.begin(), further.end());
  map_files::Sources sources;
  auto read = text_.read(scene_text::read_scene, sources, given, seed);
  if (!read) return base::Result<std::shared_ptr<const scene::Scene>>::failure(std::move(read).diagnostics());
  if (edit) edit(*read);
  return build_on(roads_, *std::move(read));
}

}  // namespace backlot::scene_files
