#pragma once

#include "apps/cli/exit_code.h"

namespace backlot::cli {

// Reads the command line, does what it says, and answers how it went.
ExitCode run_program(int argument_count, const char* const* arguments);

}  // namespace backlot::cli
