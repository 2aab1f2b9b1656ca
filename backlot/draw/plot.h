// Lines over two axes: measurements and laws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backlot/draw/svg.h"

namespace backlot::draw {

enum class Marker : std::uint8_t { none, circle, square, triangle, diamond };

struct PlotPoint {
  double x = 0, y = 0;
};

// One line of a plot. Points that are not finite are left out, and so are those at or below zero on a logarithmic
// axis; the line has a gap there.
struct Series {
  std::string name{};
  std::vector<PlotPoint> points{};
  Marker marker = Marker::circle;
  bool has_line = true;
  std::string colour{};  // empty: the next of eight
  std::string dash{};    // "6 4", or empty for a full line
};

// Limits that are not given come from the points.
struct PlotAxis {
  std::string label{};  // with its unit: "radius [m]"
  bool is_log = false;
  std::optional<double> low{}, high{};
};

struct Plot {
  std::string title{};
  std::string subtitle{};
  PlotAxis x{}, y{};
  std::vector<Series> series{};
  double width = 820, height = 520;  // of the sheet
};

// The plot on a sheet of its own. Without any points there are axes and the words "no data".
Sheet draw_plot(const Plot& plot);

}  // namespace backlot::draw
