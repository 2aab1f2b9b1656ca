// Draws one panel into a rectangle of a sheet.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backlot/storyboard/internal/labels.h"
#include "backlot/storyboard/internal/readout.h"
#include "backlot/storyboard/storyboard.h"

namespace backlot::storyboard::internal {

// Colours around the plan.
inline constexpr const char* kPaper = "#ffffff";
inline constexpr const char* kInk = "#20252b";
inline constexpr const char* kQuietInk = "#5d646c";
inline constexpr const char* kFrameLine = "#8d9184";
// Behind the names of roles and of marks: nearly white, and colours of their own, so that they can be told apart in the file.
inline constexpr const char* kRoleLabel = "#fffffc";
inline constexpr const char* kMarkLabel = "#fffffb";

// The texts of a panel, broken into lines for a width, and the heights that they need.
struct PanelTexts {
  std::vector<std::string> caption_lines{};
  std::vector<std::vector<ReadoutItem>> readout_rows{};
  double unit = 1;  // of texts and margins

  double head_height() const { return unit * (38 + 19 * static_cast<double>(caption_lines.size())); }
  double foot_height() const {
    const std::size_t rows = readout_rows.empty() ? 1 : readout_rows.size();
    return unit * (15 + 21 * static_cast<double>(rows));
  }
};
inline constexpr double kCaptionSize = 14.5, kReadoutSize = 13;  // of letters, in units
// Of a text of the foot, with the colour before it and the air behind it.
double readout_width(std::string_view text, double unit);
PanelTexts texts_of(const Storyboard& storyboard, std::size_t panel, double width);

// Number and name of the beat, time, caption.
void paint_head(draw::Sheet& sheet, const Panel& panel, std::size_t index, const SheetBox& place,
                const PanelTexts& texts);
// Speeds and the way to the next marks.
void paint_foot(draw::Sheet& sheet, const SheetBox& map, const PanelTexts& texts);

// In a corner of the plan: 0 lower right, 1 lower left, 2 upper left, 3 upper right.
struct ScaleBar {
  double metres = 0, length = 0;
  SheetBox box{};  // with its text and air
};
ScaleBar scale_bar_of(const SheetBox& map, double unit, double units_per_metre, int corner);
void paint_scale_bar(draw::Sheet& sheet, const ScaleBar& bar, double unit);

// Head and foot may be higher than the panel's own texts need, so that panels in a row look alike.
void paint_panel(draw::Sheet& sheet, const network::Network& network, const Storyboard& storyboard,
                 std::size_t panel, const PanelOptions& options, const SheetBox& place,
                 const PanelTexts& texts, double head_height, double foot_height);

// Breaks a text at blanks into at most `most` lines of this width; the last one ends with "…" where the text is longer.
std::vector<std::string> broken_lines(std::string_view text, double size, double width, std::size_t most);

}  // namespace backlot::storyboard::internal
