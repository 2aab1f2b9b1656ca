#include "backlot/formats/text/source.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"

namespace backlot::text {

namespace {

// Further out columns count bytes: a file of one endless line must not be counted through again for each of its words.
constexpr std::size_t kLongestCounted = 1000;

}  // namespace

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t i = text_.find('\n'); i != std::string::npos; i = text_.find('\n', i + 1))
    line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
}

base::Place Source::place(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return place(offset, static_cast<std::uint32_t>(after - line_starts_.begin()));
}

base::Place Source::place(std::size_t offset, std::uint32_t line) const {
  BACKLOT_ASSERT(line >= 1 && line <= line_starts_.size(), "the source has no such line");
  const std::size_t begin = line_starts_[line - 1];
  const std::size_t end = std::min(offset, text_.size());
  if (end - begin > kLongestCounted)
    return {name_, static_cast<int>(line), static_cast<int>(end - begin + 1)};
  int column = 1;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_inside_a_character = (static_cast<unsigned char>(text_[i]) & 0xC0U) == 0x80U;
    if (!is_inside_a_character) ++column;
  }
  return {name_, static_cast<int>(line), column};
}

std::string_view Source::line(int number) const {
  if (number < 1 || static_cast<std::size_t>(number) > line_starts_.size()) return {};
  const auto index = static_cast<std::size_t>(number - 1);
  const std::size_t begin = line_starts_[index];
  const std::size_t end = index + 1 < line_starts_.size() ? line_starts_[index + 1] - 1 : text_.size();
  std::string_view line = text().substr(begin, end - begin);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

}  // namespace backlot::text
