#include "backlot/draw/ribbon_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "backlot/draw/colour.h"

namespace backlot::draw {

using geometry::Ribbon;
using geometry::Vec3;
using geometry::WorldPoint;

namespace {

constexpr double kLongestStep_m = 2;  // between two cross-sections of the surface
constexpr double kMostSteps = 4000;   // a long ribbon gets longer steps
constexpr double kSheetMargin = 46;   // free sheet around the picture
constexpr double kFoot = 54;          // and below it, for the legend

constexpr Colour kLow = colour(0x4a8fb5), kHigh = colour(0xe3a857), kUnder = colour(0x7a6a8e);
constexpr Colour kDark = colour(0x17222b);
constexpr const char* kTangentColour = "#d62728";
constexpr const char* kLateralColour = "#1e8f3e";
constexpr const char* kNormalColour = "#1f4fd1";

// Something to paint, and how far away it is.
struct Item {
  enum class Kind { patch, stroke, arrow, label };
  Kind kind = Kind::patch;
  double depth = 0;
  std::vector<SheetPoint> points{};
  Style style{};
  std::string text{};
};

// The largest of 1, 2, 5, 10, 20, 50 ... that is not above x, for x from a micrometre to the size of the earth.
double round_length(double x) {
  double decade = 1e-6;
  while (decade * 10 <= x && decade < 1e9) decade *= 10;
  const double units = x >= 5 * decade ? 5 : (x >= 2 * decade ? 2 : 1);
  return std::round(units * decade * 1e6) / 1e6;
}

class Painter {
 public:
  Painter(const Ribbon& ribbon, const RibbonPicture& picture)
      : ribbon_(ribbon),
        picture_(picture),
        steps_(static_cast<std::size_t>(
            std::clamp(std::ceil(ribbon.length() / kLongestStep_m), 1.0, kMostSteps))),
        step_(ribbon.length() / static_cast<double>(steps_)),
        corners_(corners()),
        projection_(Projection::fitting(picture.view, with_ground(corners_), {kSheetMargin, kSheetMargin},
                                        picture.width - 2 * kSheetMargin,
                                        picture.height - 2 * kSheetMargin - kFoot)),
        sheet_(picture.width, picture.height) {}

  Sheet paint() {
    sheet_.rectangle({0, 0}, picture_.width, picture_.height, {.fill = "#fbfaf7"});
    ground();
    shadow();
    surface();
    offset_lines();
    distance_lines();
    posts();
    frames();
    direction_arrows();
    labels();
    flush();
    legend();
    return std::move(sheet_);
  }

 private:
  // ---- where things are

  WorldPoint place(double distance, double offset, double loft = 0) const {
    return geometry::place(ribbon_, {distance, offset, loft});
  }
  double left() const { return ribbon_.edges().left; }
  double right() const { return ribbon_.edges().right; }

