#include "apps/server/study/csv_rows.h"

namespace backlot::server {

CsvRows::CsvRows(std::string_view text) {
  std::vector<std::vector<std::string>> lines(1);
  std::string cell;
  bool is_quoted = false;
  const auto end_cell = [&] {
    lines.back().push_back(std::move(cell));
    cell.clear();
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (is_quoted) {
      const bool is_doubled = c == '"' && k + 1 < text.size() && text[k + 1] == '"';
      if (is_doubled) ++k;
      if (c == '"' && !is_doubled)
        is_quoted = false;
      else
        cell += c;
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == ',') {
      end_cell();
    } else if (c == '\n') {
      end_cell();
      lines.emplace_back();
    } else {
      cell += c;
    }
  }
  if (!cell.empty() || !lines.back().empty())
    end_cell();
  else
    lines.pop_back();
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (k > 0) {
      rows_.push_back(std::move(lines[k]));
      continue;
    }
    for (std::size_t column = 0; column < lines[0].size(); ++column) columns_.emplace(lines[0][column], column);
  }
}

std::string CsvRows::cell(std::size_t row, std::string_view column) const {
  const auto at = columns_.find(column);
  if (at == columns_.end() || row >= rows_.size() || at->second >= rows_[row].size()) return {};
  return rows_[row][at->second];
}

}  // namespace backlot::server
