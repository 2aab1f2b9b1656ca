#include "backlot/base/find_number.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace backlot::base {

std::optional<double> find_number(std::string_view text) {
  // A plus sign is what people and printf("%+g") write; the standard's reader does not take it.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace backlot::base
