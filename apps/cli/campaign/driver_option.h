// The option --driver: what drives the subject as a system under test.
#pragma once

#include <memory>
#include <string>

#include "apps/cli/exit_code.h"
#include "backlot/sut/system.h"

namespace backlot::cli {

// Whether a text names a driver; if not, ExitCode::usage, and it was said why. Nothing is started.
ExitCode check_driver(const std::string& text);

// The driver of a text that was checked. A new kind of driver is one more case here and in `check_driver`.
std::unique_ptr<sut::System> make_driver(const std::string& text);

// Where the software of a driver lies: the folder of its file. Empty for a shipped one.
std::string folder_of_driver(const std::string& text);

}  // namespace backlot::cli
