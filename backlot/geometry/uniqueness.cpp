#include "backlot/geometry/uniqueness.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/geometry/locate.h"

namespace backlot::geometry {

namespace {

// What is known of a place on an edge.
struct Sample {
  double distance, value, other, offset;
};

// One edge, sampled: joins neighbouring samples in breach to stretches.
class Watch {
 public:
  Watch(UniquenessBreach::Kind kind, bool left) : kind_(kind), left_(left) {}

  // `depth` is how deep in breach the sample is, 0 or less for none.
  void sample(double depth, const Sample& at, std::vector<UniquenessBreach>& found) {
    if (!(depth > 0)) {
      is_open_ = false;
      return;
    }
    if (!is_open_) {
      found.push_back({kind_, left_, at.distance, at.distance, at.value, at.other, at.offset});
      deepest_ = depth;
    }
    is_open_ = true;
    UniquenessBreach& breach = found.back();
    breach.to = at.distance;
    if (depth > deepest_) {
      deepest_ = depth;
      breach.worst = at.value;
      breach.other_distance = at.other;
      breach.offset = at.offset;
    }
  }

 private:
  UniquenessBreach::Kind kind_;
  bool left_;
  bool is_open_ = false;
  double deepest_ = 0;
};

constexpr double kNearer_m = 1e-6;  // an edge point nearer to another stretch by less is no breach

constexpr double kEnd_m =
    1e-3;  // a surface may lie so far beyond the ends of its ribbon: ways of real maps do by micrometres

// What is looked for along an edge.
enum class Parts { local, both };

// A stretch of a surface, and both of its edges.
struct Surface {
  const Ribbon& ribbon;
  double from, to;
  const EdgesAt& edges_at;
};

void watch_edge(const Surface& surface, bool left, Parts parts, std::vector<UniquenessBreach>& found) {
  const Ribbon& ribbon = surface.ribbon;
  std::vector<UniquenessBreach> local, global;
  Watch local_watch(UniquenessBreach::Kind::local, left), global_watch(UniquenessBreach::Kind::global, left);
  for (const internal::Segment& s : ribbon.data().segments) {
    if (s.start > surface.to || s.start + s.length < surface.from) continue;
    constexpr int kSamples = 4;
    for (int k = 0; k <= kSamples; ++k) {
      const double d = std::clamp(s.start + s.length * k / kSamples, surface.from, surface.to);
      const SurfaceEdges edges = surface.edges_at(d);
      const double offset = left ? edges.left : edges.right;
      BACKLOT_ASSERT(std::isfinite(offset), "an edge has an offset");
      const double stretch = 1 - ribbon.curvature(d) * offset;
      local_watch.sample(-stretch + 1e-15, {.distance = d, .value = stretch, .other = d, .offset = offset},
                         local);
      // beyond the evolute the spine here is no minimum at all
      if (parts == Parts::local || !(stretch > 0)) continue;
      // the nearest spine to the edge should be the edge's own
      const Located nearest = locate(ribbon, place(ribbon, {d, offset, 0}));
      const bool elsewhere = std::fabs(nearest.point.distance - d) > 1e-3;
      const double nearer = elsewhere ? std::fabs(offset) - away_of(nearest) - kNearer_m : 0;
      global_watch.sample(nearer,
                          {.distance = d, .value = nearer, .other = nearest.point.distance, .offset = offset},
                          global);
    }
  }
  found.insert(found.end(), local.begin(), local.end());
  found.insert(found.end(), global.begin(), global.end());
}

std::vector<UniquenessBreach> find_breaches(Surface surface, Parts parts) {
  BACKLOT_ASSERT(
      -kEnd_m <= surface.from && surface.from <= surface.to && surface.to <= surface.ribbon.length() + kEnd_m,
      "a surface lies between the ends of its ribbon");
  surface.to = std::clamp(surface.to, 0.0, surface.ribbon.length());
  surface.from = std::clamp(surface.from, 0.0, surface.to);
  std::vector<UniquenessBreach> found;
  watch_edge(surface, true, parts, found);
  watch_edge(surface, false, parts, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const UniquenessBreach& a, const UniquenessBreach& b) { return a.from < b.from; });
  return found;
}

}  // namespace

double UniquenessBreach::size_m() const {
  if (kind == Kind::global) return worst;
  // worst = 1 - offset / radius
  return std::fabs(offset) * (-worst / (1 - worst));
}

std::vector<UniquenessBreach> find_uniqueness_breaches(const Ribbon& ribbon) {
  const EdgesAt edges_at = [&ribbon](double) { return ribbon.edges(); };
  return find_breaches({ribbon, 0, ribbon.length(), edges_at}, Parts::both);
}

std::vector<UniquenessBreach> find_uniqueness_breaches(const Ribbon& ribbon, double from, double to,
                                                       const EdgesAt& edges_at) {
  return find_breaches({ribbon, from, to, edges_at}, Parts::both);
}

std::vector<UniquenessBreach> find_local_breaches(const Ribbon& ribbon, double from, double to,
                                                  const EdgesAt& edges_at) {
  return find_breaches({ribbon, from, to, edges_at}, Parts::local);
}

}  // namespace backlot::geometry
