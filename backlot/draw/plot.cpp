#include "backlot/draw/plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/draw/ticks.h"

namespace backlot::draw {

namespace {

// Told apart in print and by eyes that see few colours (Okabe and Ito, "Color universal design").
constexpr std::array<const char*, 8> kPalette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#8a6d00", "#56b4e9", "#4d4d4d", "#e69f00"};
constexpr const char* kPlotInk = "#222222";
constexpr const char* kGrid = "#dfe3e6";
constexpr double kLegendRow = 21;

bool is_drawable(double value, const PlotAxis& axis) {
  // beyond 1e300 a range could overflow
  return std::fabs(value) <= 1e300 && (!axis.is_log || value >= 1e-300);
}

// An axis with known limits: from a value to its place between 0 and 1.
class Scale {
 public:
  Scale(const PlotAxis& axis, const std::vector<double>& values) : is_log_(axis.is_log) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    low_ = values.empty() ? (is_log_ ? 1 : 0) : *least;
    high_ = values.empty() ? (is_log_ ? 10 : 1) : *most;
    widen(values);
    if (axis.low && is_drawable(*axis.low, axis)) low_ = *axis.low;
    if (axis.high && is_drawable(*axis.high, axis)) high_ = *axis.high;
    if (!(low_ < high_)) {
      const double spread = is_log_ ? 0 : std::max(1.0, 0.1 * std::fabs(low_));
      high_ = is_log_ ? 10 * low_ : low_ + spread;
      low_ = is_log_ ? low_ / 10 : low_ - spread;
    }
  }

  double share(double value) const { return (bend(value) - bend(low_)) / (bend(high_) - bend(low_)); }
  std::vector<Tick> ticks() const { return is_log_ ? log_ticks(low_, high_) : linear_ticks(low_, high_); }

 private:
  double bend(double value) const { return is_log_ ? base::log(value) : value; }

  // a little air around the points; a linear axis that begins near zero begins at zero
  void widen(const std::vector<double>& values) {
    if (values.empty()) return;
    if (is_log_) {
      const double air = base::exp(0.04 * (base::log(high_) - base::log(low_)));
      low_ /= air;
      high_ *= air;
      return;
    }
    const double range = high_ - low_;
    const bool from_zero = low_ >= 0 && low_ < 0.5 * range;
    low_ = from_zero ? 0 : low_ - 0.05 * range;
    high_ += 0.06 * range;
  }

  bool is_log_;
  double low_ = 0, high_ = 1;
};

class Plotter {
 public:
  explicit Plotter(const Plot& plot)
      : plot_(plot),
        x_(plot.x, values(&PlotPoint::x)),
        y_(plot.y, values(&PlotPoint::y)),
        sheet_(plot.width, plot.height) {
    top_ = plot.title.empty() ? 24 : (plot.subtitle.empty() ? 54 : 74);
    right_ = plot.width - 26;
    bottom_ = plot.height - 62;
  }

  Sheet draw() {
    sheet_.rectangle({0, 0}, plot_.width, plot_.height, {.fill = "#ffffff"});
    sheet_.text({left_, 32}, plot_.title, {.size = 17, .bold = true});
    sheet_.text({left_, 54}, plot_.subtitle, {.size = 13, .fill = "#555555"});
    axes();
    for (std::size_t i = 0; i < plot_.series.size(); ++i) series(plot_.series[i], colour_of(i));
    if (is_empty()) {
      sheet_.text({0.5 * (left_ + right_), 0.5 * (top_ + bottom_)}, "no data",
                  {.size = 16, .fill = "#888888", .anchor = Anchor::middle});
    }
    legend();
    return std::move(sheet_);
  }

 private:
  bool is_drawable(const PlotPoint& p) const {
    return draw::is_drawable(p.x, plot_.x) && draw::is_drawable(p.y, plot_.y);
  }

  std::vector<double> values(double PlotPoint::*coordinate) const {
    std::vector<double> found;
    for (const Series& s : plot_.series) {
      for (const PlotPoint& p : s.points) {
        if (is_drawable(p)) found.push_back(p.*coordinate);
      }
    }
    return found;
  }

