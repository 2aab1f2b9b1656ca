#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "backlot/geometry/internal/quadrature.h"

namespace backlot::geometry::internal {

// The map between a curve's own parameter p in [0, end] and the arc length from p = 0, both ways, to about
// 1e-12 of the length. `Speed` is |dX/dp| as a callable; it must not be zero over a stretch.
template <class Speed>
class ArcLengthTable {
 public:
  ArcLengthTable(double end, Speed speed) : speed_(speed) {
    parameter_.push_back(0);
    length_.push_back(0);
    add_panel(0, end, integrate(0, end, speed_), 0);
  }

  double length() const { return length_.back(); }
  double end_parameter() const { return parameter_.back(); }

  double length_at(double p) const {
    const std::size_t k = panel(parameter_, p);
    return length_[k] + integrate(parameter_[k], p, speed_);
  }

  // The parameter at arc length s, which may lie a little outside [0, length].
  double parameter_at(double s) const {
    const std::size_t k = panel(length_, s);
    const double p0 = parameter_[k];
    const double width = parameter_[k + 1] - p0;
    const double run = length_[k + 1] - length_[k];
    double p = run > 0 ? p0 + width * ((s - length_[k]) / run) : p0;
    for (int i = 0; i < 20; ++i) {
      const double v = speed_(p);
      if (!(v > 0)) break;
      const double step = (length_[k] + integrate(p0, p, speed_) - s) / v;
      p -= step;
      if (std::fabs(step) <= 1e-15 * std::max(1.0, std::fabs(p))) break;
    }
    return p;
  }

 private:
  static std::size_t panel(const std::vector<double>& values, double x) {
    const auto after = std::upper_bound(values.begin(), values.end(), x);
    const auto k = static_cast<std::ptrdiff_t>(after - values.begin()) - 1;
    return static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(k, 0, static_cast<std::ptrdiff_t>(values.size()) - 2));
  }

  // halves the panel until both halves together give the same length
  void add_panel(double a, double b, double whole, int depth) {
    const double m = 0.5 * (a + b);
    const double left = integrate(a, m, speed_);
    const double right = integrate(m, b, speed_);
    const bool same = std::fabs(left + right - whole) <= 1e-13 * std::max(1e-3, std::fabs(whole));
    if ((same && depth >= 1) || depth >= 14) {
      parameter_.push_back(b);
      length_.push_back(length_.back() + (left + right));
      return;
    }
    add_panel(a, m, left, depth + 1);
    add_panel(m, b, right, depth + 1);
  }

  Speed speed_;
  std::vector<double> parameter_, length_;
};

}  // namespace backlot::geometry::internal
