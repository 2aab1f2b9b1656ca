// Which part of a parameter's range was reached, and where the holes are.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "backlot/report/campaign_report.h"

namespace backlot::report {

struct Covered {
  std::vector<std::size_t> counts{};               // values in each bin
  std::size_t values = 0;                          // in the range
  std::size_t outside = 0;                         // beyond it, or not finite
  std::size_t reached = 0;                         // bins with a value
  std::vector<std::pair<double, double>> holes{};  // from and to; neighbouring bins are one hole
};

// One item for each scene and measure that runs of the scene have values of (Run::cover). Without a range, the range reaches from the least value to the largest, in whole
// bins, so that a hole lies between values that were reached.
std::vector<CoverageItem> coverage_of(std::span<const Run> runs);

// No bins where the range is empty or not finite. The upper end of the range belongs to the last bin. There are at most 200 bins.
Covered cover(const CoverageItem& item);

}  // namespace backlot::report
