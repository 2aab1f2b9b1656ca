#include "backlot/base/hash.h"

namespace backlot::base {

std::string to_hex(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = text.size(); i-- > 0; value >>= 4U) text[i] = kDigits[value & 0xfU];
  return text;
}

}  // namespace backlot::base
