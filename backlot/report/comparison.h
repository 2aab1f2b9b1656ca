// A campaign against an earlier one: which failures are new, fixed or remain, and which figures moved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backlot/report/run.h"

namespace backlot::report {

// What became of a run, against the same case and seed of the baseline.
enum class Change : std::uint8_t {
  none,       // it is as it was, or better without having failed before
  fresh,      // it fails and did not fail before: a new failure
  fixed,      // it passes and failed before
  remaining,  // it fails as before
  lost,       // it was judged before, and is not any more: evaded or not staged
  unpaired,   // the baseline has no such run
};

// A difference over pairs of runs with its 95 % interval (Student's t).
struct PairedDifference {
  std::size_t pairs = 0;
  double before = 0, now = 0;          // means
  double mean = 0, low = 0, high = 0;  // of now minus before; infinite limits with a single pair
};
// Both spans have the same length; there is at least one pair, and all values are finite.
PairedDifference paired_difference(std::span<const double> before, std::span<const double> now);

// The 97.5 % quantile of Student's t distribution: to 1e-3 or better.
double t_quantile(std::size_t degrees);

struct FigureChange {
  std::string scene{}, driver{}, figure{};
  Better better = Better::unknown;
  PairedDifference difference{};

  // Whether zero lies outside the interval.
  bool has_moved() const { return difference.low > 0 || difference.high < 0; }
  bool is_worse() const {
    return has_moved() && (better == Better::larger ? difference.mean < 0
                                                    : better == Better::smaller && difference.mean > 0);
  }
  bool is_better() const {
    return has_moved() && (better == Better::smaller ? difference.mean < 0
                                                     : better == Better::larger && difference.mean > 0);
  }
};

struct Comparison {
  std::vector<Change> changes{};                       // one for each run of the campaign
  std::vector<std::optional<std::size_t>> partners{};  // and its run of the baseline
  std::size_t fresh = 0, fixed = 0, remaining = 0, lost = 0;
  std::size_t unpaired = 0;  // runs without partner
  std::size_t dropped = 0;   // runs of the baseline without partner
  bool is_across_drivers =
      false;  // each campaign has one driver, with different names: drivers were left out of the pairing
  std::vector<FigureChange>
      figures{};  // figures that got worse come first, then better, then moved, then the others
};

// Runs are paired by name, parameters, seed and driver.
Comparison compare(std::span<const Run> runs, std::span<const Run> baseline);

}  // namespace backlot::report
