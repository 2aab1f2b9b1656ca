// From the name of a file to a scenario on its network: open, read, build; and what was found on the way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/input.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/world/roads.h"

namespace backlot::cli {

// A scenario file with its network. Scenes that are built from it refer to its roads, so it stays where it is.
class ScenarioFile {
 public:
  // Whether the file holds a scenario; false also where it cannot be opened.
  static bool is_scenario(const std::string& path);
  // Empty where the file, its network or one of its scenes has an error; then it was reported.
  static std::unique_ptr<ScenarioFile> load(const std::string& path,
                                            std::vector<scene_text::GivenParameter> given);

  // The scenario with the parameters that a seed draws. Safe to be called from any number of threads. Empty where these make no scenario; then
  // `found` says why.
  std::optional<harness::Scenario> build(std::uint64_t seed, base::Diagnostics& found) const;

  const scene::ScenarioDescription& description() const { return description_; }
  const network::Network& network() const { return *network_.network; }

 private:
  ScenarioFile() = default;

  std::string path_, text_;
  std::vector<scene_text::GivenParameter> given_;
  scene::ScenarioDescription description_;
  Loading network_;
  std::unique_ptr<const world::Roads> roads_;
};

}  // namespace backlot::cli
