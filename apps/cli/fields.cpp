#include "apps/cli/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <system_error>

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

std::optional<double> find_number(std::string_view field) {
  // A plus sign is what people and printf("%+g") write; the standard's reader does not take it.
  if (field.size() > 1 && field[0] == '+' && field[1] != '-') field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

void append_number(std::string& text, double value) {
  // Adding 0 makes of -0 a plain 0.
  fmt::format_to(std::back_inserter(text), "{}", value + 0.0);
}

}  // namespace backlot::cli
