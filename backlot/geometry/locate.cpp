#include "backlot/geometry/locate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/geometry/internal/closest.h"
#include "backlot/geometry/internal/hinted.h"
#include "backlot/geometry/internal/kernel.h"
#include "backlot/geometry/internal/locating.h"
#include "backlot/geometry/ribbon_placing.h"

namespace backlot::geometry {

using internal::Foot;
using internal::RibbonData;
using internal::Segment;

namespace {

constexpr double kOnEnd_m = 1e-9;  // what rounding may put past an end

bool is_on_surface(const RibbonData& data, const Located& l, const SurfaceWindow& window) {
  return internal::gap(data, l, window) <= std::max(window.tolerance, kOnEnd_m);
}

// The minimum in whose basin the hint lies: downhill from there, segment by segment.
bool walk_basin(const RibbonData& data, const Vec3& p, const Located& hint, Located& answer) {
  BACKLOT_ASSERT(hint.segment < data.segments.size(), "a hint of another ribbon");
  std::uint32_t i = hint.segment;
  double u = hint.point.distance - data.segments[i].start;
  const internal::Probe start = internal::probe(data.segments[i], p, u);
  int iterations = 1;
  const auto done = [&](double at) {
    answer = internal::located_at(data, data.segments.data(), i, at, p, Found::hinted);
    answer.iterations = static_cast<std::uint16_t>(iterations);
    return true;
  };
  if (start.ahead == 0 && start.gain > 0) return done(u);
  const bool forward = start.ahead >= 0;
  for (std::uint32_t steps = 0; steps <= kHintReach; ++steps) {
    const Segment& s = data.segments[i];
    const double a = forward ? u : 0, b = forward ? s.length : u;
    if (b - a > kOnEnd_m) {
      // where we stand the slope may round to nothing, or to the other side: at a joint, or at the hint unless that is
      // on a crest, this is the minimum
      const internal::Quintic q = internal::ahead_quintic(s, p, a, b);
      const bool is_uphill = forward ? q.c.front() <= 0 : q.c.back() >= 0;
      if (is_uphill && (steps > 0 || start.gain > 0)) return done(u);
      Foot found;
      bool any = false;
      const auto order = forward ? internal::Order::forward : internal::Order::backward;
      const int taken = internal::for_each_minimum(s, p, a, b, order, [&](const Foot& foot) {
        found = foot;
        any = true;
        return false;
      });
      iterations = std::max(iterations, taken);
      if (any) return done(found.u);
    }
    // still downhill at the end of this segment
    if (i == (forward ? data.segments.size() - 1 : 0)) return done(forward ? s.length : 0);
    i = forward ? i + 1 : i - 1;
    u = forward ? 0 : data.segments[i].length;
  }
  return false;
}

// a hint whose segment does not hold its distance comes from elsewhere; only the distance is believed
Located checked_hint(const RibbonData& data, const Located& hint) {
  const double d = internal::clamp_distance(hint.point.distance, data.length);
  if (hint.segment < data.segments.size() && d == hint.point.distance) {
    const Segment& s = data.segments[hint.segment];
    if (d >= s.start - internal::kInSegment_m && d <= s.start + s.length + internal::kInSegment_m)
      return hint;
  }
  Located checked = hint;
  checked.point.distance = d;
  checked.segment = data.segment_at(d);
  return checked;
}

Located locate_cold(const Ribbon& ribbon, const Vec3& p, Found found) {
  BACKLOT_ASSERT(!ribbon.data().segments.empty(), "a ribbon has a segment");
  const RibbonData& data = ribbon.data();
  internal::Nearest nearest;
  ribbon.tree().search(
      p, [&nearest] { return nearest.distance2; },
      [&](const internal::Capsule& capsule, const internal::ChordView& seen) {
        const Segment& s = data.segments[capsule.id];
        nearest.offer(capsule.id, s.start, internal::closest_on_segment(s, p, seen.fraction * s.length));
      });
  internal::settle(data, data.segments.data(), nearest.id, nearest.foot, p);
  Located answer = internal::located_at(data, data.segments.data(), nearest.id, nearest.foot.u, p, found);
  answer.iterations = static_cast<std::uint16_t>(std::min(nearest.iterations, 65535));
  return answer;
}

}  // namespace

double gap(const Ribbon& ribbon, const Located& located, const SurfaceWindow& window) {
  return internal::gap(ribbon.data(), located, window);
}

Located locate(const Ribbon& ribbon, const WorldPoint& p) {
  if (!is_place(p)) return {};
  return locate_cold(ribbon, p - ribbon.data().origin, Found::cold);
}

Located locate(const Ribbon& ribbon, const WorldPoint& p, const Located& given, const SurfaceWindow& window) {
  if (!is_place(p)) return {};
  const RibbonData& data = ribbon.data();
  const Vec3 relative = p - data.origin;
  if (given.found == Found::nowhere) return locate_cold(ribbon, relative, Found::cold);
  const Located hint = checked_hint(data, given);
  Located answer;
  const bool is_done = internal::with_crossfall(data.crossfall, [&](auto crossfall) {
    return internal::locate_fast<crossfall()>(data, relative, hint, window, answer);
  });
  if (is_done) return answer;
  if (walk_basin(data, relative, hint, answer) && is_on_surface(data, answer, window)) return answer;
  return locate_cold(ribbon, relative, Found::fallback);
}

void locate_all(const Ribbon& ribbon, const WorldPoint& p, const SurfaceWindow& window,
                std::vector<Located>& answers) {
  answers.clear();
  if (!is_place(p)) return;
  const RibbonData& data = ribbon.data();
  const Vec3 relative = p - data.origin;
  const double reach = internal::surface_reach(data.edges, window);
  ribbon.tree().search(
      relative, [reach2 = reach * reach] { return reach2; },
      [&](const internal::Capsule& capsule, const internal::ChordView&) {
        internal::for_each_minimum_on(data, capsule.id, relative, reach, [&](const Located& l) {
          if (is_on_surface(data, l, window)) answers.push_back(l);
        });
      });
  internal::sort_and_unite(answers);
}

void locate(const Ribbon& ribbon, std::span<const WorldPoint> points, std::span<Located> located,
            const SurfaceWindow& window) {
  BACKLOT_CHECK(points.size() == located.size(), "one hint for each point");
  internal::locate_batch(internal::best_kernel(), ribbon, points, located, window);
}

}  // namespace backlot::geometry
