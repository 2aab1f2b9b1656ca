// One column of a table in a CSV file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace backlot::scene_text {

struct CsvColumn {
  std::vector<double> values;
  std::string error;  // empty where the column could be read
  std::string hint;
};

// The first line names the columns. Cells are numbers with a point, separated by commas; empty lines are passed over.
CsvColumn read_csv_column(std::string_view text, std::string_view name);

}  // namespace backlot::scene_text
