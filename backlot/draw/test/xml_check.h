#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::draw::test {

// What keeps a text from being well-formed XML of the simple kind that we write, or "" where nothing does: tags that do
// not balance, attributes without quotes, characters that should have been escaped.
inline std::string xml_fault(std::string_view text) {
  std::vector<std::string_view> open;
  bool had_root = false;
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] != '<') {
      if (text[i] == '>') return "a bare >";
      if (text[i] == '&' && text.find(';', i) > i + 6) return "a bare &";
      ++i;
      continue;
    }
    const std::size_t end = text.find('>', i);
    if (end == std::string_view::npos) return "a tag without end";
    std::string_view tag = text.substr(i + 1, end - i - 1);
    i = end + 1;
    if (tag.starts_with("?")) continue;
    if (tag.find('<') != std::string_view::npos) return "a < inside a tag";
    std::size_t quotes = 0;
    for (const char c : tag) quotes += c == '"' ? 1 : 0;
    if (quotes % 2 != 0) return "an odd quote in " + std::string(tag);
    if (tag.starts_with("/")) {
      if (open.empty() || open.back() != tag.substr(1))
        return "an unexpected </" + std::string(tag.substr(1)) + ">";
      open.pop_back();
      continue;
    }
    const std::string_view name = tag.substr(0, tag.find_first_of(" /"));
    if (open.empty() && had_root) return "a second root";
    had_root = true;
    if (!tag.ends_with("/")) open.push_back(name);
  }
  if (!open.empty()) return "an open " + std::string(open.back());
  return had_root ? "" : "no root";
}

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace backlot::draw::test
