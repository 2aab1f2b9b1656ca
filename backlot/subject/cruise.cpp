#include "backlot/subject/cruise.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::subject {

namespace {

constexpr double kSlowing_mps2 = 0.8;  // before a lower limit or a bend
constexpr double kStep_m = world::Course::kStep_m;

double wanted_at(const world::Course& course, double metre, double share) {
  const double limit = course.limit_at(metre), speed = course.speed_at(metre);
  // Where a bend asks for less than the limit, it asks all drivers for the same.
  return speed < limit ? std::min(share * limit, speed) : share * limit;
}

}  // namespace

Cruise::Cruise(const world::Course& course, double share_of_limit) : squares_(course.points().size()) {
  BACKLOT_ASSERT(share_of_limit > 0, "a driver wants to drive");
  for (std::size_t k = squares_.size(); k-- > 0;) {
    const double wanted = wanted_at(course, kStep_m * static_cast<double>(k), share_of_limit);
    squares_[k] = wanted * wanted;
    if (k + 1 < squares_.size())
      squares_[k] = std::min(squares_[k], squares_[k + 1] + 2 * kSlowing_mps2 * kStep_m);
  }
}

double Cruise::wanted_mps(double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  BACKLOT_ASSERT(!squares_.empty(), "a wish belongs to a metre of the course");
  const double at = std::clamp(metre / kStep_m, 0.0, static_cast<double>(squares_.size() - 1));
  const auto k = std::min(static_cast<std::size_t>(at), squares_.size() - 2);
  const double share = at - static_cast<double>(k);
  return std::sqrt(squares_[k] + share * (squares_[k + 1] - squares_[k]));
}

}  // namespace backlot::subject
