#include "bench/timing.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

namespace backlot::bench {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

std::vector<Timing> time_by_turns(const std::vector<Contestant>& contestants, int rounds) {
  std::vector<Timing> timings(contestants.size());
  std::vector<double> sums(contestants.size());
  // round -1 warms up and takes the sums
  for (int round = -1; round < rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const Contestant& c = contestants[i];
      const auto start = std::chrono::steady_clock::now();
      const double sum = c.work();
      const double ns =
          std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
      if (round < 0) sums[i] = sum;
      const double expected = std::isnan(c.expected) ? sums[i] : c.expected;
      if (!(std::fabs(sum - expected) <= 1e-6 * std::max(1.0, std::fabs(expected)))) {
        fmt::print(stderr, "bench: {} summed to {} instead of {}: the work was not done\n", c.name, sum,
                   expected);
        std::exit(1);
      }
      if (round >= 0) timings[i].rounds_ns.push_back(ns / static_cast<double>(c.queries));
    }
  }
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    Timing& t = timings[i];
    t.name = contestants[i].name;
    t.median_ns = median(t.rounds_ns);
    t.least_ns = *std::min_element(t.rounds_ns.begin(), t.rounds_ns.end());
    t.most_ns = *std::max_element(t.rounds_ns.begin(), t.rounds_ns.end());
  }
  return timings;
}

double median_ratio(const Timing& a, const Timing& b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.rounds_ns.size(); ++i) ratios.push_back(a.rounds_ns[i] / b.rounds_ns[i]);
  return median(ratios);
}

}  // namespace backlot::bench
