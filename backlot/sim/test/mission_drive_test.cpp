// A mission on a road of two lanes: a checkpoint counts on its own lane, and what ends a mission is said.
#include "backlot/sim/mission_drive.h"

#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/network/routing/mission.h"
#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::mission_drive_test {
namespace {

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

//   0                                                   2500 m
//   ------------------------------------------------------  y = 0
//   R1   ->                          y = -1.75
//   - - - - - - - - - - - - - - - - - - - - - - - - - - - -
//   R2   ->                          y = -5.25
//   ------------------------------------------------------
constexpr std::string_view kRoad = R"(
network road
traffic on the right
speed limit 50 km/h
road main {
  begin at (0 m, 0 m) heading 0 deg
  line 2500 m
  way street from 0 m {
    lanes { spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
    start open
    end open
  }
}
)";

struct Stop {
  const char* lane;
  double distance_m, y_m;
};

network::Mission mission_through(const network::Network& network, const std::vector<Stop>& stops) {
  network::Mission mission;
  for (const Stop& stop : stops) {
    const auto place = network::find_lane_place(network, "street", stop.lane, stop.distance_m);
    EXPECT_TRUE(place.has_value());
    mission.checkpoints.push_back({"", place.value_or(network::LanePlace{}), {}});
  }
  return mission;
}

Simulation run_with(const TestRoads& town, double vehicles_per_hour) {
  Flow flow;
  flow.vehicles_per_hour = vehicles_per_hour;
  for (const world::TrackId lane : town.roads.tracks.entrances()) flow.lanes.push_back(lane);
  return {town.roads, {.seed = 11, .flows = {flow}}};
}

// The vehicle of the mission is the one that appears at the first checkpoint; all else is read from frames.
TEST(MissionDrive, ReachesACheckpointOnItsOwnLane) {
  const auto town = roads_of(kRoad);
  const std::vector<Stop> stops = {
      {"R2", 100, -5.25}, {"R1", 700, -1.75}, {"R2", 1200, -5.25}, {"R1", 1800, -1.75}, {"R2", 2400, -5.25}};
  const network::Mission mission = mission_through(town->network, stops);
  Simulation run = run_with(*town, 500);
  MissionDrive drive(mission, town->roads, direct::IssuerId(0));
  ASSERT_FALSE(drive.problems().has_errors());
  record::Frame before, now;
  world::ObjectId car{};
  std::size_t reached = 0;
  for (int k = 0; k < 4000 && !drive.is_over(); ++k) {
    run.frame(before);
    drive.step(run);
    run.step(kStep);
    drive.look(run);
    run.frame(now);
    ASSERT_FALSE(drive.has_failed()) << drive.outcome().failure;
    for (const record::FrameObject& object : now.objects)
      if (car.is_empty() && drive.outcome().reached == 1 && !find(before, object.id) &&
          std::fabs(object.centre.x - 100) < 10)
        car = object.id;
    for (; reached < drive.outcome().reached; ++reached) {
      const record::FrameObject* object = find(now, car);
      ASSERT_NE(object, nullptr) << "checkpoint " << reached + 1;
      EXPECT_NEAR(object->centre.x, stops[reached].distance_m, 8) << "checkpoint " << reached + 1;
      EXPECT_NEAR(object->centre.y, stops[reached].y_m, 1.75) << "checkpoint " << reached + 1;
    }
  }
  EXPECT_TRUE(drive.is_over());
  EXPECT_EQ(drive.outcome().missed, 0U);
}

TEST(MissionDrive, FailsWhereItPassedACheckpointBesideItsLaneAndCannotComeAgain) {
  const auto town = roads_of(kRoad);
  const network::Mission mission =
      mission_through(town->network, {{"R2", 100, -5.25}, {"R1", 800, -1.75}, {"R2", 2400, -5.25}});
  Simulation run(town->roads, {});
  for (double x = 500; x < 1000; x += 8)
    run.add_external(world::ObjectKind::car, {{x, -1.75, 0}, 0, 0}, Parked{});
  MissionDrive drive(mission, town->roads, direct::IssuerId(0));
  for (int k = 0; k < 3000 && !drive.is_over() && !drive.has_failed(); ++k) {
    drive.step(run);
    run.step(kStep);
    drive.look(run);
  }
  EXPECT_EQ(drive.outcome().reached, 1U);
  EXPECT_EQ(drive.outcome().missed, 1U);
  EXPECT_EQ(drive.outcome().failure.substr(0, 31), "there is no way from street, 80")
      << drive.outcome().failure;
}

TEST(MissionDrive, EndsWithAWreck) {
  const auto town = roads_of(kRoad);
  const network::Mission mission = mission_through(town->network, {{"R2", 100, -5.25}, {"R2", 2400, -5.25}});
  Simulation run(town->roads, {});
  MissionDrive drive(mission, town->roads, direct::IssuerId(0));
  for (int k = 0; k < 600 && !drive.is_over() && !drive.has_failed(); ++k) {
    drive.step(run);
    run.step(kStep);
    drive.look(run);
    if (k == 100) {
      record::Frame frame;
      run.frame(frame);
      ASSERT_EQ(frame.objects.size(), 1U);
      const geometry::WorldPoint at = frame.objects.front().centre;
      run.add_external(world::ObjectKind::truck, {{at.x + 3, at.y, 0}, 0, 0}, Parked{});
    }
  }
  EXPECT_EQ(drive.outcome().reached, 1U);
  EXPECT_EQ(drive.outcome().failure, "the vehicle touched another one before checkpoint 2");
}

}  // namespace
}  // namespace backlot::sim::mission_drive_test
