// Stations of lanes against a search from the first station on.
#include "backlot/network/lane_station.h"

#include <vector>

#include <gtest/gtest.h>

#include "backlot/base/random.h"

namespace backlot::network::lane_station_test {
namespace {

// Straight between stations, with a slope of its own each, at even or at uneven steps.
struct Lane {
  std::vector<LaneStation> stations;
  double length = 0, strip_length = 0;
};
Lane random_lane(base::RandomStream& random, bool is_even) {
  Lane lane;
  const int count = 1 + static_cast<int>(60 * random.uniform());
  for (int k = 0; k < count; ++k) {
    const double step = is_even ? 5 : 0.01 + 40 * random.uniform() * random.uniform() * random.uniform();
    lane.stations.push_back({lane.length, lane.strip_length, 0.8 + 0.4 * random.uniform(), 0, 0});
    lane.length += step;
    lane.strip_length += step * lane.stations.back().b;
  }
  return lane;
}

const LaneStation& last_up_to(const Lane& lane, double LaneStation::*field, double value) {
  std::size_t found = 0;
  while (found + 1 < lane.stations.size() && lane.stations[found + 1].*field <= value) ++found;
  return lane.stations[found];
}

TEST(LaneStation, IsFoundWhereverStationsStand) {
  base::RandomStream random(11, 0, 0);
  for (int k = 0; k < 400; ++k) {
    const Lane lane = random_lane(random, k % 2 == 0);
    for (int n = 0; n < 200; ++n) {
      const double metres = lane.length * random.uniform(), distance = lane.strip_length * random.uniform();
      const LaneStation& by_metres = last_up_to(lane, &LaneStation::metres, metres);
      const LaneStation& by_distance = last_up_to(lane, &LaneStation::distance, distance);
      ASSERT_EQ(distance_at(lane.stations, lane.length, metres), by_metres.distance_at(metres));
      ASSERT_NEAR(metres_at(lane.stations, lane.length, distance),
                  by_distance.metres + (distance - by_distance.distance) / by_distance.b, 1e-9);
    }
    for (const LaneStation& s : lane.stations) {
      ASSERT_EQ(distance_at(lane.stations, lane.length, s.metres), s.distance) << "at a station it begins";
      ASSERT_NEAR(metres_at(lane.stations, lane.length, s.distance), s.metres, 1e-9);
    }
  }
}

TEST(LaneStation, GoesOnByTheSlopeAtTheEnds) {
  base::RandomStream random(12, 0, 0);
  const Lane lane = random_lane(random, false);
  EXPECT_NEAR(distance_at(lane.stations, lane.length, -2), -2 * lane.stations.front().b, 1e-12);
  EXPECT_NEAR(distance_at(lane.stations, lane.length, lane.length + 2),
              lane.strip_length + 2 * lane.stations.back().b, 1e-9);
  EXPECT_NEAR(metres_at(lane.stations, lane.length, lane.strip_length + 2),
              lane.length + 2 / lane.stations.back().b, 1e-9);
}

}  // namespace
}  // namespace backlot::network::lane_station_test
