// A text with the name under which diagnostics speak of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/diagnostic.h"

namespace backlot::text {

// Never changes, so that views of its text stay valid as long as it lives. Lines and columns count from one; a column
// is a character of UTF-8, not a byte (but a byte in the far parts of very long lines).
class Source {
 public:
  Source(std::string name, std::string text);
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  // The place of a byte of the text; beyond the end means the end.
  base::Place place(std::size_t offset) const;
  // The same where the line is known.
  base::Place place(std::size_t offset, std::uint32_t line) const;

  // Without its line end; empty where there is no such line.
  std::string_view line(int number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

}  // namespace backlot::text
