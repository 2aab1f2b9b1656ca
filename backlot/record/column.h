// A column of a table that a run writes: what it is called, what it means, and how to get its value from a row.
#pragma once

#include <cstdint>
#include <string_view>

namespace backlot::record {

enum class ColumnType : std::uint8_t {
  number,  // a decimal number, with a fixed count of digits after the point
  whole,   // a whole number >= 0
  text,
};
std::string_view to_text(ColumnType type);

// The value of a column in one row.
struct Cell {
  enum class Kind : std::uint8_t { empty, number, whole, text };

  static Cell of(double value) { return {.kind = Kind::number, .number = value}; }
  static Cell of(std::uint64_t value) { return {.kind = Kind::whole, .whole = value}; }
  // The characters stay where they are until the cell is written.
  static Cell of(std::string_view value) { return {.kind = Kind::text, .text = value}; }

  Kind kind = Kind::empty;
  double number = 0;
  std::uint64_t whole = 0;
  std::string_view text{};
};

template <class Row>
struct Column {
  std::string_view name;  // with its unit: "speed_mps"
  std::string_view unit;  // empty for columns without a unit
  ColumnType type = ColumnType::text;
  std::uint8_t decimals = 0;  // of a number: digits after the point
  std::string_view description;
  Cell (*cell)(const Row& row) = nullptr;
};

}  // namespace backlot::record
