// From the name of a file to a scenario on its network: open, read, build; and what was found on the way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/stage_input.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"

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
  const network::Network& network() const { return roads_->network(); }
  // The signals from outside that its scenes ask for.
  const std::vector<std::string>& signals() const { return signals_; }

 private:
  ScenarioFile(StageText text, std::vector<scene_text::GivenParameter> given);
  std::optional<harness::Scenario> make(const scene::ScenarioDescription& description,
                                        base::Diagnostics& found) const;

  StageText text_;
  std::vector<scene_text::GivenParameter> given_;
  scene::ScenarioDescription description_;
  std::unique_ptr<const StageRoads> roads_;
  std::vector<std::string> signals_;
};

}  // namespace backlot::cli
