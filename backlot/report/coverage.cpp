#include "backlot/report/coverage.h"

#include <algorithm>
#include <cmath>

namespace backlot::report {

Covered cover(const CoverageItem& item) {
  Covered covered;
  const bool has_range = std::isfinite(item.low) && std::isfinite(item.high) && item.low < item.high;
  if (!has_range || item.bins == 0) {
    covered.outside = item.values.size();
    return covered;
  }
  constexpr std::size_t kMostBins = 200;
  const std::size_t bins = std::min(item.bins, kMostBins);
  const double width = (item.high - item.low) / static_cast<double>(bins);
  const double slack = 1e-9 * (item.high - item.low);  // of computing
  covered.counts.assign(bins, 0);
  for (const double value : item.values) {
    if (!(value >= item.low - slack && value <= item.high + slack)) {
      ++covered.outside;
      continue;
    }
    const double at = std::clamp((value - item.low) / width, 0.0, static_cast<double>(bins - 1));
    ++covered.counts[static_cast<std::size_t>(at)];
    ++covered.values;
  }
  for (std::size_t k = 0; k < bins; ++k) {
    if (covered.counts[k] > 0) {
      ++covered.reached;
      continue;
    }
    const double from = item.low + width * static_cast<double>(k);
    const double to = k + 1 == bins ? item.high : item.low + width * static_cast<double>(k + 1);
    if (k > 0 && covered.counts[k - 1] == 0)
      covered.holes.back().second = to;
    else
      covered.holes.emplace_back(from, to);
  }
  return covered;
}

}  // namespace backlot::report
