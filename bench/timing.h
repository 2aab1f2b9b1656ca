// Timing by turns: every contestant runs once in each round, so that a noisy machine is noisy for all of them, and figures
// are ratios within a round.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace backlot::bench {

struct Contestant {
  std::string name;
  std::uint64_t queries = 0;     // that one call of `work` answers
  std::function<double()> work;  // returns a sum over its answers
  double expected = 0;  // what the sum must be, to a millionth; NaN where only its sameness is checked
};

struct Timing {
  std::string name;
  double median_ns = 0, least_ns = 0, most_ns = 0;  // per query
  std::vector<double> rounds_ns;
};

// Median and extremes over the rounds. Aborts with a message where the work was not done, or not the same every time.
std::vector<Timing> time_by_turns(const std::vector<Contestant>& contestants, int rounds);

// The median of the ratios a/b, round by round.
double median_ratio(const Timing& a, const Timing& b);

double median(std::vector<double> values);

}  // namespace backlot::bench
