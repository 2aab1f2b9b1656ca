#include "backlot/geometry/hermite.h"

#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/geometry/internal/quadrature.h"

namespace backlot::geometry {

std::array<double, 4> hermite(double start, double end, double start_slope, double end_slope) {
  const double rise = end - start;
  return {start, start_slope, 3 * rise - 2 * start_slope - end_slope, start_slope + end_slope - 2 * rise};
}

CubicRecord hermite_record(double from, double length, double start, double end, double start_slope,
                           double end_slope) {
  BACKLOT_ASSERT(length > 0, "a record has a length");
  const std::array<double, 4> c = hermite(start, end, start_slope * length, end_slope * length);
  return {from, c[0], c[1] / length, c[2] / (length * length), c[3] / (length * length * length)};
}

double plan_length(const std::array<double, 4>& x, const std::array<double, 4>& y) {
  constexpr int kPanels = 16;
  const auto speed = [&](double p) {
    const double dx = x[1] + p * (2 * x[2] + p * (3 * x[3]));
    const double dy = y[1] + p * (2 * y[2] + p * (3 * y[3]));
    return std::sqrt(dx * dx + dy * dy);
  };
  double length = 0;
  for (int i = 0; i < kPanels; ++i) {
    length +=
        internal::integrate(static_cast<double>(i) / kPanels, static_cast<double>(i + 1) / kPanels, speed);
  }
  return length;
}

}  // namespace backlot::geometry
