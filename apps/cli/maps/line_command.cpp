#include "apps/cli/maps/line_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/command.h"
#include "apps/cli/message.h"

namespace backlot::cli {

bool refuse(std::string& answer, std::string_view why) {
  answer += "error: ";
  answer += why;
  return false;
}

ExitCode answer_standard_input(const AnswerLine& answer_line) {
  const LineCounts counts = answer_lines(STDIN_FILENO, STDOUT_FILENO, answer_line);
  if (!counts.is_complete) {
    say_error("standard input or output broke off");
    return ExitCode::broken;
  }
  if (counts.unreadable == 0) return ExitCode::clean;
  say_error(fmt::format("{} of {} lines could not be answered", counts.unreadable, counts.lines));
  return ExitCode::bad_input;
}

ExitCode both_from_standard_input() {
  return usage_error("the network cannot come from standard input, the lines to answer do");
}

}  // namespace backlot::cli
