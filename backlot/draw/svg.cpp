#include "backlot/draw/svg.h"

#include <array>
#include <cmath>
#include <fstream>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/clip.h"

namespace backlot::draw {

namespace {

constexpr double kWidestStroke = 20;  // of a shape in a window

bool is_finite(const SheetPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); }

bool all_finite(std::span<const SheetPoint> points) {
  for (const SheetPoint& p : points) {
    if (!is_finite(p)) return false;
  }
  return true;
}

std::string attributes(const Style& style) {
  BACKLOT_ASSERT(!(style.stroke_width < 0), "a stroke has a width");
  std::string out;
  if (!style.fill.empty()) out += fmt::format(" fill=\"{}\"", escaped(style.fill));
  if (!style.stroke.empty()) out += fmt::format(" stroke=\"{}\"", escaped(style.stroke));
  if (style.stroke_width > 0) out += fmt::format(" stroke-width=\"{}\"", number_text(style.stroke_width));
  if (style.opacity < 1) out += fmt::format(" opacity=\"{}\"", number_text(style.opacity));
  if (!style.dash.empty()) out += fmt::format(" stroke-dasharray=\"{}\"", escaped(style.dash));
  return out;
}

std::string point_list(std::span<const SheetPoint> points) {
  std::string out;
  for (const SheetPoint& p : points) {
    if (!out.empty()) out += ' ';
    out += number_text(p.x) + "," + number_text(p.y);
  }
  return out;
}

const char* anchor_text(Anchor anchor) {
  switch (anchor) {
    case Anchor::start:
      return "start";
    case Anchor::middle:
      return "middle";
    case Anchor::end:
      break;
  }
  return "end";
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
  }
  return out;
}

std::string number_text(double value) {
  std::string out = fmt::format("{:.2f}", value);
  if (out.find('.') == std::string::npos) return out;  // not a finite number
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out == "-0" ? "0" : out;
}

Sheet::Sheet(double width, double height) : width_(width), height_(height) {
  BACKLOT_CHECK(width > 0 && height > 0 && std::isfinite(width) && std::isfinite(height),
                "a sheet has a size");
}

void Sheet::add(std::string_view element) {
  body_.append(2 * (open_groups_ + 1), ' ');
  body_ += element;
  body_ += '\n';
}

// Whether some of a shape may be within the window: its points are not all beyond the same edge by more than `around`.
bool Sheet::is_seen(std::span<const SheetPoint> points, double around) const {
  if (!window_) return true;
  const double far = around + kWidestStroke;
  bool all_left = true, all_right = true, all_above = true, all_below = true;
  for (const SheetPoint& p : points) {
    all_left &= p.x < window_->low.x - far;
    all_right &= p.x > window_->high.x + far;
    all_above &= p.y < window_->low.y - far;
    all_below &= p.y > window_->high.y + far;
  }
  return !(all_left || all_right || all_above || all_below);
}

// The window and the width of a stroke around it.
std::optional<internal::ClipBox> Sheet::window_around() const {
  if (!window_) return std::nullopt;
  return internal::ClipBox{{window_->low.x - kWidestStroke, window_->low.y - kWidestStroke},
                           {window_->high.x + kWidestStroke, window_->high.y + kWidestStroke}};
}

void Sheet::line(const SheetPoint& a, const SheetPoint& b, const Style& style) {
  if (!is_finite(a) || !is_finite(b) || !is_seen(std::array{a, b})) return;
  add(fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}"{}/>)", number_text(a.x), number_text(a.y),
                  number_text(b.x), number_text(b.y), attributes(style)));
}

void Sheet::polyline(std::span<const SheetPoint> points, const Style& style) {
  if (points.size() < 2 || !all_finite(points) || !is_seen(points)) return;
  if (!window_) {
    add(fmt::format(R"(<polyline points="{}"{}/>)", point_list(points), attributes(style)));
    return;
  }
  for (const internal::LinePart& part : internal::clip_polyline(points, *window_around())) {
    const std::string phase = part.skipped > 0 && !style.dash.empty()
                                  ? fmt::format(R"( stroke-dashoffset="{}")", number_text(part.skipped))
                                  : "";
    add(fmt::format(R"(<polyline points="{}"{}{}/>)", point_list(part.points), attributes(style), phase));
  }
}

void Sheet::polygon(std::span<const SheetPoint> points, const Style& style) {
  if (points.size() < 3 || !all_finite(points) || !is_seen(points)) return;
  const std::optional<internal::ClipBox> around = window_around();
  if (!around) {
    add(fmt::format(R"(<polygon points="{}"{}/>)", point_list(points), attributes(style)));
    return;
  }
  const std::vector<SheetPoint> part = internal::clip_polygon(points, *around);
  if (part.size() < 3) return;
  add(fmt::format(R"(<polygon points="{}"{}/>)", point_list(part), attributes(style)));
}

void Sheet::rectangle(const SheetPoint& corner, double width, double height, const Style& style) {
  rounded_rectangle(corner, width, height, 0, style);
}

