// The runs of a campaign or a rehearsal as `backlot view DIR` lists and opens them: view.json, beside the pages of the folder. A run with a recording is
// shown from that; any other one is played again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backlot/report/run.h"

namespace backlot::report {

inline constexpr std::string_view kViewList = "view.json";  // in the folder of the pages

struct ViewedRun {
  std::string name{};        // "cut_in, spacing 20 m"
  std::string scene_file{};  // as a command opens it
  std::uint64_t seed = 0;
  std::string driver{};   // as for --driver; empty: a model subject
  std::string subject{};  // then, as for --subject; empty: by the seed
  NamedTexts given{};     // as for --param
  std::string verdict{}, text{};
  std::string recording{};  // a file; empty without one

  friend bool operator==(const ViewedRun&, const ViewedRun&) = default;
};

ViewedRun viewed_run(const Run& run);

// As JSON, one line for each run.
std::string view_list_text(std::span<const ViewedRun> runs);
// Empty where the text is no such list. Runs that lack their file or seed are left out.
std::optional<std::vector<ViewedRun>> read_view_list(std::string_view text);

// "backlot view out/cut_in_3.mcap" where there is a recording, else "backlot view scenes/cut_in.scene --seed 3 ...".
std::string view_command(const ViewedRun& run);

}  // namespace backlot::report
