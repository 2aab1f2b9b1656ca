#include "backlot/network/lane_station.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::network {

namespace {

// The last station that is not beyond a value of a field by which they are ordered; the first one where all are.
std::size_t last_up_to(std::span<const LaneStation> stations, double LaneStation::*field, double value) {
  std::size_t low = 0, high = stations.size() - 1;
  while (low < high) {
    const std::size_t middle = (low + high + 1) / 2;
    if (stations[middle].*field > value)
      high = middle - 1;
    else
      low = middle;
  }
  return low;
}

}  // namespace

double distance_at(std::span<const LaneStation> stations, double length, double metres) {
  BACKLOT_ASSERT(!stations.empty() && length >= 0, "a lane has a station and a length");
  if (!(metres >= 0)) return metres * stations.front().b;  // NaN stays NaN
  const double m = std::min(metres, length);
  const LaneStation& s = stations[last_up_to(stations, &LaneStation::metres, m)];
  const double t = m - s.metres;
  const double distance = s.distance + t * (s.b + t * (s.c + t * s.d));
  return metres <= length ? distance : distance + (metres - length) * (s.b + t * (2 * s.c + t * (3 * s.d)));
}

double metres_at(std::span<const LaneStation> stations, double length, double distance) {
  BACKLOT_ASSERT(!stations.empty() && length >= 0, "a lane has a station and a length");
  if (!(distance >= 0)) return distance / stations.front().b;
  const std::size_t i = last_up_to(stations, &LaneStation::distance, distance);
  const LaneStation& s = stations[i];
  const double end = i + 1 < stations.size() ? stations[i + 1].metres : length;
  // Newton on the cubic, which is nearly straight
  double t = (distance - s.distance) / s.b;
  const double most = end - s.metres;
  if (i + 1 == stations.size()) {
    const double slope = s.b + most * (2 * s.c + most * (3 * s.d));
    const double last = s.distance + most * (s.b + most * (s.c + most * s.d));
    if (distance >= last) return length + (distance - last) / slope;
  }
  for (int k = 0; k < 8; ++k) {
    t = std::clamp(t, 0.0, most);
    const double error = s.distance + t * (s.b + t * (s.c + t * s.d)) - distance;
    const double step = error / (s.b + t * (2 * s.c + t * (3 * s.d)));
    t -= step;
    if (std::fabs(step) <= 1e-13 * (1 + most)) break;
  }
  return s.metres + std::clamp(t, 0.0, most);
}

}  // namespace backlot::network
