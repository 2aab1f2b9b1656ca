// Order statistics of the numbers of a page.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "backlot/base/assert.h"

namespace backlot::page {

// The finite ones, sorted.
inline std::vector<double> sorted_finite(const std::vector<double>& values) {
  std::vector<double> kept;
  for (const double v : values)
    if (std::isfinite(v)) kept.push_back(v);
  std::sort(kept.begin(), kept.end());
  return kept;
}

// The value below which a share of the sorted numbers lies, between two numbers on a straight line; the numbers are not empty.
inline double quantile(const std::vector<double>& sorted, double share) {
  BACKLOT_ASSERT(!sorted.empty() && share >= 0 && share <= 1, "a quantile is a share of some numbers");
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto i = static_cast<std::size_t>(at);
  const double next = sorted[std::min(i + 1, sorted.size() - 1)];
  return sorted[i] + (at - static_cast<double>(i)) * (next - sorted[i]);
}

}  // namespace backlot::page
