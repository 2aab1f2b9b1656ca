// From the files on the command line to suites: a suite as it is, a scene as a suite of one case.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/campaign/stage.h"
#include "apps/cli/exit_code.h"
#include "apps/cli/input.h"
#include "apps/cli/scenes/scene_options.h"
#include "backlot/campaign/suite.h"

namespace backlot::cli {

// Whether a file is a suite: by what it holds, else by its ending.
bool is_suite(std::string_view content, std::string_view path);

struct SuiteInput {
  std::vector<campaign::SuiteDescription> suites;  // a scene has one without a name
  std::uint64_t text_hash = 0;                     // of all texts that decide the results
};

// Loads everything that will be played, and builds each case with each value of its parameters, so that mistakes are found before the first run. ExitCode::bad_input or
// usage where something is wrong; then it was said. `stages` keeps what was loaded.
ExitCode load_suites(const std::vector<std::string>& paths, const SceneChoice& choice, StageCache& stages,
                     SuiteInput& input);

// What is wrong with a suite, its scenes and the values that it gives to their parameters, as `backlot check` asks.
Loading check_suite(const std::string& path, std::string content);

}  // namespace backlot::cli
