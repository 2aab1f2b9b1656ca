#include "backlot/formats/text/number.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace backlot::text {

std::string number_text(double value) { return fmt::format("{}", value); }

NumberRead read_number(std::string_view text) {
  NumberRead read;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), read.value);
  if (code == std::errc::result_out_of_range) return {0, NumberError::out_of_range};
  if (code != std::errc() || end != text.data() + text.size()) return {0, NumberError::malformed};
  return read;
}

}  // namespace backlot::text
