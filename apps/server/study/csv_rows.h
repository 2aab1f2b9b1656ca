// The rows of a table of our own, read back: RFC 4180, as backlot/record/csv.h writes it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::server {

class CsvRows {
 public:
  // The first line has the names of the columns.
  explicit CsvRows(std::string_view text);

  std::size_t size() const { return rows_.size(); }
  // Empty where the table has no such column, or the row is too short.
  std::string cell(std::size_t row, std::string_view column) const;

 private:
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace backlot::server