  bool is_empty() const { return values(&PlotPoint::x).empty(); }

  std::string colour_of(std::size_t i) const {
    BACKLOT_ASSERT(i < plot_.series.size(), "the plot has no such series");
    return plot_.series[i].colour.empty() ? kPalette[i % kPalette.size()] : plot_.series[i].colour;
  }

  SheetPoint at(const PlotPoint& p) const { return {sheet_x(p.x), sheet_y(p.y)}; }
  double sheet_x(double value) const { return left_ + x_.share(value) * (right_ - left_); }
  double sheet_y(double value) const { return bottom_ - y_.share(value) * (bottom_ - top_); }
  bool is_inside(const SheetPoint& p) const {
    return p.x >= left_ - 0.5 && p.x <= right_ + 0.5 && p.y >= top_ - 0.5 && p.y <= bottom_ + 0.5;
  }

  void axes() {
    for (const Tick& tick : x_.ticks()) {
      const double x = sheet_x(tick.value);
      const bool is_major = !tick.label.empty();
      sheet_.line({x, top_}, {x, bottom_}, {.stroke = is_major ? kGrid : "#f1f3f4", .stroke_width = 1});
      sheet_.line({x, bottom_}, {x, bottom_ + (is_major ? 6 : 3)}, {.stroke = kPlotInk, .stroke_width = 1});
      sheet_.text({x, bottom_ + 21}, tick.label, {.size = 12.5, .anchor = Anchor::middle});
    }
    for (const Tick& tick : y_.ticks()) {
      const double y = sheet_y(tick.value);
      const bool is_major = !tick.label.empty();
      sheet_.line({left_, y}, {right_, y}, {.stroke = is_major ? kGrid : "#f1f3f4", .stroke_width = 1});
      sheet_.line({left_ - (is_major ? 6 : 3), y}, {left_, y}, {.stroke = kPlotInk, .stroke_width = 1});
      sheet_.text({left_ - 10, y + 4.5}, tick.label, {.size = 12.5, .anchor = Anchor::end});
    }
    sheet_.rectangle({left_, top_}, right_ - left_, bottom_ - top_,
                     {.fill = "none", .stroke = kPlotInk, .stroke_width = 1});
    sheet_.text({0.5 * (left_ + right_), plot_.height - 16}, plot_.x.label,
                {.size = 14, .anchor = Anchor::middle});
    sheet_.text({24, 0.5 * (top_ + bottom_)}, plot_.y.label,
                {.size = 14, .anchor = Anchor::middle, .turn_deg = -90});
  }

  // The part of a line that lies inside the frame, as shares of its way from a to b; false where none does.
  bool clip(const SheetPoint& a, const SheetPoint& b, double& from, double& to) const {
    from = 0;
    to = 1;
    const double dx = b.x - a.x, dy = b.y - a.y;
    // each border: how much of the way crosses it outwards, and how far inside a is
    for (const auto& [out, inside] : {std::pair{-dx, a.x - left_}, std::pair{dx, right_ - a.x},
                                      std::pair{-dy, a.y - top_}, std::pair{dy, bottom_ - a.y}}) {
      if (out == 0 && inside < 0) return false;
      if (out > 0) to = std::min(to, inside / out);
      if (out < 0) from = std::max(from, inside / out);
    }
    return from < to;
  }

  void series(const Series& s, const std::string& colour) {
    const Style stroke{.fill = "none", .stroke = colour, .stroke_width = 2, .dash = s.dash};
    std::vector<SheetPoint> run;  // of neighbours that can be drawn
    const auto end_run = [&] {
      sheet_.polyline(run, stroke);
      run.clear();
    };
    for (std::size_t i = 0; s.has_line && i + 1 < s.points.size(); ++i) {
      if (!is_drawable(s.points[i]) || !is_drawable(s.points[i + 1])) {
        end_run();
        continue;
      }
      const SheetPoint a = at(s.points[i]), b = at(s.points[i + 1]);
      double from = 0, to = 1;
      if (!clip(a, b, from, to)) {
        end_run();
        continue;
      }
      if (from > 0 || run.empty()) {
        end_run();
        run.push_back({a.x + from * (b.x - a.x), a.y + from * (b.y - a.y)});
      }
      run.push_back({a.x + to * (b.x - a.x), a.y + to * (b.y - a.y)});
      if (to < 1) end_run();
    }
    end_run();
    for (const PlotPoint& p : s.points) {
      if (is_drawable(p) && is_inside(at(p))) marker(at(p), s.marker, colour);
    }
  }

