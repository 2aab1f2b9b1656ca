// Pieces of HTML, all well-formed XML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backlot/draw/svg.h"

namespace backlot::page {

// The beginning of a document up to its content, with the style sheet of all pages and more rules behind it; and its end. The same page is light
// or dark as the reader's system is.
std::string begin_page(std::string_view title, std::string_view more_style = {});
std::string end_page();

// Text as a page shows it: escaped, control characters as blanks, bytes that are no UTF-8 as U+FFFD. Characters that turn the direction of
// what follows are shown as U+FFFD too.
std::string html_text(std::string_view text);

// Numbers for readers; a dash where they are not finite.
std::string number_or_dash(double value, int digits);
std::string short_number(double value);  // "0.5", without zeros at the end
std::string percent(double share);       // "98.7 %"
std::string seconds(double value);       // "0.03 s"

// Text of a cell or a paragraph that is HTML already.
struct Cell {
  std::string html{};
  bool is_number = false;
};
Cell text_cell(std::string_view text);
Cell number_cell(std::string_view text);

// With heads of columns for readers of screens.
std::string table(const std::vector<Cell>& head, const std::vector<std::vector<Cell>>& rows);
std::string card(std::string_view title, const std::string& inner);
// A sheet inside the page, as wide as its place ("fit") or in its own size ("small").
std::string inline_svg(const draw::Sheet& sheet, std::string_view css_class);
// The text of an SVG file inside the page; empty where it is no such text.
std::string inline_svg(std::string_view svg, std::string_view css_class);

// A picture of others as an image that can run nothing and load nothing.
std::string image(std::string_view svg, std::string_view alternative, std::string_view css_class);

}  // namespace backlot::page
