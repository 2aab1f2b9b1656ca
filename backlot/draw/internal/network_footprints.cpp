#include "backlot/draw/internal/network_footprints.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/draw/internal/network_palette.h"

namespace backlot::draw::internal {

using geometry::WorldPoint;
using network::FeatureKind;
using network::FeatureOutline;

namespace {

constexpr double kStripe_m = 0.5;     // of a crosswalk, and so is the gap between two
constexpr double kMostStripes = 200;  // that a crosswalk may have
constexpr double kHeadroom_m = 3;     // above the ground: traffic passes below

std::vector<SheetPoint> on_sheet(const NetworkCanvas& canvas, std::span<const WorldPoint> corners) {
  std::vector<SheetPoint> points;
  for (const WorldPoint& p : corners) points.push_back(canvas.at(p));
  return points;
}

std::vector<std::vector<SheetPoint>> polygons_of(const NetworkCanvas& canvas, FeatureKind kind) {
  std::vector<std::vector<SheetPoint>> polygons;
  for (const FeatureOutline& outline : canvas.network.outlines())
    if (outline.kind == kind) polygons.push_back(on_sheet(canvas, canvas.network.corners(outline)));
  return polygons;
}

// A direction on the sheet, and how far places lie along it.
struct Axis {
  double x = 1, y = 0;

  double along(const SheetPoint& p) const { return x * p.x + y * p.y; }
};

// The direction of the longest side: over a road that is wider than the crosswalk, the way of the pedestrians.
Axis walking_axis(const std::vector<SheetPoint>& corners) {
  BACKLOT_ASSERT(!corners.empty(), "an area has corners");
  Axis axis;
  double longest = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const SheetPoint &a = corners[i], &b = corners[(i + 1) % corners.size()];
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    if (!(length > longest)) continue;
    longest = length;
    axis = {dx / length, dy / length};
  }
  return axis;
}

// What of a polygon lies past a place of the axis, or before it.
std::vector<SheetPoint> cut(const std::vector<SheetPoint>& corners, const Axis& axis, double at,
                            bool is_past) {
  std::vector<SheetPoint> kept;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const SheetPoint &a = corners[i], &b = corners[(i + 1) % corners.size()];
    const double from = axis.along(a) - at, to = axis.along(b) - at;
    if ((from >= 0) == is_past) kept.push_back(a);
    if ((from >= 0) == (to >= 0)) continue;
    const double share = from / (from - to);
    kept.push_back({a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)});
  }
  return kept;
}

void draw_zebra(NetworkCanvas& canvas, const std::vector<SheetPoint>& corners) {
  const Axis axis = walking_axis(corners);
  const auto [first, last] = std::minmax_element(
      corners.begin(), corners.end(),
      [&](const SheetPoint& a, const SheetPoint& b) { return axis.along(a) < axis.along(b); });
  // stripes as painted, fewer and broader where they would run together on the sheet
  const double from = axis.along(*first), length = axis.along(*last) - from;
  const double stripe = std::max(kStripe_m * canvas.scale(), 1.2);
  const double count = std::clamp(std::floor(length / (2 * stripe)), 1.0, kMostStripes);
  const double step = length / count;
  for (double k = 0; k < count; ++k) {
    const double begin = from + (k + 0.25) * step;
    const std::vector<SheetPoint> past = cut(corners, axis, begin, true);
    const std::vector<SheetPoint> piece = cut(past, axis, begin + 0.5 * step, false);
    if (piece.size() >= 3) canvas.sheet.polygon(piece, {});
  }
}

}  // namespace

void draw_buildings(NetworkCanvas& canvas) {
  const std::vector<std::vector<SheetPoint>> houses = polygons_of(canvas, FeatureKind::building);
  if (houses.empty()) return;
  // the light comes from the north-west, as on maps it always does
  const double shade = std::min(0.9 * canvas.scale(), 5.0);
  canvas.sheet.begin_group({.fill = "#6b6a5c", .opacity = 0.22});
  for (std::vector<SheetPoint> house : houses) {
    for (SheetPoint& corner : house) corner = {corner.x + shade, corner.y + shade};
    canvas.sheet.polygon(house, {});
  }
  canvas.sheet.end_group();
  const double edge = std::clamp(0.15 * canvas.scale(), 0.3, 1.2);
  canvas.sheet.begin_group({.fill = palette::kHouse, .stroke = palette::kHouseLine, .stroke_width = edge});
  for (const std::vector<SheetPoint>& house : houses) canvas.sheet.polygon(house, {});
  canvas.sheet.end_group();
}

void draw_painted_features(NetworkCanvas& canvas) {
  const std::vector<std::vector<SheetPoint>> bays = polygons_of(canvas, FeatureKind::parking_space);
  if (!bays.empty() && canvas.detail.tints) {
    Style style{.fill = surface_colour(network::LaneKind::parking)};
    if (canvas.detail.bays) {
      style.stroke = palette::kWhitePaint;
      style.stroke_width = std::max(0.12 * canvas.scale(), 0.4);
    }
    canvas.sheet.begin_group(style);
    for (const std::vector<SheetPoint>& bay : bays) canvas.sheet.polygon(bay, {});
    canvas.sheet.end_group();
  }
  const std::vector<std::vector<SheetPoint>> zebras = polygons_of(canvas, FeatureKind::crosswalk);
  if (zebras.empty() || !canvas.detail.markings) return;
  canvas.sheet.begin_group({.fill = palette::kZebra});
  for (const std::vector<SheetPoint>& zebra : zebras) draw_zebra(canvas, zebra);
  canvas.sheet.end_group();
}

void draw_barriers(NetworkCanvas& canvas) {
  if (!canvas.detail.signs) return;
  const double thinnest = 0.5;  // units: a railing is still a line
  for (const FeatureOutline& outline : canvas.network.outlines()) {
    if (outline.kind != FeatureKind::barrier && outline.kind != FeatureKind::tree) continue;
    const bool is_wall = outline.kind == FeatureKind::barrier;
    const char* const colour = is_wall ? "#7d7468" : palette::kTree;
    const network::FeatureDescription& feature = canvas.network.feature_of(outline);
    const double start =
        outline.way.is_empty() ? 0 : canvas.network.strip(canvas.network.way(outline.way).strip).from;
    const WorldPoint ground =
        geometry::place(canvas.network.ribbon(outline.road), {start + feature.distance, feature.offset, 0});
    const bool hangs = outline.z_low > ground.z + kHeadroom_m;
    Style style{.fill = colour, .stroke = colour, .stroke_width = thinnest};
    if (hangs) style.opacity = 0.3;
    canvas.sheet.polygon(on_sheet(canvas, canvas.network.corners(outline)), style);
  }
}

}  // namespace backlot::draw::internal
