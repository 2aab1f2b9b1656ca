// dictionary.csv: what every column of tables means. It is made from the lists of columns that the tables are written by.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "backlot/record/column.h"
#include "backlot/record/csv.h"

namespace backlot::trial {

inline constexpr std::string_view kDictionaryHeader = "table,column,unit,type,definition\n";

// A line for each column of a table.
template <class Row>
void append_definitions(std::string_view table, std::span<const record::Column<Row>> columns,
                        std::string& text) {
  for (const record::Column<Row>& column : columns) {
    text += fmt::format("{},{},{},{},", table, column.name, column.unit, to_text(column.type));
    record::append_text(column.description, text);
    text += '\n';
  }
}

}  // namespace backlot::trial
