#include "backlot/storyboard/storyboard.h"

#include <algorithm>
#include <cmath>

#include "backlot/storyboard/internal/panel_painter.h"

namespace backlot::storyboard {

using internal::PanelTexts;
using internal::SheetBox;

namespace {

constexpr double kMargin = 18;
constexpr double kLeastWidth = 300, kLeastHeight = 200, kMostSide = 8000;
constexpr double kGap = 26;  // between panels of a strip
constexpr double kStripHead = 64, kStripFoot = 34;

double side_of(double wanted, double least) {
  return std::isfinite(wanted) ? std::clamp(wanted, least, kMostSide) : least;
}

draw::Sheet empty_sheet(const Storyboard& storyboard, double width, double height, const char* what) {
  draw::Sheet sheet(width, height);
  sheet.rectangle({0, 0}, width, height, {.fill = internal::kPaper});
  sheet.text({0.5 * width, 0.5 * height}, storyboard.scene.empty() ? what : storyboard.scene + ": " + what,
             {.size = 16, .fill = internal::kQuietInk, .anchor = draw::Anchor::middle});
  return sheet;
}

// Sizes that a view can have.
PanelOptions checked(PanelOptions options) {
  if (!(options.narrowest_m >= 10 && options.narrowest_m <= 1e5)) options.narrowest_m = 70;
  if (!(options.widest_m >= options.narrowest_m && options.widest_m <= 1e5))
    options.widest_m = std::max(options.narrowest_m, 220.0);
  if (!(options.past_s >= 0 && options.past_s <= 60)) options.past_s = 3;
  if (!(options.future_s >= 0 && options.future_s <= 60)) options.future_s = 3;
  return options;
}

// Few panels in one row of two or three, more of them in rows of three.
std::size_t columns_of(const StripOptions& options, std::size_t panels) {
  if (options.columns > 0) return std::min(options.columns, panels);
  if (panels <= 3) return panels;
  return panels == 4 ? 2 : 3;
}

}  // namespace

draw::Sheet draw_panel(const network::Network& network, const Storyboard& storyboard, std::size_t panel,
                       const PanelOptions& options) {
  const double width = side_of(options.width, kLeastWidth), height = side_of(options.height, kLeastHeight);
  if (panel >= storyboard.panels.size()) return empty_sheet(storyboard, width, height, "no such panel");
  draw::Sheet sheet(width, height);
  sheet.rectangle({0, 0}, width, height, {.fill = internal::kPaper});
  const SheetBox place = {{kMargin, 6}, {width - kMargin, height - 2}};
  const PanelTexts texts = internal::texts_of(storyboard, panel, place.width());
  internal::paint_panel(sheet, network, storyboard, panel, checked(options), place, texts,
                        texts.head_height(), texts.foot_height());
  return sheet;
}

draw::Sheet draw_strip(const network::Network& network, const Storyboard& storyboard,
                       const StripOptions& options) {
  const double width = side_of(options.panel_width, kLeastWidth);
  const double height = side_of(options.panel_height, kLeastHeight);
  const std::size_t panels = storyboard.panels.size();
  if (panels == 0) return empty_sheet(storyboard, width, height, "no panels");
  const std::size_t columns = columns_of(options, panels), rows = (panels + columns - 1) / columns;

  std::vector<PanelTexts> texts;
  double head = 0, foot = 0;
  for (std::size_t i = 0; i < panels; ++i) {
    texts.push_back(internal::texts_of(storyboard, i, width));
    head = std::max(head, texts.back().head_height());
    foot = std::max(foot, texts.back().foot_height());
  }
  const auto across = static_cast<double>(columns), down = static_cast<double>(rows);
  const double sheet_width = across * width + (across - 1) * kGap + 2 * kMargin;
  draw::Sheet sheet(sheet_width, down * height + (down - 1) * kGap + kStripHead + kStripFoot);
  sheet.rectangle({0, 0}, sheet.width(), sheet.height(), {.fill = internal::kPaper});
  const auto title = internal::broken_lines(storyboard.title.empty() ? storyboard.scene : storyboard.title,
                                            20, sheet_width - 2 * kMargin, 1);
  if (!title.empty())
    sheet.text({kMargin, 32}, title.front(), {.size = 22, .fill = internal::kInk, .bold = true});
  if (!storyboard.title.empty())
    sheet.text({kMargin, 52}, storyboard.scene, {.size = 13, .fill = internal::kQuietInk});
  for (std::size_t i = 0; i < panels; ++i) {
    const double x = kMargin + static_cast<double>(i % columns) * (width + kGap);
    const double y = kStripHead + static_cast<double>(i / columns) * (height + kGap);
    internal::paint_panel(sheet, network, storyboard, i, checked(options.panel),
                          {{x, y}, {x + width, y + height}}, texts[i], head, foot);
  }
  sheet.text({kMargin, sheet.height() - 12},
             "Tails show the last seconds, with a dot every second. Dotted: where actors go next. Dashed: "
             "course of the "
             "subject. Flags: marks.",
             {.size = 11.5, .fill = internal::kQuietInk});
  return sheet;
}

}  // namespace backlot::storyboard
