#include "backlot/draw/internal/network_sampling.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/geometry/ribbon.h"

namespace backlot::draw::internal {

using geometry::Vec3;
using geometry::WorldPoint;
using network::LaneId;
using network::Network;
using network::Strip;
using network::StripId;

namespace {

// Lanes may bulge between two cuts that look alike, so no first step is longer.
constexpr double kFirstStep_m = 20;
constexpr int kMostHalvings = 12;

// How far p is from the line between a and b; in plan without heights.
double off_line(const WorldPoint& p, const WorldPoint& a, const WorldPoint& b, bool is_plan) {
  Vec3 ab = b - a, ap = p - a;
  if (is_plan) ab.z = ap.z = 0;
  const double square = dot(ab, ab);
  const double share = square > 0 ? std::clamp(dot(ap, ab) / square, 0.0, 1.0) : 0.0;
  return norm(ap - ab * share);
}

// The boundaries of all lanes at one distance, in the world.
struct SampleRow {
  double distance = 0;
  std::vector<WorldPoint> points;
};

class Sampler {
 public:
  Sampler(const Network& network, StripId strip, const SamplingLimits& limits)
      : network_(network), strip_(strip), limits_(limits) {}

  std::vector<double> sample(double from, double to) {
    const double step = std::min(limits_.longest_m, kFirstStep_m);
    const double steps = std::max(1.0, std::ceil((to - from) / step - 1e-9));
    rows_.push_back(row(from));
    for (double k = 1; k <= steps; ++k) {
      refine(rows_.back(), row(k < steps ? from + (to - from) * k / steps : to), kMostHalvings);
    }
    return thinned();
  }

 private:
  SampleRow row(double distance) {
    SampleRow r{distance, {}};
    boundary_offsets(network_, strip_, distance, offsets_);
    r.points.reserve(offsets_.size());
    for (const double offset : offsets_) {
      r.points.push_back(surface_point(network_, strip_, distance, offset));
    }
    return r;
  }

  // Appends rows up to and including b.
  void refine(const SampleRow a, const SampleRow& b, int halvings) {
    BACKLOT_ASSERT(halvings >= 0, "a stretch is halved some times");
    const SampleRow middle = row(0.5 * (a.distance + b.distance));
    if (halvings > 0 && !is_fine(a, middle, b)) {
      refine(a, middle, halvings - 1);
      refine(middle, b, halvings - 1);
      return;
    }
    rows_.push_back(b);
  }

  bool is_fine(const SampleRow& a, const SampleRow& middle, const SampleRow& b) {
    const SampleRow early = row(0.75 * a.distance + 0.25 * b.distance);
    const SampleRow late = row(0.25 * a.distance + 0.75 * b.distance);
    for (std::size_t i = 0; i < a.points.size(); ++i) {
      for (const SampleRow* between : {&early, &middle, &late}) {
        if (!(off_line(between->points[i], a.points[i], b.points[i], limits_.is_plan) <=
              limits_.tolerance_m)) {
          return false;
        }
      }
    }
    return limits_.is_plan || !is_twisted(a, middle, b);
  }

  // Whether two triangles between the rows would cut through the surface: it is a ruled one, so the middle tells.
  bool is_twisted(const SampleRow& a, const SampleRow& middle, const SampleRow& b) const {
    for (std::size_t i = 0; i + 1 < a.points.size(); ++i) {
      const Vec3 across = middle.points[i] - middle.points[i + 1];
      const Vec3 normal = normalized(cross(b.points[i] - a.points[i], across));
      const Vec3 diagonal = (b.points[i + 1] - a.points[i]) * 0.5;
      const WorldPoint centre = middle.points[i + 1] + across * 0.5;
      if (std::fabs(dot(centre - (a.points[i] + diagonal), normal)) > limits_.tolerance_m) return true;
    }
    return false;
  }

  // Cuts that a longer line does without are left out: a straight way needs two.
  std::vector<double> thinned() const {
    std::vector<double> kept = {rows_.front().distance};
    std::size_t last = 0;
    for (std::size_t next = 1; next < rows_.size(); ++next) {
      if (next + 1 < rows_.size() && can_skip(last, next + 1)) continue;
      kept.push_back(rows_[next].distance);
      last = next;
    }
    return kept;
  }

  bool can_skip(std::size_t from, std::size_t to) const {
    const SampleRow &a = rows_[from], &b = rows_[to];
    if (b.distance - a.distance > limits_.longest_m) return false;
    for (std::size_t i = 0; i < a.points.size(); ++i) {
      for (std::size_t k = from + 1; k < to; ++k) {
        if (!(off_line(rows_[k].points[i], a.points[i], b.points[i], limits_.is_plan) <=
              0.5 * limits_.tolerance_m)) {
          return false;
        }
      }
    }
    return limits_.is_plan || !is_twisted(a, rows_[(from + to) / 2], b);
  }

  const Network& network_;
  StripId strip_;
  SamplingLimits limits_;
  std::vector<double> offsets_;
  std::vector<SampleRow> rows_;
};

}  // namespace

void boundary_offsets(const Network& network, StripId id, double distance, std::vector<double>& offsets) {
  const Strip& strip = network.strip(id);
  offsets.clear();
  for (std::uint32_t i = 0; i < strip.lane_count; ++i) {
    const network::LaneEdges edges = network.edges(LaneId(strip.first_lane + i), distance);
    if (i == 0) offsets.push_back(edges.left);
    offsets.push_back(edges.right);
  }
}

WorldPoint surface_point(const Network& network, StripId id, double distance, double offset) {
  const Strip& strip = network.strip(id);
  return geometry::place(network.ribbon(strip.ribbon), {strip.from + distance, offset, 0});
}

std::vector<double> sample_strip(const Network& network, StripId strip, double from, double to,
                                 const SamplingLimits& limits) {
  BACKLOT_ASSERT(from <= to, "a strip is sampled from one distance to a larger one");
  BACKLOT_ASSERT(limits.tolerance_m > 0 && limits.longest_m > 0, "a sampling has limits");
  return Sampler(network, strip, limits).sample(from, to);
}

}  // namespace backlot::draw::internal
