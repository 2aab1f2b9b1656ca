#include "backlot/formats/text/render.h"

#include <cstddef>
#include <string_view>

namespace backlot::text {

namespace {

constexpr std::size_t kWidestExcerpt = 160;  // bytes

// Blanks up to a column, with the tabs of the line, so that the caret stands below its character in any terminal.
std::string indent_to(std::string_view line, int column) {
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

// Control characters of a hostile file do not reach the terminal.
std::string printable(std::string_view line) {
  std::string out(line);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 32 && c != '\t') c = ' ';
  return out;
}

}  // namespace

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
