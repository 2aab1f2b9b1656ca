// Where two lines touch, by the half widths of the bodies on them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "backlot/network/dependency.h"

namespace backlot::network::internal {

// Three scales of half widths: the stored ones; the fine ones, with one more half way between them, for which outlines are
// cut; and the dense ones, by which each cut is sorted. The last two tell what an interpolation between the stored ones lacks.
inline constexpr std::size_t kStoredCount = kBodyHalfWidths.size();
inline constexpr std::size_t kFineCount = 2 * kStoredCount - 1;
inline constexpr std::size_t kPerStep = 4;  // dense widths for each fine one
inline constexpr std::size_t kDenseCount = kPerStep * (kFineCount - 1) + 1;
inline constexpr std::array<double, kFineCount> kFineWidths = [] {
  std::array<double, kFineCount> widths{};
  for (std::size_t k = 0; k < kFineCount; ++k) {
    widths[k] = 0.5 * (kBodyHalfWidths[k / 2] + kBodyHalfWidths[(k + 1) / 2]);
  }
  return widths;
}();
inline constexpr std::array<double, kDenseCount> kDenseWidths = [] {
  std::array<double, kDenseCount> widths{};
  for (std::size_t k = 0; k < kDenseCount; ++k) {
    const std::size_t step = std::min(k / kPerStep, kFineCount - 2);
    const double share = static_cast<double>(k - kPerStep * step) / static_cast<double>(kPerStep);
    widths[k] = kFineWidths[step] + share * (kFineWidths[step + 1] - kFineWidths[step]);
  }
  return widths;
}();

// From where to where along a line bodies touch; nowhere as long as nothing is included.
struct Extent {
  double from = std::numeric_limits<double>::infinity();
  double to = -std::numeric_limits<double>::infinity();

  bool is_clear() const { return from > to; }
  void include(double a, double b) {
    from = std::min(from, std::min(a, b));
    to = std::max(to, std::max(a, b));
  }
  void include(const Extent& e) {
    from = std::min(from, e.from);
    to = std::max(to, e.to);
  }
};

template <std::size_t Own, std::size_t Other>
using Extents = std::array<std::array<Extent, Other>, Own>;

// The extents on one line. Cutting the other's outlines by this one's strips sorts them densely by the own width; cutting this
// one's outlines by the other's strips sorts by the other width what lies on the edges of this one.
struct Contacts {
  Extents<kDenseCount, kFineCount> by_own;
  Extents<kFineCount, kDenseCount> by_other;
};

}  // namespace backlot::network::internal