  void marker(const SheetPoint& centre, Marker kind, const std::string& colour) {
    const Style style{.fill = colour, .stroke = "#ffffff", .stroke_width = 1};
    constexpr double r = 4.6;
    switch (kind) {
      case Marker::none:
        break;
      case Marker::circle:
        sheet_.circle(centre, r, style);
        break;
      case Marker::square:
        sheet_.rectangle({centre.x - 0.9 * r, centre.y - 0.9 * r}, 1.8 * r, 1.8 * r, style);
        break;
      case Marker::triangle:
        sheet_.polygon(std::array{SheetPoint{centre.x, centre.y - 1.2 * r},
                                  SheetPoint{centre.x - 1.1 * r, centre.y + 0.8 * r},
                                  SheetPoint{centre.x + 1.1 * r, centre.y + 0.8 * r}},
                       style);
        break;
      case Marker::diamond:
        sheet_.polygon(
            std::array{SheetPoint{centre.x, centre.y - 1.3 * r}, SheetPoint{centre.x + 1.3 * r, centre.y},
                       SheetPoint{centre.x, centre.y + 1.3 * r}, SheetPoint{centre.x - 1.3 * r, centre.y}},
            style);
        break;
    }
  }

  // How many points a legend at this corner would cover.
  std::size_t covered(const SheetPoint& corner, double width, double height) const {
    std::size_t count = 0;
    for (const Series& s : plot_.series) {
      for (const PlotPoint& point : s.points) {
        if (!is_drawable(point)) continue;
        const SheetPoint p = at(point);
        if (p.x >= corner.x && p.x <= corner.x + width && p.y >= corner.y && p.y <= corner.y + height)
          ++count;
      }
    }
    return count;
  }

  // In the corner where it covers least; of equals the first of top left, top right, bottom right, bottom left.
  void legend() {
    std::size_t named = 0, longest = 0;
    for (const Series& s : plot_.series) {
      if (s.name.empty()) continue;
      ++named;
      longest = std::max(longest, s.name.size());
    }
    if (named == 0) return;
    const double width = 52 + 7.3 * static_cast<double>(longest);
    const double height = 10 + kLegendRow * static_cast<double>(named);
    const double near_x = left_ + 10, far_x = right_ - width - 10, near_y = top_ + 10,
                 far_y = bottom_ - height - 10;
    SheetPoint corner = {near_x, near_y};
    for (const SheetPoint& other :
         {SheetPoint{far_x, near_y}, SheetPoint{far_x, far_y}, SheetPoint{near_x, far_y}}) {
      if (covered(other, width, height) < covered(corner, width, height)) corner = other;
    }
    sheet_.rectangle(corner, width, height,
                     {.fill = "#ffffff", .stroke = "#c8ced2", .stroke_width = 1, .opacity = 0.93});
    double y = corner.y + 5 + 0.5 * kLegendRow;
    for (std::size_t i = 0; i < plot_.series.size(); ++i) {
      const Series& s = plot_.series[i];
      if (s.name.empty()) continue;
      const std::string colour = colour_of(i);
      if (s.has_line) {
        sheet_.line({corner.x + 8, y}, {corner.x + 38, y},
                    {.stroke = colour, .stroke_width = 2, .dash = s.dash});
      }
      marker({corner.x + 23, y}, s.marker, colour);
      sheet_.text({corner.x + 45, y + 4.5}, s.name, {.size = 12.5});
      y += kLegendRow;
    }
  }

  const Plot& plot_;
  Scale x_, y_;
  Sheet sheet_;
  double left_ = 82, top_ = 0, right_ = 0, bottom_ = 0;
};

}  // namespace

Sheet draw_plot(const Plot& plot) { return Plotter(plot).draw(); }

}  // namespace backlot::draw
