#include "backlot/draw/machine_picture.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/draw/internal/machine_layout.h"
#include "backlot/draw/internal/network_labels.h"

namespace backlot::draw {

namespace {

using hcsm::MachineOutline;
using hcsm::StateId;
using hcsm::StateKind;
using internal::ChartArrow;
using internal::ChartBox;
using internal::MachineLayout;

constexpr const char* kMachineInk = "#1f2d3a";
constexpr const char* kQuiet = "#64748b";
constexpr const char* kEdge = "#3f5873";
constexpr const char* kArrow = "#5a7391";
constexpr const char* kButton = "#c8453b";
constexpr const char* kLit = "#ffe3a3";
constexpr const char* kLitEdge = "#b87400";
constexpr const char* kOff = "#e2e8ef";
constexpr double kMargin = 20;

// The same line with its corners rounded: each is replaced by a parabola.
std::vector<SheetPoint> rounded(std::span<const SheetPoint> points, double radius) {
  BACKLOT_ASSERT(!points.empty() && radius >= 0, "a line has points");
  std::vector<SheetPoint> out = {points.front()};
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const SheetPoint &before = points[i - 1], &corner = points[i], &after = points[i + 1];
    // lines of a chart run along the axes
    const auto toward = [&](const SheetPoint& p) {
      const double dx = p.x - corner.x, dy = p.y - corner.y;
      const double length = std::max(dx < 0 ? -dx : dx, dy < 0 ? -dy : dy);
      const double share = length > 0 ? std::min(radius, 0.5 * length) / length : 0;
      return SheetPoint{corner.x + share * dx, corner.y + share * dy};
    };
    const SheetPoint a = toward(before), b = toward(after);
    for (int k = 0; k <= 4; ++k) {
      const double t = 0.25 * k, u = 1 - t;
      out.push_back({u * u * a.x + 2 * u * t * corner.x + t * t * b.x,
                     u * u * a.y + 2 * u * t * corner.y + t * t * b.y});
    }
  }
  out.push_back(points.back());
  return out;
}

// The card with dials, buttons and monitors, from its own corner.
class PanelCard {
 public:
  PanelCard(const MachineOutline& machine, const std::optional<hcsm::MachineState>& state)
      : machine_(machine), state_(state) {
    const auto widen = [&](std::string_view text, double size) {
      width_ = std::max(width_, kIndent + internal::text_width(text, size) + 16);
    };
    for (const hcsm::DialDescription& dial : machine.panel.dials()) {
      widen(dial.name, 12.5);
      widen(range_of(dial), 10);
    }
    for (const hcsm::Text& button : machine.panel.buttons()) widen(button, 12.5);
    for (const std::string& monitor : machine.monitors) widen(monitor, 12.5);
    height_ =
        (has_panel() ? kHead + 40 * count(machine.panel.dials()) + 24 * count(machine.panel.buttons()) : 0) +
        (machine.monitors.empty() ? 0 : kHead + 24 * count(machine.monitors)) + 12;
  }

  bool is_empty() const { return !has_panel() && machine_.monitors.empty(); }
  double width() const { return width_; }
  double height() const { return height_; }

  void draw(Sheet& sheet, const SheetPoint& corner) const {
    sheet.rounded_rectangle(corner, width_, height_, 10,
                            {.fill = "#fbfcfd", .stroke = "#c3ccd6", .stroke_width = 1.2});
    const double x = corner.x + 26, text_x = corner.x + kIndent;
    double y = corner.y;
    if (has_panel()) {
      y = head(sheet, {corner.x + 14, y}, "control panel");
      for (const hcsm::DialDescription& dial : machine_.panel.dials()) {
        knob(sheet, {x, y + 20}, dial);
        sheet.text({text_x, y + 17}, dial.name, {.size = 12.5, .fill = kMachineInk});
        sheet.text({text_x, y + 31}, range_of(dial), {.size = 10, .fill = kQuiet});
        y += 40;
      }
      for (const hcsm::Text& button : machine_.panel.buttons()) {
        sheet.circle({x, y + 12}, 8, {.fill = "#f3d3cf", .stroke = kButton, .stroke_width = 1.2});
        sheet.circle({x, y + 12}, 4.5, {.fill = kButton});
        sheet.text({text_x, y + 16.5}, button, {.size = 12.5, .fill = kMachineInk});
        y += 24;
      }
    }
    if (machine_.monitors.empty()) return;
    y = head(sheet, {corner.x + 14, y}, "monitors");
    for (std::size_t i = 0; i < machine_.monitors.size(); ++i) {
      const bool is_lit = state_ && state_->says(hcsm::MonitorId::from_size(i));
      sheet.rounded_rectangle(
          {x - 8, y + 6}, 16, 12, 4,
          {.fill = is_lit ? kLit : kOff, .stroke = is_lit ? kLitEdge : kQuiet, .stroke_width = 1.2});
      sheet.text({text_x, y + 16.5}, machine_.monitors[i], {.size = 12.5, .fill = kMachineInk});
      y += 24;
    }
  }

