#include "apps/cli/scene_input.h"

#include <utility>

#include "apps/cli/import_loader.h"
#include "apps/cli/message.h"
#include "backlot/formats/text/render.h"

namespace backlot::cli {

void say_all(const base::Diagnostics& found, const Sources& sources) {
  for (const base::Diagnostic& diagnostic : found) {
    const text::Source* source = nullptr;
    for (const auto& one : sources)
      if (one->name() == diagnostic.place.file) source = one.get();
    say(coloured(source == nullptr ? to_text(diagnostic) : text::render(diagnostic, *source),
                 diagnostic.severity));
  }
}

std::unique_ptr<SceneFile> SceneFile::load(const std::string& path,
                                           std::vector<scene_text::GivenParameter> given) {
  Sources sources;
  base::Result<std::string> content = open_input(path);
  if (!content) {
    say_all(content.diagnostics(), sources);
    return nullptr;
  }
  std::unique_ptr<SceneFile> file(new SceneFile);
  file->path_ = path;
  file->text_ = *content;
  file->given_ = std::move(given);
  sources.push_back(std::make_unique<text::Source>(display_name(path), *std::move(content)));
  const ImportLoader imports(sources);
  auto read = scene_text::read_scene(file->text_, display_name(path), imports, file->given_);
  say_all(read.diagnostics(), sources);
  if (!read) return nullptr;
  file->description_ = *std::move(read);
  if (file->description_.set.network_file.empty()) {
    say_error("the scene names no network", "import \"NAME.way\" at its top");
    return nullptr;
  }
  file->network_ = load_network(file->description_.set.network_file);
  if (file->network_.has_failed(false)) {
    report(file->network_);
    return nullptr;
  }
  file->roads_ = std::make_unique<const world::Roads>(*file->network_.network);
  auto built = scene::Scene::build(file->description_, *file->roads_);
  say_all(built.diagnostics(), sources);
  return built ? std::move(file) : nullptr;
}

std::shared_ptr<const scene::Scene> SceneFile::build(std::uint64_t seed, base::Diagnostics& found) const {
  return build(seed, {}, found);
}

std::shared_ptr<const scene::Scene> SceneFile::build(std::uint64_t seed,
                                                     std::span<const scene_text::GivenParameter> further,
                                                     base::Diagnostics& found) const {
  Sources sources;
  sources.push_back(std::make_unique<text::Source>(display_name(path_), text_));
  const ImportLoader imports(sources);
  std::vector<scene_text::GivenParameter> given = given_;
  given.insert(given.end(), further.begin(), further.end());
  auto read = scene_text::read_scene(text_, display_name(path_), imports, given, seed);
  if (!read) {
    found = std::move(read).diagnostics();
    return nullptr;
  }
  auto built = scene::Scene::build(*std::move(read), *roads_);
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
