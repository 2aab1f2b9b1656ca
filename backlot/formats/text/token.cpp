#include "backlot/formats/text/token.h"

#include <charconv>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/formats/text/lexer.h"

namespace backlot::text {

std::string unquoted(std::string_view quoted_text) {
  BACKLOT_ASSERT(quoted_text.size() >= 2 && quoted_text.front() == '"' && quoted_text.back() == '"',
                 "a string stands between quotes");
  std::string out;
  const std::string_view inner = quoted_text.substr(1, quoted_text.size() - 2);
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != '\\' || i + 1 == inner.size()) {
      out += inner[i];
      continue;
    }
    switch (inner[++i]) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'x': {
        unsigned code = 0;
        const char* const digits = inner.data() + i + 1;
        const auto* const end = inner.data() + inner.size();
        std::from_chars(digits, digits + 2 <= end ? digits + 2 : end, code, 16);
        out += static_cast<char>(code);
        i += 2;
        break;
      }
      default:
        out += inner[i];
    }
  }
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 32 || c == 127) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string name_text(std::string_view name) {
  return is_plain_word(name) ? std::string(name) : quoted(name);
}

}  // namespace backlot::text