void Sheet::rounded_rectangle(const SheetPoint& corner, double width, double height, double radius,
                              const Style& style) {
  if (!is_finite(corner) || !(width >= 0 && height >= 0) || !std::isfinite(width + height)) return;
  if (!is_seen(std::array{corner, SheetPoint{corner.x + width, corner.y + height}})) return;
  const std::string round =
      radius > 0 && std::isfinite(radius) ? fmt::format(R"( rx="{}")", number_text(radius)) : "";
  add(fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}"{}{}/>)", number_text(corner.x),
                  number_text(corner.y), number_text(width), number_text(height), round, attributes(style)));
}

void Sheet::circle(const SheetPoint& centre, double radius, const Style& style) {
  if (!is_finite(centre) || !(radius >= 0) || !std::isfinite(radius)) return;
  if (!is_seen(std::array{centre}, radius)) return;
  add(fmt::format(R"(<circle cx="{}" cy="{}" r="{}"{}/>)", number_text(centre.x), number_text(centre.y),
                  number_text(radius), attributes(style)));
}

void Sheet::arrow(const SheetPoint& a, const SheetPoint& b, double head, const Style& style) {
  BACKLOT_ASSERT(head > 0, "an arrow has a head");
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double length = std::sqrt(dx * dx + dy * dy);
  if (!(length > 0) || !std::isfinite(length)) return;
  // the shaft ends inside the head, so that the tip stays sharp
  const double ux = dx / length, uy = dy / length;
  const double back = head < length ? head : length;
  const SheetPoint neck = {b.x - back * ux, b.y - back * uy};
  const double half = 0.4 * back;
  line(a, {b.x - 0.8 * back * ux, b.y - 0.8 * back * uy}, style);
  const std::array<SheetPoint, 3> tip = {b, SheetPoint{neck.x - half * uy, neck.y + half * ux},
                                         SheetPoint{neck.x + half * uy, neck.y - half * ux}};
  polygon(tip, {.fill = style.stroke, .stroke = "none", .opacity = style.opacity});
}

void Sheet::text(const SheetPoint& at, std::string_view text, const TextStyle& style) {
  if (!is_finite(at) || text.empty()) return;
  if (!is_seen(std::array{at}, style.size * static_cast<double>(text.size()))) return;
  std::string extra;
  if (style.anchor != Anchor::start) extra += fmt::format(R"( text-anchor="{}")", anchor_text(style.anchor));
  if (style.bold) extra += R"( font-weight="bold")";
  if (style.italic) extra += R"( font-style="italic")";
  if (style.turn_deg != 0) {
    extra += fmt::format(" transform=\"rotate({} {} {})\"", number_text(style.turn_deg), number_text(at.x),
                         number_text(at.y));
  }
  const std::string place = fmt::format(R"(x="{}" y="{}" font-size="{}")", number_text(at.x),
                                        number_text(at.y), number_text(style.size));
  if (!style.halo.empty()) {
    add(fmt::format(
        R"(<text {}{} fill="{}" stroke="{}" stroke-width="3.5" stroke-linejoin="round">{}</text>)", place,
        extra, escaped(style.halo), escaped(style.halo), escaped(text)));
  }
  add(fmt::format(R"(<text {}{} fill="{}" stroke="none">{}</text>)", place, extra, escaped(style.fill),
                  escaped(text)));
}

void Sheet::begin_group(const Style& style, std::string_view title) {
  add(fmt::format("<g{}>", attributes(style)));
  ++open_groups_;
  if (!title.empty()) add(fmt::format("<title>{}</title>", escaped(title)));
}

void Sheet::end_group() {
  BACKLOT_CHECK(open_groups_ > 0, "no group is open");
  --open_groups_;
  add("</g>");
}

// A picture in the picture, with the coordinates of the sheet: its edges cut.
void Sheet::begin_window(const SheetPoint& corner, double width, double height) {
  BACKLOT_CHECK(!window_ && open_groups_ == 0, "a window in a window, or in a group");
  BACKLOT_CHECK(is_finite(corner) && width > 0 && height > 0 && std::isfinite(width + height),
                "a window has a size");
  const std::string x = number_text(corner.x), y = number_text(corner.y), w = number_text(width),
                    h = number_text(height);
  add(fmt::format(R"(<svg x="{}" y="{}" width="{}" height="{}" viewBox="{} {} {} {}">)", x, y, w, h, x, y, w,
                  h));
  window_ = Window{corner, {corner.x + width, corner.y + height}};
}

void Sheet::end_window() {
  BACKLOT_CHECK(window_ && open_groups_ == 0, "no window is open, or a group in it");
  window_.reset();
  add("</svg>");
}

std::string Sheet::to_svg() const {
  BACKLOT_CHECK(open_groups_ == 0, "a group was not ended");
  BACKLOT_CHECK(!window_, "a window was not ended");
  const std::string w = number_text(width_), h = number_text(height_);
  return fmt::format(R"(<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" viewBox="0 0 {} {}" font-family="DejaVu Sans, Verdana, sans-serif" stroke-linejoin="round" stroke-linecap="round">
)",
                     w, h, w, h) +
         body_ + "</svg>\n";
}

base::Diagnostics Sheet::write(const std::string& path) const {
  base::Diagnostics found;
  std::ofstream file(path, std::ios::binary);
  if (file) file << to_svg();
  file.close();
  if (!file) {
    found.error("D101", {.file = path}, "the picture cannot be written",
                "check that the folder exists and may be written");
  }
  return found;
}

}  // namespace backlot::draw
