// What files of scenes and of scenarios have in common: a text that is read again for each seed, and the network that it names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "apps/cli/import_loader.h"
#include "apps/cli/input.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/world/roads.h"

namespace backlot::cli {

// Each with the line of its text, where that is among the sources.
void say_all(const base::Diagnostics& found, const Sources& sources);

class StageText {
 public:
  // Empty where the file cannot be opened; then it was reported.
  static std::optional<StageText> open(const std::string& path);

  // What a reader (scene_text::read_scene, scene_text::read_scenario) makes of the text, with all that it imports. The texts are added to `sources`.
  // Safe to be called from any number of threads.
  template <class Reader>
  auto read(const Reader& reader, Sources& sources, std::span<const scene_text::GivenParameter> given,
            std::optional<std::uint64_t> seed = {}) const {
    sources.push_back(std::make_unique<text::Source>(display_name(path_), text_));
    const ImportLoader imports(sources);
    return reader(text_, display_name(path_), imports, given, seed);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_, text_;
};

// A network with its roads. It stays where it is for as long as scenes on it are used.
class StageRoads {
 public:
  // Null where the file is not named, cannot be read or has an error; then it was reported.
  static std::unique_ptr<const StageRoads> load(const std::string& file);

  const network::Network& network() const { return *loading_.network; }
  const world::Roads& roads() const { return roads_; }

 private:
  explicit StageRoads(Loading loading) : loading_(std::move(loading)), roads_(*loading_.network) {}

  Loading loading_;
  world::Roads roads_;
};

}  // namespace backlot::cli
