#include "backlot/geometry/internal/locating.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/geometry/internal/hinted.h"
#include "backlot/geometry/internal/kernel.h"

namespace backlot::geometry::internal {

bool is_minimum(const RibbonData& data, const Segment* segments, std::uint32_t segment, const Foot& foot,
                const Vec3& p, double tolerance_m) {
  BACKLOT_ASSERT(tolerance_m >= 0, "a tolerance is not negative");
  const Segment& s = segments[segment];
  const bool at_start = foot.u <= 0 && segment > 0;
  const bool at_end = foot.u >= s.length && segment + 1 < data.segments.size();
  if (!at_start && !at_end) return true;
  const double ahead = probe(s, p, foot.u).ahead;
  return at_start ? ahead >= -tolerance_m : ahead <= tolerance_m;
}

void settle(const RibbonData& data, const Segment* segments, std::uint32_t& segment, Foot& foot,
            const Vec3& p) {
  BACKLOT_ASSERT(segment < data.segments.size(), "the ribbon has no such segment");
  if (is_minimum(data, segments, segment, foot, p, 0)) return;
  const bool back = foot.u <= 0;
  segment = back ? segment - 1 : segment + 1;
  const Segment& next = segments[segment];
  foot = closest_on_segment(next, p, back ? next.length : 0);
}

Located located_at(const RibbonData& data, const Segment* segments, std::uint32_t segment, double u,
                   const Vec3& p, Found found) {
  BACKLOT_ASSERT(segment < data.segments.size(), "the ribbon has no such segment");
  const Segment& s = segments[segment];
  const Probe at = probe(s, p, u);
  const Across across = with_crossfall(
      data.crossfall, [&](auto crossfall) { return across_at<crossfall()>(data, segment, at, u); });
  Located l;
  l.point.distance = s.start + u;
  l.point.offset = across.offset;
  l.point.loft = across.loft;
  l.segment = segment;
  l.found = found;
  // only past an end something is left along the tangent
  if (segment == 0 && u <= 0) {
    l.point.distance = 0;
    l.beyond = std::min(0.0, across.along);
  } else if (segment + 1 == data.segments.size() && (u >= s.length || l.point.distance >= data.length)) {
    l.point.distance = data.length;
    l.beyond = std::max(0.0, across.along);
  }
  if (l.beyond != 0) l.at_end = l.beyond < 0 ? AtEnd::start : AtEnd::end;
  return l;
}

double gap(const RibbonData& data, const Located& l, const SurfaceWindow& window) {
  const double aside = std::max({l.point.offset - data.edges.left, data.edges.right - l.point.offset, 0.0});
  const double above = std::max({l.point.loft - window.loft_high, window.loft_low - l.point.loft, 0.0});
  return std::sqrt((aside * aside + above * above) + l.beyond * l.beyond);
}

double surface_reach(const SurfaceEdges& edges, const SurfaceWindow& window) {
  const double aside = std::max(std::fabs(edges.left), std::fabs(edges.right)) + window.tolerance;
  const double above = std::max(std::fabs(window.loft_low), std::fabs(window.loft_high)) + window.tolerance;
  return std::sqrt(aside * aside + above * above) + 1e-6;
}

void sort_and_unite(std::vector<Located>& answers) {
  std::sort(answers.begin(), answers.end(), [](const Located& a, const Located& b) {
    if (a.point.distance != b.point.distance) return a.point.distance < b.point.distance;
    return a.segment < b.segment;
  });
  answers.erase(std::unique(answers.begin(), answers.end(), is_one_minimum), answers.end());
}

void locate_batch(const Kernel& kernel, const Ribbon& ribbon, std::span<const WorldPoint> points,
                  std::span<Located> located, const SurfaceWindow& window) {
  BACKLOT_ASSERT(points.size() == located.size(), "one hint for each point");
  const KernelView view = view_of(ribbon.data(), window);
  for (std::size_t start = 0; start < points.size(); start += kKernelBlock) {
    const std::size_t count = std::min(kKernelBlock, points.size() - start);
    std::uint64_t open = kernel.locate(view, points.data() + start, located.data() + start, count);
    for (; open != 0; open &= open - 1) {
      const std::size_t i = start + static_cast<std::size_t>(std::countr_zero(open));
      located[i] = geometry::locate(ribbon, points[i], located[i], window);
    }
  }
}

void place_batch(const Kernel& kernel, const Ribbon& ribbon, std::span<const RibbonPoint> points,
                 std::span<WorldPoint> places) {
  BACKLOT_ASSERT(points.size() == places.size(), "one place for each point");
  const KernelView view = view_of(ribbon.data(), {});
  for (std::size_t start = 0; start < points.size(); start += kKernelBlock) {
    const std::size_t count = std::min(kKernelBlock, points.size() - start);
    std::uint64_t open = kernel.place(view, points.data() + start, places.data() + start, count);
    for (; open != 0; open &= open - 1) {
      const std::size_t i = start + static_cast<std::size_t>(std::countr_zero(open));
      places[i] = geometry::place(ribbon, points[i]);
    }
  }
}

}  // namespace backlot::geometry::internal
