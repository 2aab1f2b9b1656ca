// Two sets of results of the same cases: what broke, what got better, which figures moved, and whether that is more than chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backlot/campaign/store.h"
#include "backlot/harness/statistics.h"

namespace backlot::campaign {

// A run with another verdict on either side.
struct Change {
  std::string name, driver;  // the driver of B
  std::uint64_t seed = 0;
  std::string verdict_a, verdict_b;
};

// A figure of one case over all seeds that both sides have.
struct FigureMove {
  std::string name, driver, figure;
  std::size_t pairs = 0;
  double mean_a = 0, mean_b = 0;
  double difference = 0;  // the mean of B - A, pair by pair
  harness::Interval
      interval{};          // 95 %, of the difference; all numbers where one pair says nothing about chance
  bool has_moved = false;  // the interval does not hold zero
};

struct Comparison {
  std::size_t pairs = 0, only_a = 0, only_b = 0;
  harness::Share passed_a{}, passed_b{};  // of the pairs; with Wilson's interval
  std::vector<Change> broke{};            // passed on side A alone
  std::vector<Change> better{};           // passed on side B alone
  std::vector<Change> other{};            // another verdict, and no pass on either side
  std::vector<FigureMove> figures{};      // by case and figure, in the order of A
};

// Runs are paired by case and seed; also by driver, unless each side has a single one.
Comparison compare(std::span<const StoredResult> a, std::span<const StoredResult> b);

// The 95 % interval of the mean of differences between pairs, by Student's t distribution. All numbers for fewer than two values.
harness::Interval mean_interval(std::span<const double> differences);

}  // namespace backlot::campaign
