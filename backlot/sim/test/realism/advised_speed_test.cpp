// Drivers take the lower of the speed limit and an advised speed.
#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::advised_speed_test {
namespace {

// `attribute` stands from 400 to 700 m, in one direction.
std::unique_ptr<TestRoads> road_with(const std::string& attribute) {
  return roads_of(R"(
network road
traffic on the right
speed limit 90 km/h
road main {
  begin at (0 m, 0 m) heading 0 deg
  line 1500 m
  way street from 0 m {
    lanes { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
    start open
    end open
    )" + attribute +
                  R"(
  }
}
)");
}

struct Speeds {
  double within_mps = 0, elsewhere_mps = 0;  // the greatest
  int bodies_within = 0;
};

// Of vehicles that go along the way, from their places and speeds in frames.
Speeds greatest_speeds(const TestRoads& town) {
  Flow flow;
  flow.vehicles_per_hour = 600;
  const world::Tracks& tracks = town.roads.tracks;
  for (const world::TrackId lane : tracks.entrances())
    if (tracks[lane].is_along) flow.lanes.push_back(lane);
  Simulation simulation(town.roads, {.seed = 3, .flows = {flow}});
  Speeds speeds;
  record::Frame frame;
  for (int k = 0; k < 3000; ++k) {
    simulation.step(base::Duration::from_milliseconds(100));
    simulation.frame(frame);
    for (const record::FrameObject& object : frame.objects) {
      const bool is_within = object.centre.x > 405 && object.centre.x < 695;
      double& most = is_within ? speeds.within_mps : speeds.elsewhere_mps;
      most = std::max(most, object.speed_mps);
      speeds.bodies_within += is_within ? 1 : 0;
    }
  }
  return speeds;
}

TEST(AdvisedSpeed, IsDrivenBelowTheLimit) {
  const Speeds without = greatest_speeds(*road_with(""));
  const Speeds advised = greatest_speeds(*road_with("advised speed 40 km/h from 400 m to 700 m"));
  const Speeds limited = greatest_speeds(*road_with("speed limit 40 km/h from 400 m to 700 m"));
  const Speeds higher = greatest_speeds(*road_with("advised speed 130 km/h from 400 m to 700 m"));
  ASSERT_GT(advised.bodies_within, 1000);
  EXPECT_GT(without.within_mps, 20);
  EXPECT_LT(advised.within_mps, 15) << "drivers go at most a third faster than the road asks";
  EXPECT_GT(advised.elsewhere_mps, 20);
  EXPECT_EQ(advised.within_mps, limited.within_mps) << "drivers keep to it as they keep to a limit";
  EXPECT_EQ(higher.within_mps, without.within_mps) << "an advised speed above the limit raises nothing";
}

}  // namespace
}  // namespace backlot::sim::advised_speed_test
