// What is wrong with a scene or a scenario, as `backlot check` asks.
#pragma once

#include <string>
#include <string_view>

#include "apps/cli/input.h"

namespace backlot::cli {

// Whether a file is a scene or a scenario: by what it holds, else by its ending.
bool is_scene(std::string_view content, std::string_view path);

// Its text, the scenes that it imports, its network, and what the network does not allow.
Loading check_scene(const std::string& path, std::string content);

}  // namespace backlot::cli
