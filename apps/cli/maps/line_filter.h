// Standard input to standard output, a line for a line.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace backlot::cli {

// Writes the answer to a line behind `answer`, without a line break; false where the line could not be read, and the answer
// says why.
using AnswerLine = std::function<bool(std::string_view line, std::string& answer)>;

struct LineCounts {
  std::size_t lines = 0;
  std::size_t unreadable = 0;
  bool is_complete = true;  // false where input or output broke
};

// Answers every line of a file by one line on another, in the order in which they come; both are file descriptors. What came
// in together goes out together, so that a pipe is quick and a conversation waits for nothing. The last line needs no line
// break; a carriage return before it is dropped.
LineCounts answer_lines(int in, int out, const AnswerLine& answer_line);

}  // namespace backlot::cli
