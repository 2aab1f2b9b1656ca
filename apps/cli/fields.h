// The fields of a line, and how a number is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace backlot::cli {

// The parts of a line between blanks and tabs, into `fields`.
void split_fields(std::string_view line, std::vector<std::string_view>& fields);

// The shortest text that reads back as the same double; zero without a sign.
void append_number(std::string& text, double value);

}  // namespace backlot::cli
