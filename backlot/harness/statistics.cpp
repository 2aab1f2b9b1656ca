#include "backlot/harness/statistics.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::harness {

namespace {

constexpr double kZ = 1.959963984540054;  // the normal distribution has 95 % within so many deviations

}  // namespace

Interval wilson_interval(std::size_t hits, std::size_t trials) {
  BACKLOT_CHECK(hits <= trials, "no more hits than trials");
  if (trials == 0) return {};
  const double n = static_cast<double>(trials), p = static_cast<double>(hits) / n;
  const double scale = 1 / (1 + kZ * kZ / n);
  const double middle = scale * (p + kZ * kZ / (2 * n));
  const double half = scale * kZ * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  // rounding must not take an end of all or nothing away from 1 or 0
  return {.low = hits == 0 ? 0.0 : std::max(0.0, middle - half),
          .high = hits == trials ? 1.0 : std::min(1.0, middle + half)};
}

double percentile(std::span<const double> sorted, double share) {
  BACKLOT_CHECK(!sorted.empty() && share > 0 && share <= 1, "a percentile needs values, and a share of them");
  // a share such as 0.95 of 100 is 95, though the product is a little more
  const double rank = std::ceil(share * static_cast<double>(sorted.size()) - 1e-9);
  return sorted[static_cast<std::size_t>(std::max(1.0, rank)) - 1];
}

}  // namespace backlot::harness
