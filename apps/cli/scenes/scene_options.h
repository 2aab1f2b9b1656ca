// The options that `run` and `rehearse` share: which seeds, which subject, which parameters.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "apps/cli/exit_code.h"
#include "apps/cli/scenes/seeds.h"
#include "backlot/formats/scene/scene_text.h"
#include "backlot/harness/scene_run.h"
#include "backlot/subject/choice.h"

namespace backlot::cli {

// As they stand on the command line.
struct SceneOptions {
  std::string seeds = "1", subject;
  std::vector<std::string> parameters, signals;
  bool has_no_supply = false;
  std::size_t jobs = 0;
};
// Adds all of them except --seeds: each command has its own name for it, and its own need of it.
void add_scene_options(CLI::App& command, SceneOptions& options);

// What they say.
struct SceneChoice {
  SeedRange seeds{};
  std::vector<scene_text::GivenParameter> given;
  subject::SubjectChoice subject{};
  std::vector<harness::SignalAt> signals;

  // Empty where a scene with these signals hears all that are raised; else the name of one that it does not ask for.
  std::string find_unused_signal(const std::vector<std::string>& known) const;
};
// Says that a scene does not ask for a signal.
ExitCode report_unused_signal(const std::string& signal, const std::vector<std::string>& known);
// Empty where they make no sense; then it was said why, and `code` is what the program answers.
std::optional<SceneChoice> read_scene_options(const SceneOptions& options, ExitCode& code);

}  // namespace backlot::cli
