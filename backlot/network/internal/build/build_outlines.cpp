// What stands beside and on the roads, as polygons of the world.
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/network/internal/build/build.h"

namespace backlot::network::internal {

namespace {

using geometry::WorldPoint;

constexpr std::size_t kMostCorners = 1000;
constexpr double kFarthest_m = 10'000;  // from the feature's place

// Ahead of its place, and to the left. Where a description says no size, the usual one.
std::vector<FeatureCorner> box_of(const FeatureDescription& feature) {
  double length = 0, width = 0;
  switch (feature.kind) {
    case FeatureKind::building:
      length = 10, width = 10;
      break;
    case FeatureKind::barrier:
      length = 1, width = 0.4;
      break;
    case FeatureKind::crosswalk:
      length = 7, width = 4;
      break;
    case FeatureKind::parking_space:
      length = 5, width = 2.5;
      break;
    default:
      return {};
  }
  if (feature.length > 0) length = feature.length;
  if (feature.width > 0) width = feature.width;
  const double l = 0.5 * length, w = 0.5 * width;
  return {{l, w, 0}, {-l, w, 0}, {-l, -w, 0}, {l, -w, 0}};
}

// Where a strip or road lies on its ribbon.
struct Ground {
  const geometry::Ribbon& ribbon;
  double from = 0;

  WorldPoint at(double distance, double offset, double loft) const {
    return geometry::place(ribbon, {from + distance, offset, loft});
  }
};

std::vector<WorldPoint> world_corners(const Ground& ground, const FeatureDescription& feature) {
  std::vector<WorldPoint> corners;
  if (feature.outline_frame == OutlineFrame::road && !feature.outline.empty()) {
    for (const FeatureCorner& corner : feature.outline)
      corners.push_back(ground.at(corner.along, corner.left, corner.up));
    return corners;
  }
  const geometry::PlacedPose pose =
      geometry::place_pose(ground.ribbon, {ground.from + feature.distance, feature.offset, feature.loft});
  const base::SinCos turn = base::sin_cos(pose.heading_rad + feature.heading_rad);
  for (const FeatureCorner& corner : feature.outline.empty() ? box_of(feature) : feature.outline)
    corners.push_back({pose.position.x + corner.along * turn.cos - corner.left * turn.sin,
                       pose.position.y + corner.along * turn.sin + corner.left * turn.cos,
                       pose.position.z + corner.up});
  return corners;
}

// Twice the area of a triangle, positive where its corners run counter-clockwise.
double turn_of(const WorldPoint& a, const WorldPoint& b, const WorldPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool do_cross(const WorldPoint& a, const WorldPoint& b, const WorldPoint& c, const WorldPoint& d) {
  return turn_of(a, b, c) * turn_of(a, b, d) < 0 && turn_of(c, d, a) * turn_of(c, d, b) < 0;
}

// Sides in the order of x, so that only those are compared that lie over each other.
bool has_crossing_sides(const std::vector<WorldPoint>& corners) {
  BACKLOT_ASSERT(corners.size() >= 3, "an outline has three corners");
  const std::size_t count = corners.size();
  if (count < 4) return false;
  struct Side {
    std::size_t first, last;
    double low, high;
  };
  std::vector<Side> sides;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t next = (i + 1) % count;
    const auto [low, high] = std::minmax(corners[i].x, corners[next].x);
    sides.push_back({i, next, low, high});
  }
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.low != b.low ? a.low < b.low : a.first < b.first; });
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count && sides[j].low <= sides[i].high; ++j) {
      const Side &a = sides[i], &b = sides[j];
      if (a.first == b.last || a.last == b.first) continue;
      if (do_cross(corners[a.first], corners[a.last], corners[b.first], corners[b.last])) return true;
    }
  return false;
}

// What a description says of a size or outline that cannot be. A feature without an outline is still one.
bool check_outline(Build& build, const FeatureDescription& feature) {
  const bool has_numbers =
      std::isfinite(feature.length) && std::isfinite(feature.width) && std::isfinite(feature.height) &&
      std::isfinite(feature.heading_rad) &&
      std::all_of(feature.outline.begin(), feature.outline.end(), [](const FeatureCorner& c) {
        return std::isfinite(c.along) && std::isfinite(c.left) && std::isfinite(c.up);
      });
  if (!has_numbers || (!feature.outline.empty() && feature.outline.size() < 3)) {
    build.error("N153", feature.place, "an outline has fewer than three corners, or one that has no place",
                "correct it, or leave it out");
    return false;
  }
  if (feature.outline.size() > kMostCorners) {
    build.warning("N155", feature.place,
                  fmt::format("an outline has {} corners, and is left out", feature.outline.size()),
                  fmt::format("up to {} are taken", kMostCorners));
    return false;
  }
  return true;
}

void add_outline(Build& build, const Ground& ground, const FeatureDescription& feature,
                 FeatureOutline outline) {
  if (!check_outline(build, feature)) return;
  const std::vector<WorldPoint> corners = world_corners(ground, feature);
  if (corners.empty()) return;
  const WorldPoint middle = ground.at(feature.distance, feature.offset, feature.loft);
  if (std::any_of(corners.begin(), corners.end(),
                  [&](const WorldPoint& p) { return geometry::distance_between(p, middle) > kFarthest_m; })) {
    build.warning("N155", feature.place, "an outline reaches more than 10 km, and is left out",
                  "correct its corners");
    return;
  }
  if (has_crossing_sides(corners))
    build.warning("N154", feature.place, "the sides of an outline cross each other",
                  "list its corners one after the other around it");
  outline.kind = feature.kind;
  const auto [low, high] = std::minmax_element(
      corners.begin(), corners.end(), [](const WorldPoint& a, const WorldPoint& b) { return a.z < b.z; });
  outline.z_low = low->z;
  outline.z_high = high->z + std::max(feature.height, 0.0);
  NetworkData& data = *build.data;
  outline.first_corner = static_cast<std::uint32_t>(data.outline_corners.size());
  outline.corner_count = static_cast<std::uint32_t>(corners.size());
  data.outline_corners.insert(data.outline_corners.end(), corners.begin(), corners.end());
  data.outlines.push_back(outline);
}

}  // namespace

void build_outlines(Build& build) {
  const NetworkData& data = *build.data;
  for (std::size_t w = 0; w < data.ways.size(); ++w) {
    const Way& way = data.ways[w];
    const Strip& strip = data.strips[way.strip.index()];
    for (std::uint32_t i = 0; i < way.feature_count; ++i)
      add_outline(build, {data.ribbons[strip.ribbon.index()], strip.from},
                  data.features[way.first_feature + i],
                  {.road = strip.ribbon, .way = WayId::from_size(w), .feature = i});
  }
  for (std::size_t r = 0; r < data.road_features.size(); ++r) {
    const FeatureRange& range = data.road_features[r];
    for (std::uint32_t i = 0; i < range.count; ++i)
      add_outline(build, {data.ribbons[r], 0}, data.features[range.first + i],
                  {.road = RibbonId::from_size(r), .feature = i});
  }
}

}  // namespace backlot::network::internal
