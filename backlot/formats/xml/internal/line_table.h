// From bytes of a text to lines and columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "backlot/formats/xml/where.h"

namespace backlot::formats::xml {

// The text must live as long as the table, and be shorter than 4 GiB. A column is a character of UTF-8, not a byte (but a byte
// in the far parts of very long lines, so that a file of one line is not counted through again for each of its elements).
class LineTable {
 public:
  explicit LineTable(std::string_view text);

  // Beyond the end means the end.
  Where at(std::size_t offset) const;

 private:
  std::string_view text_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace backlot::formats::xml
