#include "backlot/record/csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "backlot/base/assert.h"

namespace backlot::record {

namespace {

constexpr double kMostScaled = 9e15;  // below it a double holds every whole number

// Writes the digits of a number so that the last one stands before `end`; returns where the first one stands.
char* write_digits(std::uint64_t value, char* end) {
  BACKLOT_ASSERT(end != nullptr, "digits are written in front of an end");
  do {
    *--end = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value > 0);
  return end;
}

bool needs_quotes(char c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; }

}  // namespace

// Ten times as fast as the general formatter, which a trace of many columns needs.
void append_fixed(double value, unsigned decimals, std::string& text) {
  BACKLOT_ASSERT(decimals <= 9, "a number has at most nine digits after the point");
  constexpr std::array<double, 10> kScales = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  const double scaled = decimals < kScales.size() ? std::fabs(value) * kScales[decimals] : kMostScaled;
  if (!(scaled < kMostScaled)) {
    fmt::format_to(std::back_inserter(text), "{:.{}f}", value, decimals);
    return;
  }
  auto whole = static_cast<std::uint64_t>(scaled + 0.5);
  std::array<char, 32> digits{};
  char* const end = digits.data() + digits.size();
  char* at = end;
  const bool is_negative = value < 0 && whole > 0;
  if (decimals > 0) {
    for (unsigned k = 0; k < decimals; ++k) {
      *--at = static_cast<char>('0' + whole % 10);
      whole /= 10;
    }
    *--at = '.';
  }
  at = write_digits(whole, at);
  if (is_negative) *--at = '-';
  text.append(at, static_cast<std::size_t>(end - at));
}

void append_text(std::string_view value, std::string& text) {
  if (std::ranges::none_of(value, needs_quotes)) {
    text += value;
    return;
  }
  text += '"';
  for (const char c : value) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
}

void append_cell(const Cell& cell, unsigned decimals, std::string& text) {
  BACKLOT_ASSERT(decimals <= 9, "a number has at most nine digits after the point");
  switch (cell.kind) {
    case Cell::Kind::empty:
      break;
    case Cell::Kind::number:
      append_fixed(cell.number, decimals, text);
      break;
    case Cell::Kind::whole: {
      std::array<char, 20> digits{};
      char* const end = digits.data() + digits.size();
      const char* at = write_digits(cell.whole, end);
      text.append(at, static_cast<std::size_t>(end - at));
      break;
    }
    case Cell::Kind::text:
      append_text(cell.text, text);
      break;
  }
}

}  // namespace backlot::record
