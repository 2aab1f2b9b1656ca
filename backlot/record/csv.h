// Rows of a table as lines of comma-separated values (RFC 4180, lines end with \n).
#pragma once

#include <span>
#include <string>

#include "backlot/record/column.h"

namespace backlot::record {

// Appends a number with so many digits after the point, at most 9; halves are rounded away from zero, and zero has no sign. Within half a
// unit of the last digit, and 1e-15 of the value.
void append_fixed(double value, unsigned decimals, std::string& text);

// Appends a text, in quotes where it has a comma, a quote or a line break.
void append_text(std::string_view value, std::string& text);

void append_cell(const Cell& cell, unsigned decimals, std::string& text);

template <class Row>
void append_header(std::span<const Column<Row>> columns, std::string& text) {
  for (const Column<Row>& column : columns) {
    text += column.name;
    text += ',';
  }
  text.back() = '\n';
}

template <class Row>
void append_row(std::span<const Column<Row>> columns, const Row& row, std::string& text) {
  for (const Column<Row>& column : columns) {
    append_cell(column.cell(row), column.decimals, text);
    text += ',';
  }
  text.back() = '\n';
}

}  // namespace backlot::record
