// Shares with intervals, and percentiles.
#pragma once

#include <cstddef>
#include <span>

namespace backlot::harness {

struct Interval {
  double low = 0, high = 1;
};

// The 95 % interval of a rate of which `hits` of `trials` were seen (E. B. Wilson, "Probable inference, the law of succession, and statistical
// inference", JASA 22, 1927): it stays within 0 and 1, and serves near both. Without trials nothing is known: 0 to 1.
Interval wilson_interval(std::size_t hits, std::size_t trials);

struct Share {
  std::size_t hits = 0, trials = 0;

  // 0 where there was no trial.
  double value() const { return trials == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(trials); }
  Interval interval() const { return wilson_interval(hits, trials); }
};

// Nearest rank: the smallest of the values that at least this share of them does not exceed. So it is always one of the values. They are sorted and
// not empty; the share is above 0 and at most 1.
double percentile(std::span<const double> sorted, double share);

}  // namespace backlot::harness
