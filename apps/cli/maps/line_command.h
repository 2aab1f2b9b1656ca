// What locate and place have in common: commands that answer standard input line by line.
#pragma once

#include <string>
#include <string_view>

#include "apps/cli/exit_code.h"
#include "apps/cli/maps/line_filter.h"

namespace backlot::cli {

// Writes "error: why" as the answer to a line; false, as an AnswerLine says it.
bool refuse(std::string& answer, std::string_view why);

// Answers all of standard input; ExitCode::bad_input where a line could not be read.
ExitCode answer_standard_input(const AnswerLine& answer_line);

// The usage error of a network from "-": the lines come from there.
ExitCode both_from_standard_input();

}  // namespace backlot::cli
