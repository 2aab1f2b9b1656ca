// Rows of JSON as results, and what people do with them.
#pragma once

#include <string>

#include "apps/cli/campaign/play_case.h"
#include "apps/cli/json_output.h"
#include "backlot/campaign/result.h"

namespace backlot::cli {

// The result that a row says. The row itself is kept as text.
campaign::CaseResult read_result(const campaign::Case& one, const Json& row, const PlayOptions& options);

// The command that plays a case again by itself, for a shell.
std::string replay_command(const campaign::Case& one, const PlayOptions& options);
// A word as a shell takes it.
std::string shell_word(const std::string& text);

// A run in full, on standard output.
void say_row(const Json& row);

}  // namespace backlot::cli
