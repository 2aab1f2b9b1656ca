#include "backlot/formats/xml/internal/encoding.h"

#include <cstddef>
#include <cstdint>

#include "backlot/base/assert.h"

namespace backlot::formats::xml {

namespace {

std::uint32_t byte_of(char c) { return static_cast<unsigned char>(c); }

// How many bytes the character has that begins here; 0 where none does.
std::size_t character_size(std::string_view rest) {
  BACKLOT_ASSERT(!rest.empty(), "a character is asked for in front of some text");
  const std::uint32_t first = byte_of(rest[0]);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || rest.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte_of(rest[i]) & 0xC0U) != 0x80U) return 0;

  // Not longer than needed, no half of a surrogate pair, nothing past the last code point.
  const std::uint32_t second = byte_of(rest[1]);
  if (first == 0xE0 && second < 0xA0) return 0;
  if (first == 0xED && second >= 0xA0) return 0;
  if (first == 0xF0 && second < 0x90) return 0;
  if (first == 0xF4 && second >= 0x90) return 0;
  return size;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string utf8_from_latin1(std::string_view text) {
  std::string converted;
  converted.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    const std::uint32_t code = byte_of(c);
    if (code < 0x80) {
      converted += c;
    } else {
      converted += static_cast<char>(0xC0U | code >> 6U);
      converted += static_cast<char>(0x80U | (code & 0x3FU));
    }
  }
  return converted;
}

}  // namespace backlot::formats::xml
