#include "backlot/geometry/uniqueness.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/geometry/locate.h"

namespace backlot::geometry {

namespace {

// One edge, sampled: joins neighbouring samples in breach to stretches.
class Watch {
 public:
  Watch(UniquenessBreach::Kind kind, bool left) : kind_(kind), left_(left) {}

  // `depth` is how deep in breach the sample is, 0 or less for none.
  void sample(double distance, double depth, double value, double other,
              std::vector<UniquenessBreach>& found) {
    if (!(depth > 0)) {
      is_open_ = false;
      return;
    }
    if (!is_open_) {
      found.push_back({kind_, left_, distance, distance, value, other});
      deepest_ = depth;
    }
    is_open_ = true;
    UniquenessBreach& breach = found.back();
    breach.to = distance;
    if (depth > deepest_) {
      deepest_ = depth;
      breach.worst = value;
      breach.other_distance = other;
    }
  }

 private:
  UniquenessBreach::Kind kind_;
  bool left_;
  bool is_open_ = false;
  double deepest_ = 0;
};

constexpr double kNearer_m = 1e-6;  // an edge point nearer to another stretch by less is no breach

void watch_edge(const Ribbon& ribbon, double offset, bool left, std::vector<UniquenessBreach>& found) {
  BACKLOT_ASSERT(std::isfinite(offset), "an edge has an offset");
  std::vector<UniquenessBreach> local, global;
  Watch local_watch(UniquenessBreach::Kind::local, left), global_watch(UniquenessBreach::Kind::global, left);
  for (const internal::Segment& s : ribbon.data().segments) {
    constexpr int kSamples = 4;
    for (int k = 0; k <= kSamples; ++k) {
      const double d = std::min(ribbon.length(), s.start + s.length * k / kSamples);
      const double stretch = 1 - ribbon.curvature(d) * offset;
      local_watch.sample(d, -stretch + 1e-15, stretch, d, local);
      if (!(stretch > 0)) continue;  // beyond the evolute the spine here is no minimum at all
      // the nearest spine to the edge should be the edge's own
      const Located nearest = locate(ribbon, place(ribbon, {d, offset, 0}));
      const bool elsewhere = std::fabs(nearest.point.distance - d) > 1e-3;
      const double nearer = elsewhere ? std::fabs(offset) - away_of(nearest) - kNearer_m : 0;
      global_watch.sample(d, nearer, nearer, nearest.point.distance, global);
    }
  }
  found.insert(found.end(), local.begin(), local.end());
  found.insert(found.end(), global.begin(), global.end());
}

}  // namespace

std::vector<UniquenessBreach> find_uniqueness_breaches(const Ribbon& ribbon) {
  std::vector<UniquenessBreach> found;
  watch_edge(ribbon, ribbon.edges().left, true, found);
  watch_edge(ribbon, ribbon.edges().right, false, found);
  std::stable_sort(found.begin(), found.end(),
                   [](const UniquenessBreach& a, const UniquenessBreach& b) { return a.from < b.from; });
  return found;
}

}  // namespace backlot::geometry