 private:
  static constexpr double kIndent = 50, kHead = 34;

  template <class Things>
  static double count(const Things& things) {
    return static_cast<double>(things.size());
  }

  bool has_panel() const { return !machine_.panel.dials().empty() || !machine_.panel.buttons().empty(); }

  static double head(Sheet& sheet, const SheetPoint& corner, std::string_view text) {
    sheet.text({corner.x, corner.y + 24}, text, {.size = 12, .fill = kQuiet, .bold = true});
    return corner.y + kHead;
  }

  static std::string range_of(const hcsm::DialDescription& dial) {
    return fmt::format("{:g}, from {:g} to {:g}{}{}", dial.value, dial.least, dial.most,
                       dial.unit.empty() ? "" : " ", dial.unit.view());
  }

  // A dial from half past seven to half past four, its hand at the value that it has by itself.
  static void knob(Sheet& sheet, const SheetPoint& centre, const hcsm::DialDescription& dial) {
    const auto at = [&](double share, double radius) {
      const base::SinCos angle = base::sin_cos((0.75 + 1.5 * share) * base::kPi);
      return SheetPoint{centre.x + radius * angle.cos, centre.y + radius * angle.sin};
    };
    std::vector<SheetPoint> scale;
    for (int i = 0; i <= 24; ++i) scale.push_back(at(i / 24.0, 14));
    sheet.polyline(scale, {.fill = "none", .stroke = kQuiet, .stroke_width = 1.6});
    sheet.circle(centre, 9.5, {.fill = kOff, .stroke = kEdge, .stroke_width = 1.2});
    const double range = dial.most - dial.least;
    const double share = range > 0 ? (dial.value - dial.least) / range : 0.5;
    sheet.line(at(share, 2), at(share, 9), {.stroke = kMachineInk, .stroke_width = 2.2});
  }

  const MachineOutline& machine_;
  const std::optional<hcsm::MachineState>& state_;
  double width_ = 150, height_ = 0;
};

class MachinePainter {
 public:
  MachinePainter(const MachineOutline& machine, const MachinePictureOptions& options)
      : machine_(machine),
        options_(options),
        layout_(internal::lay_out(machine)),
        card_(machine, options.state) {}

  Sheet draw() {
    BACKLOT_ASSERT(!layout_.boxes.empty(), "a chart has a box for its root");
    const ChartBox& root = layout_.boxes[0];
    const bool has_card = options_.has_panel && !card_.is_empty();
    const double top = kMargin + (options_.title.empty() ? 0 : 30);
    const double width = root.width + 2 * kMargin + (has_card ? card_.width() + kMargin : 0);
    Sheet sheet(width, top + std::max(root.height, has_card ? card_.height() : 0) + kMargin);
    sheet.rectangle({0, 0}, sheet.width(), sheet.height(), {.fill = "#ffffff"});
    sheet.text({kMargin, kMargin + 14}, options_.title, {.size = 17, .fill = kMachineInk, .bold = true});
    origin_ = {kMargin, top};

    for (std::size_t i = 0; i < machine_.states.size(); ++i) state(sheet, StateId::from_size(i));
    for (const internal::ChartLine& line : layout_.heads)
      sheet.line(at(line.a), at(line.b), {.stroke = kEdge, .stroke_width = 0.8});
    for (const internal::ChartLine& line : layout_.separators)
      sheet.line(at(line.a), at(line.b), {.stroke = kEdge, .stroke_width = 1, .dash = "5 4"});
    for (const internal::ChartDot& dot : layout_.initials) {
      sheet.circle(at(dot.dot), 5, {.fill = kMachineInk});
      sheet.arrow(at(dot.dot), at(dot.tip), 8, {.stroke = kMachineInk, .stroke_width = 1.4});
    }
    for (const ChartArrow& a : layout_.arrows) arrow(sheet, a);
    for (const ChartArrow& a : layout_.arrows) label(sheet, a);
    if (has_card) card_.draw(sheet, {kMargin + root.width + kMargin, top});
    return sheet;
  }

