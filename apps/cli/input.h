// From the name of a file to a network or a scene, for commands: what was found is said on standard error.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/command.h"
#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/map_files/load_network.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::cli {

// The name under which diagnostics speak of a file: its path, or "<stdin>" for "-".
std::string display_name(const std::string& path);

// All bytes of a file, or of standard input for "-".
base::Result<std::string> open_input(const std::string& path);

struct Loading : map_files::NetworkLoading {
  double load_s = 0;  // reading and building, wall time

  std::size_t count(base::Severity severity) const { return diagnostics.count(severity); }
  bool has_failed(bool is_strict) const;
};
Loading load_network(const std::string& path);
// The same for a file with content that is there already.
Loading load_network(const std::string& path, base::Result<std::string> content);

// How much is said of findings that repeat. Errors are always all said.
enum class Extent {
  few,  // of the warnings and notes of one code the first three, and at last how many more there are
  all,
};
// Says what was found, each with its line and a caret, where that is among the sources.
void say_all(const base::Diagnostics& found, const map_files::Sources& sources, Extent extent = Extent::few);
void report(const Loading& loading);

// The network of a command that needs one without errors; none where there are some, and then they were reported, and the
// command answers ExitCode::bad_input.
std::optional<Loading> load_or_report(const NetworkInput& input);

// The same for a scene with its network.
std::shared_ptr<const scene_files::SceneFile> load_scene_or_report(
    const std::string& path, std::vector<scene_text::GivenParameter> given);

}  // namespace backlot::cli
