#include "apps/cli/scene_input.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace backlot::cli {

SceneFile::SceneFile(StageText text, std::vector<scene_text::GivenParameter> given)
    : text_(std::move(text)), given_(std::move(given)) {}

std::unique_ptr<SceneFile> SceneFile::load(const std::string& path,
                                           std::vector<scene_text::GivenParameter> given) {
  std::optional<StageText> text = StageText::open(path);
  if (!text) return nullptr;
  std::unique_ptr<SceneFile> file(new SceneFile(*std::move(text), std::move(given)));
  Sources sources;
  auto read = file->text_.read(scene_text::read_scene, sources, file->given_);
  say_all(read.diagnostics(), sources);
  if (!read) return nullptr;
  file->description_ = *std::move(read);
  file->roads_ = StageRoads::load(file->description_.set.network_file);
  if (!file->roads_) return nullptr;
  auto built = scene::Scene::build(file->description_, file->roads_->roads());
  say_all(built.diagnostics(), sources);
  if (!built) return nullptr;
  file->signals_.assign((*built)->signals().begin(), (*built)->signals().end());
  const auto& parameters = file->description_.parameters;
  if (std::all_of(parameters.begin(), parameters.end(), [](const scene::Parameter& parameter) {
        return std::holds_alternative<scene::Fixed>(parameter.choice);
      }))
    file->fixed_ = *built;
  return file;
}

std::shared_ptr<const scene::Scene> SceneFile::build(std::uint64_t seed, base::Diagnostics& found) const {
  return fixed_ ? fixed_ : build(seed, {}, found);
}

std::shared_ptr<const scene::Scene> SceneFile::build(std::uint64_t seed,
                                                     std::span<const scene_text::GivenParameter> further,
                                                     base::Diagnostics& found, const Edit& edit) const {
  std::vector<scene_text::GivenParameter> given = given_;
  std::erase_if(given, [&](const scene_text::GivenParameter& old) {
    return std::any_of(further.begin(), further.end(),
                       [&](const auto& fresh) { return fresh.name == old.name; });
  });
  given.insert(given.end(), further.begin(), further.end());
  Sources sources;
  auto read = text_.read(scene_text::read_scene, sources, given, seed);
  if (!read) {
    found = std::move(read).diagnostics();
    return nullptr;
  }
  if (edit) edit(*read);
  auto built = scene::Scene::build(*std::move(read), roads_->roads());
  if (built) return *built;
  found = std::move(built).diagnostics();
  return nullptr;
}

std::optional<scene_text::GivenParameter> read_given(const std::string& option) {
  const std::size_t at = option.find('=');
  if (at == std::string::npos || at == 0) return std::nullopt;
  return scene_text::GivenParameter{option.substr(0, at), option.substr(at + 1)};
}

}  // namespace backlot::cli
