// What files of scenes and of scenarios have in common: a text that is read again for each seed, and the network that it names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/map_files/files_on_disk.h"
#include "backlot/map_files/load_network.h"
#include "backlot/scene/scene.h"
#include "backlot/world/roads.h"

namespace backlot::scene_files {

// A file that was loaded, and what was found in it and in its network.
template <class File>
struct Loading {
  std::shared_ptr<const File> file;  // null where there is an error
  base::Diagnostics diagnostics;
  map_files::Sources sources;  // for the lines of diagnostics: map_files::to_text(diagnostics, sources)
};

class StageText {
 public:
  // With texts, these are all the files that there are; null: those of the disk.
  StageText(std::string name, std::string text, std::shared_ptr<const map_files::Texts> texts = {})
      : name_(std::move(name)), text_(std::move(text)), texts_(std::move(texts)) {}

  // What a reader (scene_text::read_scene, scene_text::read_scenario) makes of the text, with all that it imports. The texts are added to `sources`.
  // Safe to be called from any number of threads.
  template <class Reader>
  auto read(const Reader& reader, map_files::Sources& sources,
            std::span<const scene_text::GivenParameter> given, std::optional<std::uint64_t> seed = {}) const {
    sources.push_back(std::make_unique<text::Source>(name_, text_));
    const map_files::FilesOnDisk imports(sources, texts_.get());
    return reader(text_, name_, imports, given, seed);
  }
  const std::string& name() const { return name_; }
  const map_files::Texts* texts() const { return texts_.get(); }

 private:
  std::string name_, text_;
  std::shared_ptr<const map_files::Texts> texts_;
};

// A network with its roads. It stays where it is.
class StageRoads {
 public:
  // Fails where the file is not named (P307, at `place`), cannot be read or has an error. Its sources are added to `sources`.
  static base::Result<std::shared_ptr<const StageRoads>> load(const std::string& file,
                                                              const base::Place& place,
                                                              map_files::Sources& sources,
                                                              const map_files::Texts* texts = nullptr);

  const network::Network& network() const { return network_; }
  const world::Roads& roads() const { return roads_; }

 private:
  explicit StageRoads(network::Network network) : network_(std::move(network)), roads_(network_) {}

  network::Network network_;
  world::Roads roads_;
};

// A scene on roads, which live as long as the scene.
base::Result<std::shared_ptr<const scene::Scene>> build_on(std::shared_ptr<const StageRoads> roads,
                                                           scene::SceneDescription description);

}  // namespace backlot::scene_files
