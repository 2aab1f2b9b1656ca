// The command `view`: the window in the browser.
#pragma once

#include <CLI/App.hpp>

#include "apps/cli/command.h"

namespace backlot::cli {

void add_view(CLI::App& program, Action& chosen);

}  // namespace backlot::cli
