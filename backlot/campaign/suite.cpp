#include "backlot/campaign/suite.h"

#include "backlot/base/hash.h"

namespace backlot::campaign {

std::string digest_of(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  constexpr std::size_t kDigits = 8;
  base::Hasher hasher;
  for (std::size_t from = text.find_first_not_of(kBlanks); from != std::string_view::npos;) {
    const std::size_t to = text.find_first_of(kBlanks, from);
    hasher.add(text.substr(from, to - from));
    from = text.find_first_not_of(kBlanks, to);
  }
  return base::to_hex(hasher.value()).substr(0, kDigits);
}

}  // namespace backlot::campaign
