#include "backlot/formats/text/render.h"

#include <cstddef>
#include <string_view>

#include "backlot/base/assert.h"

namespace backlot::text {

namespace {

constexpr std::size_t kWidestExcerpt = 160;  // bytes

// Blanks up to a column, with the tabs of the line, so that the caret stands below its character in any terminal.
std::string indent_to(std::string_view line, int column) {
  BACKLOT_ASSERT(column >= 0, "columns count from 0 on");
  std::string indent;
  int at = 1;
  for (const char c : line) {
    if (at >= column) break;
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;
    indent += c == '\t' ? '\t' : ' ';
    ++at;
  }
  return indent;
}

// How many bytes the first character of a text has; 0 where it is not valid UTF-8.
std::size_t character_size(std::string_view text) {
  BACKLOT_ASSERT(!text.empty(), "a character is asked for in front of some text");
  const auto first = static_cast<unsigned char>(text.front());
  const std::size_t size = first < 0x80                    ? 1
                           : first >= 0xC2 && first < 0xE0 ? 2
                           : first >= 0xE0 && first < 0xF0 ? 3
                           : first >= 0xF0 && first < 0xF5 ? 4
                                                           : 0;
  if (size == 0 || size > text.size()) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) return 0;
  // control characters of two bytes, forms that are too long, and halves of pairs
  const auto second = size > 1 ? static_cast<unsigned char>(text[1]) : 0U;
  const bool is_none = (first == 0xC2 && second < 0xA0) || (first == 0xE0 && second < 0xA0) ||
                       (first == 0xED && second >= 0xA0) || (first == 0xF0 && second < 0x90) ||
                       (first == 0xF4 && second >= 0x90);
  return is_none ? 0 : size;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const auto first = static_cast<unsigned char>(text.front());
    const bool is_control = (first < 32 && first != '\t' && first != '\n') || first == 127;
    if (size == 0)
      out += '?';
    else if (is_control)
      out += ' ';
    else
      out += text.substr(0, size);
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return out;
}

std::string render(const base::Diagnostic& diagnostic, const Source& source) {
  const base::Place& place = diagnostic.place;
  const std::string_view line = place.file == source.name() ? source.line(place.line) : std::string_view();
  const bool has_excerpt = !line.empty() && line.size() <= kWidestExcerpt;
  if (!has_excerpt) return to_text(diagnostic);

  base::Diagnostic statement = diagnostic;
  statement.hint.clear();
  std::string out = to_text(statement);
  out += "\n  " + printable(line);
  if (place.column > 0) out += "\n  " + indent_to(line, place.column) + '^';
  if (!diagnostic.hint.empty()) out += '\n' + to_text(place) + ": note: " + diagnostic.hint;
  return out;
}

}  // namespace backlot::text
