#include "backlot/subject/cruise.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

// The square of the wanted speed at a point, by that at the next one.
double square_at(const world::Course& course, std::size_t point, double share, double next) {
  const double wanted = wanted_at(course, kStep_m * static_cast<double>(point), share);
  return std::min(wanted * wanted, next + 2 * kSlowing_mps2 * kStep_m);
}

struct Between {
  std::size_t point = 0;  // the one before the metre
  double share = 0;       // of the way to the next one
};
Between between(std::size_t points, double metre) {
  const double at = std::clamp(metre / kStep_m, 0.0, static_cast<double>(points - 1));
  const std::size_t k = std::min(static_cast<std::size_t>(at), points - 2);
  return {k, at - static_cast<double>(k)};
}

}  // namespace

Cruise::Cruise(const world::Course& course, double share_of_limit) : squares_(course.points().size()) {
  BACKLOT_ASSERT(share_of_limit > 0, "a driver wants to drive");
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t k = squares_.size(); k-- > 0;)
    squares_[k] = next = square_at(course, k, share_of_limit, next);
}

double Cruise::wanted_mps(double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  BACKLOT_ASSERT(!squares_.empty(), "a wish belongs to a metre of the course");
  const auto [k, share] = between(squares_.size(), metre);
  return std::sqrt(squares_[k] + share * (squares_[k + 1] - squares_[k]));
}

// Whatever comes far ahead, it does not ask for a speed below that from which a driver can stop there. Where even a stop there would leave the speed at some
// point as it is wanted by limit and bend alone, nothing behind the stop counts before that point.
double cruise_mps(const world::Course& course, double share_of_limit, double metre) {
  BACKLOT_ASSERT(share_of_limit > 0, "a driver wants to drive");
  const std::size_t count = course.points().size();
  const auto [k, share] = between(count, metre);
  for (std::size_t ahead = 512;; ahead *= 4) {
    const std::size_t end = std::min(count, k + ahead);
    bool is_known = end == count;
    double next = is_known ? std::numeric_limits<double>::infinity() : 0, here = 0;
    for (std::size_t point = end; point-- > k;) {
      if (point == k && !is_known) break;
      here = square_at(course, point, share_of_limit, next);
      is_known = is_known || here < next + 2 * kSlowing_mps2 * kStep_m;
      if (point > k) next = here;
    }
    if (is_known) return std::sqrt(here + share * (next - here));
  }
}

}  // namespace backlot::subject
