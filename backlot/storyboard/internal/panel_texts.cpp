#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/storyboard/internal/panel_painter.h"

namespace backlot::storyboard::internal {

namespace {

constexpr std::size_t kCaptionLines = 2, kReadoutRows = 2;

std::vector<std::vector<ReadoutItem>> rows_of(const std::vector<ReadoutItem>& items, double unit,
                                              double width) {
  BACKLOT_ASSERT(unit > 0 && width > 0, "a panel has a size");
  std::vector<std::vector<ReadoutItem>> rows;
  double used = 0;
  for (const ReadoutItem& item : items) {
    const double own = readout_width(item.text, unit);
    if (rows.empty() || (used + own > width && rows.size() < kReadoutRows)) {
      rows.emplace_back();
      used = 0;
    }
    rows.back().push_back(item);
    used += own;
  }
  return rows;
}

// Cuts the last letter, which may be several bytes.
void cut_letter(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

// Ordinary letters are narrower than the bold ones that text_width() is for.
double readout_width(std::string_view text, double unit) {
  BACKLOT_ASSERT(unit > 0, "a panel has a unit");
  return 0.87 * text_width(text, kReadoutSize * unit) + 40 * unit;
}

std::vector<std::string> broken_lines(std::string_view text, double size, double width, std::size_t most) {
  BACKLOT_ASSERT(width > 0 && most > 0, "a paragraph has room for a line");
  std::vector<std::string> lines;
  bool is_cut = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.empty() && text_width(lines.back() + " " + word, size) <= width) {
      lines.back() += " " + word;
    } else if (lines.size() < most) {
      lines.push_back(word);
    } else {
      is_cut = true;
      break;
    }
  }
  for (std::string& line : lines) {
    const bool ends_early = is_cut && &line == &lines.back();
    if (!ends_early && text_width(line, size) <= width) continue;
    while (!line.empty() && text_width(line + "…", size) > width) cut_letter(line);
    line += "…";
  }
  return lines;
}

PanelTexts texts_of(const Storyboard& storyboard, std::size_t panel, double width) {
  BACKLOT_ASSERT(panel < storyboard.panels.size(), "there is no such panel");
  PanelTexts texts;
  texts.unit = std::clamp(width / 900, 0.85, 1.5);
  const Panel& p = storyboard.panels[panel];
  // most letters are narrower than text_width() says
  texts.caption_lines =
      broken_lines(p.caption, 0.78 * kCaptionSize * texts.unit, width - 36 * texts.unit, kCaptionLines);
  texts.readout_rows = rows_of(readout_of(storyboard, p, cast_of(storyboard, p)), texts.unit, width);
  return texts;
}

}  // namespace backlot::storyboard::internal
