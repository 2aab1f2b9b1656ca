#include "apps/cli/fields.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include <fmt/format.h>

namespace backlot::cli {

void split_fields(std::string_view line, std::vector<std::string_view>& fields) {
  constexpr std::string_view kBlanks = " \t\v\f";
  fields.clear();
  for (std::size_t from = line.find_first_not_of(kBlanks); from != std::string_view::npos;) {
    const std::size_t to = std::min(line.find_first_of(kBlanks, from), line.size());
    fields.push_back(line.substr(from, to - from));
    from = line.find_first_not_of(kBlanks, to);
  }
}

void append_number(std::string& text, double value) {
  // Adding 0 makes of -0 a plain 0.
  fmt::format_to(std::back_inserter(text), "{}", value + 0.0);
}

}  // namespace backlot::cli
