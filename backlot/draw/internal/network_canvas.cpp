#include "backlot/draw/internal/network_canvas.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_sampling.h"

namespace backlot::draw::internal {

using network::StripId;

namespace {

constexpr double kChordError = 0.1;  // units of the sheet

}  // namespace

// A lane of 3.5 m is two units wide where lanes are first told apart, and a line of paint a quarter of a unit where it
// is first drawn.
NetworkDetail::NetworkDetail(const NetworkPicture& picture, double scale)
    : tints(scale >= 0.5),
      kerbs(scale >= 0.7),
      markings(picture.markings && scale >= 0.9),
      bays(picture.markings && scale >= 1.6),
      arrows(picture.arrows && scale >= 1.3),
      corridors(picture.corridors && scale >= 1.3),
      signs(picture.signs && scale >= 1.1),
      signal_heads(picture.signal_heads && signs),
      trees(scale >= 0.4),
      way_names(picture.names && scale >= 0.8),
      intersection_names(picture.names && scale >= 0.6) {}

double NetworkCanvas::units(double metres, double least, double most) const {
  BACKLOT_ASSERT(least <= most, "bounds of a width have an order");
  return std::clamp(metres * scale(), least * interface_scale, most * interface_scale);
}

SheetPoint NetworkCanvas::at(StripId strip, double distance, double offset) const {
  return projection.at(surface_point(network, strip, distance, offset));
}

std::vector<double> NetworkCanvas::cuts(StripId strip, double from, double to) const {
  return sample_strip(network, strip, from, to, {.tolerance_m = kChordError / scale(), .is_plan = true});
}

std::vector<SheetPoint> NetworkCanvas::line_on(StripId strip, std::span<const double> distances,
                                               const OffsetAt& offset) const {
  std::vector<SheetPoint> points;
  points.reserve(distances.size());
  for (const double d : distances) points.push_back(at(strip, d, offset(d)));
  return points;
}

std::vector<SheetPoint> NetworkCanvas::area_on(StripId strip, std::span<const double> distances,
                                               const OffsetAt& left, const OffsetAt& right) const {
  std::vector<SheetPoint> points = line_on(strip, distances, left);
  for (std::size_t i = distances.size(); i-- > 0;) {
    points.push_back(at(strip, distances[i], right(distances[i])));
  }
  return points;
}

}  // namespace backlot::draw::internal
