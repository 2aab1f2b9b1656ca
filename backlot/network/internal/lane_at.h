// A lane at a place along it, for queries on paths.
#pragma once

#include <cmath>
#include <cstdint>

#include "backlot/base/assert.h"
#include "backlot/network/internal/network_data.h"
#include "backlot/network/path.h"

namespace backlot::network::internal {

// Metres along the lane from its own start, whichever way it is travelled.
inline double metres_on_lane(const Lane& lane, const PathElement& element, double metres) {
  return element.lane.is_along ? metres - element.start_m : lane.length - (metres - element.start_m);
}

// The distance of its strip at so many metres of a lane.
inline double distance_on(const NetworkData& data, const Lane& lane, double metres) {
  BACKLOT_ASSERT(!std::isnan(metres), "a place on a lane is a number");
  const LaneStation* stations = &data.stations[lane.first_station];
  return network::distance_at({stations, lane.station_count}, lane.length, metres);
}

// Everything about a lane at a distance of its strip that the queries need.
struct LaneAt {
  const geometry::Ribbon* ribbon;
  double ribbon_distance;
  Cubic
      centre;  // how far the lane's centre is to the left of the spine, in metres from the last break of the strip
  double t;  // these metres
};

inline LaneAt lane_at(const NetworkData& data, const Lane& lane, std::uint32_t number, double distance) {
  const Strip& strip = data.strips[lane.strip.index()];
  BACKLOT_ASSERT(number >= strip.first_lane && number - strip.first_lane < strip.lane_count,
                 "a lane of another strip");
  const double* breaks = &data.breaks[strip.first_break];
  std::uint32_t i = strip.break_count - 1;
  while (i > 0 && breaks[i] > distance) --i;
  const Cubic* boundary =
      &data.boundaries[strip.first_boundary + i * (strip.lane_count + 1) + (number - strip.first_lane)];
  return {&data.ribbons[strip.ribbon.index()], strip.from + distance, 0.5 * (boundary[0] + boundary[1]),
          distance - breaks[i]};
}

}  // namespace backlot::network::internal
