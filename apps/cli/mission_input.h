// From the name of a mission file to a mission on the network that was loaded.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/input.h"
#include "backlot/base/diagnostic.h"
#include "backlot/network/mission.h"

namespace backlot::cli {

// The mission of an MDF, for a network that came from an RNDF; none where one of them cannot be read, and then it was said why. The network
// of `loading` is built anew with the speed limits of the mission.
std::optional<network::Mission> load_mission(const std::string& path, bool is_strict, Loading& loading);

// What is wrong with a file of missions, by itself.
Loading check_mission(const std::string& path, std::string content);

// Says what was found; true where there is an error among it.
bool report_problems(const base::Diagnostics& found);

}  // namespace backlot::cli
