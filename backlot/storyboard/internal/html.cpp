#include "backlot/storyboard/internal/html.h"

#include <cmath>

#include <fmt/format.h>

namespace backlot::storyboard::internal {

std::string number_or_dash(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "–";
}

std::string short_number(double value) { return std::isfinite(value) ? fmt::format("{:g}", value) : "–"; }

std::string percent(double share) {
  return std::isfinite(share) ? fmt::format("{:.1f} %", 100 * share) : "–";
}

std::string seconds(double value) { return std::isfinite(value) ? fmt::format("{:.2f} s", value) : "–"; }

Cell text_cell(std::string_view text) { return {draw::escaped(text), false}; }
Cell number_cell(std::string_view text) { return {draw::escaped(text), true}; }

std::string table(const std::vector<Cell>& head, const std::vector<std::vector<Cell>>& rows) {
  const auto row_of = [](const std::vector<Cell>& cells, const char* tag) {
    std::string row = "<tr>";
    for (const Cell& cell : cells)
      row += fmt::format("<{}{}>{}</{}>", tag, cell.is_number ? " class=\"number\"" : "", cell.html, tag);
    return row + "</tr>\n";
  };
  std::string out = "<table>\n" + row_of(head, "th");
  for (const std::vector<Cell>& row : rows) out += row_of(row, "td");
  return out + "</table>\n";
}

std::string card(std::string_view title, const std::string& inner) {
  return fmt::format("<section class=\"card\">\n<h2>{}</h2>\n{}</section>\n", draw::escaped(title), inner);
}

std::string inline_svg(const draw::Sheet& sheet, std::string_view css_class) {
  return inline_svg(sheet.to_svg(), css_class);
}

std::string inline_svg(std::string_view svg, std::string_view css_class) {
  constexpr std::string_view kStart = "<svg ";
  const std::size_t from = svg.find(kStart), end = svg.rfind("</svg>");
  if (from == std::string_view::npos || end == std::string_view::npos || end < from) return "";
  return fmt::format("<svg class=\"{}\" {}\n", css_class,
                     svg.substr(from + kStart.size(), end + 6 - from - kStart.size()));
}

}  // namespace backlot::storyboard::internal
