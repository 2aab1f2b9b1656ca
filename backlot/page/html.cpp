#include "backlot/page/html.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/page/style.h"

namespace backlot::page {

namespace {

// The length of the character that begins here, in bytes; 0 where it is no UTF-8, or none that a page may hold.
std::size_t character_at(std::string_view text, std::size_t i, std::uint32_t& code) {
  BACKLOT_ASSERT(i < text.size(), "there is no such character");
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned lead = byte(i);
  code = lead;
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xf0 && lead <= 0xf4  ? 4
                             : lead >= 0xe0 && lead < 0xf0 ? 3
                             : lead >= 0xc2 && lead < 0xe0 ? 2
                                                           : 0;
  if (length == 0 || i + length > text.size()) return 0;
  code = lead & (0xffU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i + k) & 0x3fU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_whole = code >= kLeast[length] && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return is_whole ? length : 0;
}

// Characters that are no text: controls, those that turn the direction of writing, and those that Unicode leaves out.
bool is_foul(std::uint32_t code) {
  return (code >= 0x7f && code <= 0x9f) || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069) || (code >= 0xfdd0 && code <= 0xfdef) ||
         (code & 0xfffeU) == 0xfffe;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k <= bytes.size() ? kDigits[word >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
}

}  // namespace

std::string begin_page(std::string_view title, std::string_view more_style) {
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n";
  html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  html += "<meta name=\"color-scheme\" content=\"light dark\"/>\n";
  html += fmt::format("<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n<main>\n", html_text(title),
                      kPageStyle, more_style);
  return html;
}

std::string end_page() { return "</main>\n</body>\n</html>\n"; }

std::string html_text(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    std::uint32_t code = 0;
    const std::size_t length = character_at(text, i, code);
    if (length == 0 || is_foul(code))
      clean += "\xef\xbf\xbd";
    else
      clean += text.substr(i, length);
    i += std::max<std::size_t>(length, 1);
  }
  return draw::escaped(clean);
}

std::string number_or_dash(double value, int digits) {
  BACKLOT_ASSERT(digits >= 0, "a number has digits");
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : "–";
}

std::string short_number(double value) { return std::isfinite(value) ? fmt::format("{:g}", value) : "–"; }

std::string percent(double share) {
  return std::isfinite(share) ? fmt::format("{:.1f} %", 100 * share) : "–";
}

std::string seconds(double value) { return std::isfinite(value) ? fmt::format("{:.2f} s", value) : "–"; }

Cell text_cell(std::string_view text) { return {html_text(text), false}; }
Cell number_cell(std::string_view text) { return {html_text(text), true}; }

std::string table(const std::vector<Cell>& head, const std::vector<std::vector<Cell>>& rows) {
  const auto row_of = [](const std::vector<Cell>& cells, const char* tag, const char* scope) {
    std::string row = "<tr>";
    for (const Cell& cell : cells)
      row += fmt::format("<{}{}{}>{}</{}>", tag, scope, cell.is_number ? " class=\"number\"" : "", cell.html,
                         tag);
    return row + "</tr>\n";
  };
  std::string out = "<table>\n<thead>\n" + row_of(head, "th", " scope=\"col\"") + "</thead>\n<tbody>\n";
  for (const std::vector<Cell>& row : rows) out += row_of(row, "td", "");
  return out + "</tbody>\n</table>\n";
}

std::string card(std::string_view title, const std::string& inner) {
  return fmt::format("<section class=\"card\">\n<h2>{}</h2>\n{}</section>\n", html_text(title), inner);
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

std::string image(std::string_view svg, std::string_view alternative, std::string_view css_class) {
  return fmt::format("<img class=\"{}\" alt=\"{}\" src=\"data:image/svg+xml;base64,{}\"/>\n", css_class,
                     html_text(alternative), base64(svg));
}

}  // namespace backlot::page