 private:
  SheetPoint at(const SheetPoint& p) const { return {p.x + origin_.x, p.y + origin_.y}; }

  void state(Sheet& sheet, StateId id) const {
    const hcsm::StateOutline& s = machine_.state(id);
    BACKLOT_ASSERT(id.index() < layout_.boxes.size(), "the chart has no box for this state");
    const ChartBox& box = layout_.boxes[id.index()];
    const SheetPoint corner = at({box.x, box.y});
    const bool is_lit = options_.state && options_.state->is_in(id);
    const bool is_leaf = s.kind == StateKind::leaf;
    if (!layout_.is_band[id.index()]) {
      const char* fill = is_leaf ? (is_lit ? kLit : "#ffffff") : (id.index() == 0 ? "#f4f7fa" : "#e6edf4");
      sheet.rounded_rectangle(
          corner, box.width, box.height, is_leaf ? 9 : 12,
          {.fill = fill, .stroke = is_lit ? kLitEdge : kEdge, .stroke_width = is_leaf ? 1.3 : 1.5});
    }
    if (is_leaf) {
      sheet.text({corner.x + 0.5 * box.width, corner.y + 0.5 * box.height + 4.5}, s.name,
                 {.size = 13, .fill = kMachineInk, .anchor = Anchor::middle});
    } else {
      const bool is_band = layout_.is_band[id.index()];
      sheet.text(
          {corner.x + 14, corner.y + 20}, s.name,
          {.size = id.index() == 0 ? 15.0 : 13.0, .fill = is_band ? kQuiet : kMachineInk, .bold = true});
    }
  }

  void arrow(Sheet& sheet, const ChartArrow& arrow) const {
    std::vector<SheetPoint> points = rounded(arrow.points, 9);
    for (SheetPoint& p : points) p = at(p);
    const Style style{.fill = "none", .stroke = kArrow, .stroke_width = 1.3};
    BACKLOT_ASSERT(points.size() >= 2, "an arrow has two ends");
    const SheetPoint tip = points.back(), before = points[points.size() - 2];
    points.pop_back();
    sheet.polyline(points, style);
    sheet.arrow(before, tip, 8, style);
  }

  void label(Sheet& sheet, const ChartArrow& arrow) const {
    SheetPoint place = at(arrow.label_at);
    for (const internal::LabelLine& line : arrow.label) {
      if (line.is_button) {
        const double left = place.x - 0.5 * internal::label_width(line);
        sheet.circle({left + 5, place.y - 4}, 4, {.fill = kButton});
        sheet.text({left + internal::kButtonDot, place.y}, line.text,
                   {.size = internal::kLabelSize, .fill = kButton});
      } else {
        sheet.text(place, line.text,
                   {.size = internal::kLabelSize, .fill = kMachineInk, .anchor = Anchor::middle});
      }
      place.y += internal::kLabelLine;
    }
  }

  const MachineOutline& machine_;
  const MachinePictureOptions& options_;
  MachineLayout layout_;
  PanelCard card_;
  SheetPoint origin_{};
};

}  // namespace

Sheet draw_machine(const MachineOutline& machine, const MachinePictureOptions& options) {
  return MachinePainter(machine, options).draw();
}

}  // namespace backlot::draw
