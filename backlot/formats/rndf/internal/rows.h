// The lines of an RNDF or MDF as words: comments taken out, empty lines left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/rndf/rndf_document.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/source.h"

namespace backlot::formats::rndf::internal {

// No real file comes near these.
inline constexpr std::size_t kMostRows = 4'000'000;
inline constexpr std::int32_t kMostNumbers = 1'000'000;  // of segments, lanes, waypoints: counts and ids

struct Word {
  std::string_view text;
  std::size_t offset = 0;
};

struct Row {
  std::uint32_t line = 0;
  std::vector<Word> words;  // at least one
};

// Reads rows one by one, and says what is wrong with their words.
class Rows {
 public:
  Rows(const text::Source& source, text::Problems& problems);

  // The next row; false at the end, or where there are too many problems to go on.
  bool next();
  // The same row once more at the next call of next().
  void again() { is_again_ = true; }

  const Row& row() const { return row_; }
  std::string_view keyword() const { return row_.words.front().text; }
  std::size_t size() const { return row_.words.size(); }
  std::string_view word(std::size_t k) const { return row_.words[k].text; }

  base::Place place(std::size_t k = 0) const;
  base::Place end() const;  // of the text
  text::Problems& problems() { return problems_; }

  // Whether the row has this many words behind its keyword; says so where it has fewer. More are passed over in silence: files
  // have remarks there.
  bool has(std::size_t count);
  // A whole number, a number, an id of three parts or of two, at word k. Empty, with a diagnostic, where the word is not valid.
  std::optional<std::int32_t> whole(std::size_t k, std::int32_t low, std::int32_t high = kMostNumbers);
  std::optional<double> number(std::size_t k, double low, double high);
  std::optional<WaypointId> waypoint(std::size_t k);
  std::optional<WaypointId> line_id(std::size_t k);
  // All words behind the keyword, as one text.
  std::string_view rest() const;

  // Whether blanks part the words of some row where the format asks for tabs.
  bool has_blanks() const { return has_blanks_; }

 private:
  std::optional<WaypointId> id(std::size_t k, int parts);

  const text::Source& source_;
  text::Problems& problems_;
  std::size_t offset_ = 0;
  std::uint32_t line_ = 0;
  std::size_t rows_ = 0;
  bool is_in_comment_ = false, is_again_ = false, has_blanks_ = false;
  Row row_;
};

// Whether the first word of a text, comments left out, is one of these.
bool begins_with(std::string_view text, std::string_view keyword);

}  // namespace backlot::formats::rndf::internal
