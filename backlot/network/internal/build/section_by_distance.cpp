#include "backlot/network/internal/build/section_by_distance.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

constexpr double kAccuracy_m = 1e-5;
constexpr double kShortestPart_m = 0.25;

// The cubic of plan, `t` after its start, as one of distance that advances by `rate` of plan per metre.
Cubic stretched(const Cubic& c, double t, double rate) {
  BACKLOT_ASSERT(rate > 0, "distance grows along a plan");
  return {c.at(t), c.slope(t) * rate, 0.5 * c.bend(t) * rate * rate, c.d * rate * rate * rate};
}

// A part of a section between two breaks: plan from `a` to `b`, counted from the section's start.
class Part {
 public:
  Part(std::span<const geometry::PlanStation> stations, double from, double a, double b)
      : stations_(stations), from_(from), a_(a), b_(b) {
    start_ = geometry::distance_at_plan(stations, from + a);
    run_ = geometry::distance_at_plan(stations, from + b) - start_;
    const double step = std::min(1e-2, 0.5 * run_);
    rate_start_ = run_ > 0 ? (plan(step) - a) / step : 1;
    rate_end_ = run_ > 0 ? (b - plan(run_ - step)) / step : 1;
    is_even_ = !(run_ > 0) || (std::fabs(plan(0.5 * run_) - 0.5 * (a + b)) < 1e-7 &&
                               std::fabs(plan(0.25 * run_) - (0.75 * a + 0.25 * b)) < 1e-7);
  }

  double start() const { return start_; }

  // The cubic that begins at plan `first`, over this part by distance; `error` grows to how far it is off.
  Cubic fitted(const Cubic& c, double first, double& error) const {
    if (is_even_) return stretched(c, a_ - first, run_ > 0 ? (b_ - a_) / run_ : 1);
    const double p0 = c.at(a_ - first), d0 = c.slope(a_ - first) * rate_start_;
    const double p1 = c.at(b_ - first), d1 = c.slope(b_ - first) * rate_end_;
    const double mean = (p1 - p0) / run_;
    const Cubic fit{p0, d0, (3 * mean - 2 * d0 - d1) / run_, (d0 + d1 - 2 * mean) / (run_ * run_)};
    for (const double share : {0.25, 0.5, 0.75})
      error = std::max(error, std::fabs(fit.at(share * run_) - c.at(plan(share * run_) - first)));
    return fit;
  }

 private:
  double plan(double run) const { return geometry::plan_at_distance(stations_, start_ + run) - from_; }

  std::span<const geometry::PlanStation> stations_;
  double from_, a_, b_;
  double start_ = 0, run_ = 0;
  double rate_start_ = 1, rate_end_ = 1;
  bool is_even_ = true;
};

}  // namespace

CrossSection by_distance(const CrossSection& section, std::span<const geometry::PlanStation> stations,
                         double from, double to) {
  BACKLOT_ASSERT(from < to && stations.size() >= 2,
                 "a stretch of a road has a length, and its plan has stations");
  const std::size_t count = section.boundary_count();
  const double start = geometry::distance_at_plan(stations, from);
  CrossSection out;
  std::vector<Cubic> fitted(count);
  for (std::size_t i = 0; i < section.breaks.size(); ++i) {
    // halved until the cubics fit; `ends` holds the ends of the parts to come, the next one at the back
    double a = section.breaks[i];
    std::vector<double> ends{i + 1 < section.breaks.size() ? section.breaks[i + 1] : to - from};
    while (!ends.empty()) {
      const Part part(stations, from, a, ends.back());
      double error = 0;
      for (std::size_t k = 0; k < count; ++k)
        fitted[k] = part.fitted(section.boundaries[i * count + k], section.breaks[i], error);
      if (error > kAccuracy_m && ends.back() - a > kShortestPart_m) {
        ends.push_back(0.5 * (a + ends.back()));
        continue;
      }
      const double at = out.breaks.empty() ? 0 : part.start() - start;
      if (out.breaks.empty() || at > out.breaks.back()) {
        out.breaks.push_back(at);
        out.boundaries.insert(out.boundaries.end(), fitted.begin(), fitted.end());
      }
      a = ends.back();
      ends.pop_back();
    }
  }
  return out;
}

}  // namespace backlot::network::internal
