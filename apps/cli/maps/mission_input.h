// From the names of a route network and of a mission on it to both.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/input.h"
#include "backlot/base/diagnostic.h"
#include "backlot/network/routing/mission.h"

namespace backlot::cli {

struct MissionLoading {
  Loading loading;
  network::Mission mission;
};

// The network of an RNDF with the speed limits of an MDF, and the mission of that; none where one of them cannot be read, and then it was
// said why, and the command answers ExitCode::bad_input.
std::optional<MissionLoading> load_mission(const NetworkInput& input, const std::string& path);

// What is wrong with a mission, by itself.
Loading check_mission(const std::string& path, std::string content);

// Says what was found; true where there is an error among it.
bool report_problems(const base::Diagnostics& found);

}  // namespace backlot::cli
