// Small charts of tables, and columns over revisions, in the colours of the style sheet.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace backlot::page {

// A part of a column.
struct ColumnPart {
  std::string name{};    // "passed"
  std::string colour{};  // "var(--passed)"
  std::size_t count = 0;
};
struct Column {
  std::string label{}, sublabel{};  // below it
  std::vector<ColumnPart> parts{};  // from the bottom up
  std::string note{};               // above it
};
// Columns side by side, each as high as the sum of its parts. Empty where no column has a part.
std::string draw_columns(const std::vector<Column>& columns, const std::string& title,
                         const std::string& y_label);

// A row of boxes, darker where a count is larger; a count of zero is hatched.
std::string draw_bins(const std::vector<std::size_t>& counts, const std::string& title);

// A number with its interval on an axis from -reach to reach, with a line at zero.
std::string draw_difference(double mean, double low, double high, double reach, const std::string& colour,
                            const std::string& title);

}  // namespace backlot::page
