#include "backlot/formats/xml/internal/line_table.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::formats::xml {

namespace {

constexpr std::size_t kLongestCounted = 1000;

}  // namespace

LineTable::LineTable(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts_.push_back(static_cast<std::uint32_t>(at + 1));
}

Where LineTable::at(std::size_t offset) const {
  const std::size_t end = std::min(offset, text_.size());
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), end);
  const auto line = static_cast<std::uint32_t>(after - starts_.begin());
  const std::size_t begin = starts_[line - 1];
  if (end - begin > kLongestCounted) return {line, static_cast<std::uint32_t>(end - begin + 1)};

  std::uint32_t column = 1;
  for (std::size_t i = begin; i < end; ++i)
    if ((static_cast<unsigned char>(text_[i]) & 0xC0U) != 0x80U) ++column;
  return {line, column};
}

}  // namespace backlot::formats::xml
