// From the name of a file to a scenario on its network: open, read, build; and what was found on the way.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene_files/stage_files.h"

namespace backlot::scene_files {

// A scenario file with its network.
class ScenarioFile {
 public:
  using Given = std::vector<scene_text::GivenParameter>;

  static Loading<ScenarioFile> load(const std::string& path, Given given = {});
  // The same for a content that was read already, or for the reason why it could not be read.
  // With texts, these are all the files that there are; null: those of the disk.
  static Loading<ScenarioFile> load(const std::string& name, base::Result<std::string> content, Given given,
                                    std::shared_ptr<const map_files::Texts> texts = {});

  // The scenario with the parameters that a seed draws. Safe to be called from any number of threads. Its scenes need this file no longer.
  base::Result<harness::Scenario> build(std::uint64_t seed) const;

  const scene::ScenarioDescription& description() const { return description_; }
  const network::Network& network() const { return roads_->network(); }
  // The signals from outside that its scenes ask for.
  const std::vector<std::string>& signals() const { return signals_; }

 private:
  ScenarioFile(StageText text, Given given);
  bool load_on_network(base::Diagnostics& found, map_files::Sources& sources);
  base::Result<harness::Scenario> make(const scene::ScenarioDescription& description) const;

  StageText text_;
  Given given_;
  scene::ScenarioDescription description_;
  std::shared_ptr<const StageRoads> roads_;
  std::vector<std::string> signals_;
};

}  // namespace backlot::scene_files
