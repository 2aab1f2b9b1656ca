#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backlot/storyboard/internal/panel_painter.h"

namespace backlot::storyboard::internal {

using draw::SheetPoint;

namespace {

constexpr double kHeadSize = 19, kCaptionSize = 14.5, kReadoutSize = 13;
constexpr double kLongestBar = 150;

// The longest of 1, 2 or 5 times a power of ten that is not above.
double round_below(double metres) {
  double power = 1e-3;
  while (power * 10 <= metres) power *= 10;
  for (const double factor : {5.0, 2.0})
    if (factor * power <= metres) return factor * power;
  return power;
}

void paint_scale_bar(draw::Sheet& sheet, const SheetPoint& right_end, double u, double units_per_metre) {
  const double metres = round_below(u * kLongestBar / units_per_metre);
  const double length = metres * units_per_metre, x = right_end.x - length, y = right_end.y;
  const draw::Style line{.stroke = kInk, .stroke_width = 1.3 * u};
  sheet.line({x, y}, {x + length, y}, line);
  for (const double end : {x, x + length}) sheet.line({end, y - 4 * u}, {end, y + 4 * u}, line);
  const double size = 11.5 * u;
  const std::string text = fmt::format("{:g} m", metres);
  sheet.text({x - 7 * u, y + 0.36 * size}, text, {.size = size, .fill = kInk, .anchor = draw::Anchor::end});
}

}  // namespace

void paint_head(draw::Sheet& sheet, const Panel& panel, std::size_t index, const SheetBox& place,
                const PanelTexts& texts) {
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

void paint_foot(draw::Sheet& sheet, const SheetBox& map, const PanelTexts& texts, double units_per_metre) {
  const double u = texts.unit;
  double y = map.high.y + 20 * u;
  paint_scale_bar(sheet, {map.high.x - 4 * u, y - 4 * u}, u, units_per_metre);
  for (const std::vector<ReadoutItem>& row : texts.readout_rows) {
    double x = map.low.x + 4 * u;
    for (const ReadoutItem& item : row) {
      sheet.rounded_rectangle({x, y - 9 * u}, 16 * u, 9 * u, 2.5 * u, {.fill = item.colour});
      sheet.text({x + 22 * u, y}, item.text, {.size = kReadoutSize * u, .fill = kInk});
      x += 0.9 * text_width(item.text, kReadoutSize * u) + 40 * u;
    }
    y += 21 * u;
  }
}

}  // namespace backlot::storyboard::internal
