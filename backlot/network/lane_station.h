// Metres along the centre of a lane against distance along its strip.
#pragma once

#include <compare>
#include <span>

namespace backlot::network {

// From `metres` on, until the next station: distance(m) = distance + t (b + t (c + t d)), t = m - metres.
struct LaneStation {
  double metres = 0;
  double distance = 0;
  double b = 1, c = 0, d = 0;

  double distance_at(double m) const {
    const double t = m - metres;
    return distance + t * (b + t * (c + t * d));
  }

  friend auto operator<=>(const LaneStation&, const LaneStation&) = default;
};

// The distance at a number of metres of a lane of that length, and back. Outside of [0, length] they go on by the slope at the end.
double distance_at(std::span<const LaneStation> stations, double length, double metres);
double metres_at(std::span<const LaneStation> stations, double length, double distance);

}  // namespace backlot::network