  // both edges at every step, left and right by turns
  std::vector<WorldPoint> corners() {
    std::vector<WorldPoint> found;
    for (std::size_t i = 0; i <= steps_; ++i) {
      const double d = step_ * static_cast<double>(i);
      found.push_back(place(d, left()));
      found.push_back(place(d, right()));
    }
    low_ = high_ = found.front();
    for (const WorldPoint& p : found) {
      low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y), std::min(low_.z, p.z)};
      high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y), std::max(high_.z, p.z)};
    }
    ground_z_ = low_.z - 1;
    return found;
  }

  std::vector<WorldPoint> with_ground(std::vector<WorldPoint> points) const {
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) points.push_back(on_ground(points[i]));
    return points;
  }

  WorldPoint on_ground(const WorldPoint& p) const { return {p.x, p.y, ground_z_}; }

  // the multiples of `step` in [from, to]
  static std::vector<double> multiples(double step, double from, double to) {
    std::vector<double> found;
    if (!(step > 0) || !((to - from) / step <= 2 * kMostSteps)) return found;
    for (double k = std::ceil(from / step - 1e-9) + 0.0; k * step <= to + 1e-9 * step; ++k)
      found.push_back(k * step);
    return found;
  }

  // ---- what is painted in order of depth

  void add(Item::Kind kind, const std::vector<WorldPoint>& points, double nearer_m, Style style,
           std::string text = {}) {
    Item item{.kind = kind, .style = std::move(style), .text = std::move(text)};
    for (const WorldPoint& p : points) {
      const Projection::Seen seen = projection_.see(p);
      item.points.push_back(seen.at);
      item.depth += seen.depth;
    }
    item.depth = item.depth / static_cast<double>(points.size()) - nearer_m;
    items_.push_back(std::move(item));
  }

  void flush() {
    std::stable_sort(items_.begin(), items_.end(),
                     [](const Item& a, const Item& b) { return a.depth > b.depth; });
    for (const Item& item : items_) {
      switch (item.kind) {
        case Item::Kind::patch:
          sheet_.polygon(item.points, item.style);
          break;
        case Item::Kind::stroke:
          sheet_.polyline(item.points, item.style);
          break;
        case Item::Kind::arrow:
          sheet_.arrow(item.points[0], item.points[1], 9, item.style);
          break;
        case Item::Kind::label:
          sheet_.text({item.points[0].x, item.points[0].y + 5}, item.text,
                      {.size = 14, .anchor = Anchor::middle, .bold = true, .halo = "#fbfaf7"});
          break;
      }
    }
    items_.clear();
  }

  // ---- the parts

  void ground() {
    const double g = picture_.ground_grid_m;
    if (!(g > 0)) return;
    const double x0 = g * std::floor(low_.x / g), x1 = g * std::ceil(high_.x / g);
    const double y0 = g * std::floor(low_.y / g), y1 = g * std::ceil(high_.y / g);
    const std::array<SheetPoint, 4> field = {
        projection_.at({x0, y0, ground_z_}), projection_.at({x1, y0, ground_z_}),
        projection_.at({x1, y1, ground_z_}), projection_.at({x0, y1, ground_z_})};
    sheet_.polygon(field, {.fill = "#eef1ea"});
    sheet_.begin_group({.stroke = "#ccd3c6", .stroke_width = 0.8});
    for (const double x : multiples(g, x0, x1)) {
      sheet_.line(projection_.at({x, y0, ground_z_}), projection_.at({x, y1, ground_z_}), {});
    }
    for (const double y : multiples(g, y0, y1)) {
      sheet_.line(projection_.at({x0, y, ground_z_}), projection_.at({x1, y, ground_z_}), {});
    }
    sheet_.end_group();
  }

  // one group with one opacity: the ribbon's shadow does not darken itself where it crosses
  void shadow() {
    sheet_.begin_group({.fill = "#3d4a3a", .stroke = "#3d4a3a", .stroke_width = 0.6, .opacity = 0.26});
    for (std::size_t i = 0; i < steps_; ++i) {
      const std::array<SheetPoint, 4> quad = {
          projection_.at(on_ground(corners_[2 * i])), projection_.at(on_ground(corners_[2 * i + 1])),
          projection_.at(on_ground(corners_[2 * i + 3])), projection_.at(on_ground(corners_[2 * i + 2]))};
      sheet_.polygon(quad, {});
    }
    sheet_.end_group();
  }

  Colour shade(const geometry::RibbonFrame& frame) const {
    const bool from_above = dot(frame.normal, projection_.towards_viewer()) > 0;
    const double height = (frame.position.z - low_.z) / std::max(high_.z - low_.z, 1e-9);
    const Colour base = from_above ? mix(kLow, kHigh, height) : kUnder;
    const Vec3 light = normalized(Vec3{-0.35, 0.25, 0.9});
    const double lit = dot(from_above ? frame.normal : -frame.normal, light);
    return lit > 0.75 ? mix(base, colour(0xffffff), 1.1 * (lit - 0.75))
                      : mix(kDark, base, 0.45 + 0.55 * (lit + 0.25));
  }

  // two patches for each step, left and right of the spine; each reaches a little under the next, against seams
  void surface() {
    const double middle = left() > 0 && right() < 0 ? 0 : 0.5 * (left() + right());
    for (std::size_t i = 0; i < steps_; ++i) {
      const double d0 = step_ * static_cast<double>(i), d1 = std::min(d0 + 1.06 * step_, ribbon_.length());
      const std::string fill = to_text(shade(ribbon_.frame(0.5 * (d0 + d1))));
      for (const auto& [a, b] : {std::pair{left(), middle - 0.03}, std::pair{middle + 0.03, right()}}) {
        add(Item::Kind::patch, {place(d0, a), place(d0, b), place(d1, b), place(d1, a)}, 0, {.fill = fill});
      }
    }
  }

  void offset_lines() {
    std::vector<double> offsets = multiples(picture_.offset_grid_m, right() + 1e-6, left() - 1e-6);
    for (const double offset : {left(), right(), 0.0}) offsets.push_back(offset);
    const std::size_t stretch = 3;  // steps in one stroke
    for (const double offset : offsets) {
      const bool is_edge = offset == left() || offset == right();
      const bool is_spine = offset == 0;
      if (offset > left() || offset < right()) continue;
      Style style{.fill = "none", .stroke = "#ffffff", .stroke_width = 0.7, .opacity = 0.75};
      if (is_edge) style = {.fill = "none", .stroke = "#1c2b36", .stroke_width = 1.5};
      if (is_spine) style = {.fill = "none", .stroke = "#b3122a", .stroke_width = 2.2};
      for (std::size_t i = 0; i < steps_; i += stretch) {
        std::vector<WorldPoint> points;
        for (std::size_t k = i; k <= std::min(i + stretch, steps_); ++k) {
          points.push_back(place(step_ * static_cast<double>(k), offset));
        }
        add(Item::Kind::stroke, points, is_spine ? kOnTop_m + 0.1 : kOnTop_m, style);
      }
    }
  }

  void distance_lines() {
    for (const double d : multiples(picture_.distance_grid_m, 0, ribbon_.length())) {
      line_across(d, std::fmod(d + 1e-6, 5 * picture_.distance_grid_m) < 1e-3 ? 1.7 : 0.7);
    }
    line_across(0, 1.7);
    line_across(ribbon_.length(), 1.7);
  }

  void line_across(double d, double width) {
    const Style style{.stroke = "#ffffff", .stroke_width = width, .opacity = width > 1 ? 1.0 : 0.75};
    const double middle = 0.5 * (left() + right());
    add(Item::Kind::stroke, {place(d, left()), place(d, middle)}, kOnTop_m, style);
    add(Item::Kind::stroke, {place(d, middle), place(d, right())}, kOnTop_m, style);
  }

  void posts() {
    for (const double d : multiples(picture_.post_every_m, 0, ribbon_.length())) {
      const WorldPoint top = ribbon_.frame(d).position;
      add(Item::Kind::stroke, {on_ground(top), top}, -2,
          {.stroke = "#77816f", .stroke_width = 1.1, .dash = "2 4"});
    }
  }

  void frames() {
    const double size = picture_.frame_arrow_m;
    for (const double d : multiples(picture_.frame_every_m, 0.5 * picture_.frame_every_m, ribbon_.length())) {
      const geometry::RibbonFrame frame = ribbon_.frame(d);
      for (const auto& [axis, stroke] :
           {std::pair{frame.tangent, kTangentColour}, std::pair{frame.lateral, kLateralColour},
            std::pair{frame.normal, kNormalColour}}) {
        add(Item::Kind::arrow, {frame.position, frame.position + axis * size}, size,
            {.stroke = stroke, .stroke_width = 2.6});
      }
    }
  }

  // a flat arrow on the surface, right of the spine
  void direction_arrows() {
    const double lane = 0.5 * right(), half = 0.16 * std::fabs(right());
    for (const double d : multiples(picture_.label_every_m, 0, ribbon_.length() - 14)) {
      const double a = d + 3, neck = a + 6, tip = a + 9;
      add(Item::Kind::patch,
          {place(a, lane + 0.35 * half), place(neck, lane + 0.35 * half), place(neck, lane + half),
           place(tip, lane), place(neck, lane - half), place(neck, lane - 0.35 * half),
           place(a, lane - 0.35 * half)},
          kOnTop_m + 0.2, {.fill = "#ffffff", .opacity = 0.9});
    }
  }

  void labels() {
    for (const double d : multiples(picture_.label_every_m, 0, ribbon_.length())) {
      add(Item::Kind::label, {place(d, right() - 2.5)}, 6, {}, fmt::format("{:.0f} m", d));
    }
  }

  void legend() {
    if (!picture_.title.empty()) sheet_.text({24, 38}, picture_.title, {.size = 22, .bold = true});
    const double y = picture_.height - 26;

    // what the colours of the arrows mean
    double x = 26;
    for (const auto& [name, stroke] :
         {std::pair{"tangent", kTangentColour}, std::pair{"lateral (offset > 0)", kLateralColour},
          std::pair{"normal (loft > 0)", kNormalColour}}) {
      sheet_.arrow({x, y}, {x + 30, y}, 9, {.stroke = stroke, .stroke_width = 2.6});
      sheet_.text({x + 37, y + 5}, name, {.size = 14});
      x += 62 + 7.9 * static_cast<double>(std::string_view(name).size());
    }
    sheet_.line({x, y}, {x + 30, y}, {.stroke = "#b3122a", .stroke_width = 2.2});
    sheet_.text({x + 37, y + 5}, "spine", {.size = 14});
    x += 105;
    if (picture_.distance_grid_m > 0 && picture_.offset_grid_m > 0) {
      sheet_.text(
          {x, y + 5},
          fmt::format("grid {:g} m along, {:g} m across", picture_.distance_grid_m, picture_.offset_grid_m),
          {.size = 14});
    }

    // lengths across the view are true, so a level bar measures them
    const double bar_m = round_length(220 / projection_.units_per_metre());
    const double bar = bar_m * projection_.units_per_metre();
    const double end = picture_.width - 26;
    sheet_.begin_group({.stroke = "#222222", .stroke_width = 1.6});
    sheet_.line({end - bar, y}, {end, y}, {});
    sheet_.line({end - bar, y - 5}, {end - bar, y + 5}, {});
    sheet_.line({end, y - 5}, {end, y + 5}, {});
    sheet_.end_group();
    sheet_.text({end - 0.5 * bar, y - 8}, fmt::format("{:g} m", bar_m),
                {.size = 14, .anchor = Anchor::middle});
  }

  static constexpr double kOnTop_m = 3.2;  // lines lie on the surface: they count as this much nearer

  const Ribbon& ribbon_;
  const RibbonPicture& picture_;
  std::size_t steps_;
  double step_;
  WorldPoint low_, high_;
  double ground_z_ = 0;
  std::vector<WorldPoint> corners_;
  Projection projection_;
  Sheet sheet_;
  std::vector<Item> items_;
};

}  // namespace

Sheet draw_ribbon(const Ribbon& ribbon, const RibbonPicture& picture) {
  return Painter(ribbon, picture).paint();
}

}  // namespace backlot::draw
