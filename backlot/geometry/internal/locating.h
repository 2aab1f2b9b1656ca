#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "backlot/geometry/internal/closest.h"
#include "backlot/geometry/locate.h"
#include "backlot/geometry/ribbon_data.h"

namespace backlot::geometry::internal {

// The nearest segment so far; of equally near feet the one at the smaller distance.
struct Nearest {
  double distance2 = std::numeric_limits<double>::infinity();
  double distance = 0;
  std::uint32_t id = 0;
  Foot foot;
  int iterations = 0;  // the most that one segment took

  void offer(std::uint32_t candidate, double start, const Foot& at) {
    iterations = std::max(iterations, at.iterations);
    if (at.distance2 > distance2 || (at.distance2 == distance2 && start + at.u >= distance)) return;
    distance2 = at.distance2;
    distance = start + at.u;
    id = candidate;
    foot = at;
  }
};

// `segments` below are the ribbon's own, or a copy of them that is nearer at hand.

// A foot at the end of its segment that still leads on belongs a hair into the neighbour, too little to show in the
// distance: moves it there.
void settle(const RibbonData& data, const Segment* segments, std::uint32_t& segment, Foot& foot,
            const Vec3& p);

// Whether a foot is a minimum of the whole ribbon's distance, not only of its segment's: at a joint, whether the way on
// leads out of the segment by no more than the tolerance.
bool is_minimum(const RibbonData& data, const Segment* segments, std::uint32_t segment, const Foot& foot,
                const Vec3& p, double tolerance_m);

// The answer for a point (relative to the ribbon's origin) whose foot lies at u of a segment.
Located located_at(const RibbonData& data, const Segment* segments, std::uint32_t segment, double u,
                   const Vec3& p, Found found);

// How far outside edges, window and ends: see geometry::gap.
double gap(const RibbonData& data, const Located& located, const SurfaceWindow& window);

// No point on the surface is farther from the spine.
double surface_reach(const SurfaceEdges& edges, const SurfaceWindow& window);

// Calls visit(located) for every local minimum within `reach` on one segment, its joints and the ribbon's ends included;
// a minimum at a joint may come up from both sides.
template <class Visit>
void for_each_minimum_on(const RibbonData& data, std::uint32_t segment, const Vec3& p, double reach,
                         const Visit& visit) {
  constexpr double kOverlap_m = 1e-8;
  const Segment& s = data.segments[segment];
  const auto answer = [&](double u, int iterations) {
    Located l = located_at(data, data.segments.data(), segment, u, p, Found::cold);
    l.iterations = static_cast<std::uint16_t>(iterations);
    visit(l);
  };
  // the ends of the ribbon are minima where the point lies past them
  if (segment == 0 && probe(s, p, 0).ahead <= 0) answer(0, 1);
  if (segment + 1 == data.segments.size() && probe(s, p, s.length).ahead >= 0) answer(s.length, 1);

  const double a = -kOverlap_m, b = s.length + kOverlap_m;
  if (is_one_basin(s.curvature_bound, reach, s.length)) {
    // one minimum at most, and the signs at the ends tell
    if (probe(s, p, a).ahead < 0 || probe(s, p, b).ahead > 0) return;
    const Foot foot = bracketed_minimum(s, p, a, b);
    answer(foot.u, foot.iterations + 2);
    return;
  }
  for_each_minimum(s, p, a, b, Order::forward, [&](const Foot& foot) {
    answer(foot.u, foot.iterations);
    return true;
  });
}

// Whether two answers on one ribbon, in growing order, are one minimum seen from two segments.
inline bool is_one_minimum(const Located& a, const Located& b) {
  return b.point.distance - a.point.distance <= 1e-7;
}

// By distance, those that are one minimum only once.
void sort_and_unite(std::vector<Located>& answers);

// The batch calls with a kernel of choice.
struct Kernel;
void locate_batch(const Kernel& kernel, const Ribbon& ribbon, std::span<const WorldPoint> points,
                  std::span<Located> located, const SurfaceWindow& window);
void place_batch(const Kernel& kernel, const Ribbon& ribbon, std::span<const RibbonPoint> points,
                 std::span<WorldPoint> places);

}  // namespace backlot::geometry::internal
