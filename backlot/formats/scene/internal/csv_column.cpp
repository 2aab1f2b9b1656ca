#include "backlot/formats/scene/internal/csv_column.h"

#include <algorithm>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/suggest.h"
#include "backlot/formats/text/number.h"

namespace backlot::scene_text {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view trimmed(std::string_view cell) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = cell.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return cell.substr(begin, cell.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    cells.push_back(trimmed(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

// The line that begins at `here`, which moves behind it.
std::string_view take_line(std::string_view text, std::size_t& here) {
  BACKLOT_ASSERT(here <= text.size(), "a line begins inside its text");
  const std::size_t end = std::min(text.find('\n', here), text.size());
  const std::string_view line = text.substr(here, end - here);
  here = end + 1;
  return line;
}

text::NumberRead number_of(std::string_view cell) {
  const bool is_negative = !cell.empty() && cell.front() == '-';
  text::NumberRead read = text::read_number(is_negative ? cell.substr(1) : cell);
  if (is_negative) read.value = -read.value;
  return read;
}

}  // namespace

CsvColumn read_csv_column(std::string_view text, std::string_view name) {
  CsvColumn answer;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::size_t here = 0;
  const std::vector<std::string_view> header = cells_of(take_line(text, here));
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end()) {
    answer.error = fmt::format("the table has no column \"{}\"", name);
    answer.hint = base::did_you_mean(name, header);
    if (answer.hint.empty()) answer.hint = fmt::format("its columns are: {}", fmt::join(header, ", "));
    return answer;
  }
  const auto column = static_cast<std::size_t>(found - header.begin());
  for (int line = 2; here <= text.size(); ++line) {
    const std::string_view row = take_line(text, here);
    if (trimmed(row).empty()) continue;
    const std::vector<std::string_view> cells = cells_of(row);
    const std::string_view cell = column < cells.size() ? cells[column] : std::string_view();
    const text::NumberRead read = number_of(cell);
    if (read.error != text::NumberError::none) {
      answer.error = fmt::format("\"{}\" in line {} is no number", cell, line);
      return answer;
    }
    answer.values.push_back(read.value);
  }
  if (answer.values.empty()) answer.error = "the table has no rows";
  return answer;
}

}  // namespace backlot::scene_text
