// The fields of a line, and numbers in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::cli {

// The parts of a line between blanks and tabs, into `fields`.
void split_fields(std::string_view line, std::vector<std::string_view>& fields);

// A whole field as a number, finite; none where it is anything else.
std::optional<double> find_number(std::string_view field);

// The shortest text that reads back as the same double; zero without a sign.
void append_number(std::string& text, double value);

}  // namespace backlot::cli
