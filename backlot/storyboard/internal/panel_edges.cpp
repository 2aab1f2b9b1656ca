#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/storyboard/internal/panel_painter.h"

namespace backlot::storyboard::internal {

using draw::SheetPoint;

namespace {

constexpr double kHeadSize = 19;
constexpr double kLongestBar = 150;

// The longest of 1, 2 or 5 times a power of ten that is not above.
double round_below(double metres) {
  double power = 1e-3;
  while (power * 10 <= metres) power *= 10;
  for (const double factor : {5.0, 2.0})
    if (factor * power <= metres) return factor * power;
  return power;
}

}  // namespace

void paint_head(draw::Sheet& sheet, const Panel& panel, std::size_t index, const SheetBox& place,
                const PanelTexts& texts) {
  BACKLOT_ASSERT(texts.unit > 0, "a panel has a unit");
  const double u = texts.unit, x = place.low.x + 4 * u;
  const double y = place.low.y + 25 * u;
  const double radius = 12 * u;
  sheet.circle({x + radius, y - 6.5 * u}, radius, {.fill = kInk});
  sheet.text({x + radius, y - 1.6 * u}, fmt::format("{}", index + 1),
             {.size = 14 * u, .fill = "#ffffff", .anchor = draw::Anchor::middle, .bold = true});
  const double room = place.width() - 150 * u;
  const std::vector<std::string> beat = broken_lines(panel.beat, kHeadSize * u, room, 1);
  if (!beat.empty())
    sheet.text({x + 2 * radius + 9 * u, y}, beat.front(),
               {.size = kHeadSize * u, .fill = kInk, .bold = true});
  if (std::isfinite(panel.time_s)) {
    sheet.text({place.high.x - 4 * u, y}, fmt::format("t = {:.1f} s", panel.time_s),
               {.size = 15 * u, .fill = kQuietInk, .anchor = draw::Anchor::end});
  }
  double line_y = y + 22 * u;
  for (const std::string& line : texts.caption_lines) {
    sheet.text({x, line_y}, line, {.size = kCaptionSize * u, .fill = kInk});
    line_y += 19 * u;
  }
}

ScaleBar scale_bar_of(const SheetBox& map, double unit, double units_per_metre, int corner) {
  BACKLOT_ASSERT(unit > 0, "a panel has a scale");
  ScaleBar bar;
  bar.metres = round_below(std::min(unit * kLongestBar, 0.25 * map.width()) / units_per_metre);
  bar.length = bar.metres * units_per_metre;
  const double air = 8 * unit, width = bar.length + 66 * unit, height = 22 * unit;
  const bool is_left = corner == 1 || corner == 2, is_top = corner >= 2;
  const SheetPoint low = {is_left ? map.low.x + air : map.high.x - air - width,
                          is_top ? map.low.y + air : map.high.y - air - height};
  bar.box = {low, {low.x + width, low.y + height}};
  return bar;
}

void paint_scale_bar(draw::Sheet& sheet, const ScaleBar& bar, double unit) {
  const double u = unit, size = 11.5 * u;
  sheet.rounded_rectangle(bar.box.low, bar.box.width(), bar.box.height(), 4 * u,
                          {.fill = kPaper, .opacity = 0.85});
  const double right = bar.box.high.x - 9 * u, left = right - bar.length, y = bar.box.centre().y;
  const draw::Style line{.stroke = kInk, .stroke_width = 1.3 * u};
  sheet.line({left, y}, {right, y}, line);
  for (const double end : {left, right}) sheet.line({end, y - 4 * u}, {end, y + 4 * u}, line);
  sheet.text({left - 7 * u, y + 0.36 * size}, fmt::format("{:g} m", bar.metres),
             {.size = size, .fill = kInk, .anchor = draw::Anchor::end});
}

void paint_foot(draw::Sheet& sheet, const SheetBox& map, const PanelTexts& texts) {
  const double u = texts.unit;
  double y = map.high.y + 20 * u;
  for (const std::vector<ReadoutItem>& row : texts.readout_rows) {
    double needed = 0;
    for (const ReadoutItem& item : row) needed += readout_width(item.text, u);
    // a row that is too long gets smaller letters
    const double shrink = std::min(1.0, map.width() / needed);
    double x = map.low.x + 4 * u;
    for (const ReadoutItem& item : row) {
      sheet.rounded_rectangle({x, y - 9 * u}, 16 * u, 9 * u, 2.5 * u, {.fill = item.colour});
      sheet.text({x + 22 * u, y}, item.text, {.size = shrink * kReadoutSize * u, .fill = kInk});
      x += shrink * readout_width(item.text, u);
    }
    y += 21 * u;
  }
}

}  // namespace backlot::storyboard::internal
