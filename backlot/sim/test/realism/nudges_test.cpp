// Drives over cracks between joined lanes are counted.
#include <cmath>
#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::nudges_test {
namespace {

// The second way's lane is narrower by two centimetres, so that its centre lies one centimetre further to the left.
std::string road(const std::string& narrow) {
  return R"(
network road
traffic on the right
speed limit 50 km/h
road main {
  begin at (0 m, 0 m) heading 0 deg
  line 600 m
  way one from 0 m { lanes { spine; vehicle forward 3.5 m }; start open }
  way two from 300 m { lanes { spine; vehicle forward )" +
         narrow + R"( }; end open }
}
joint meeting { one.end meets two.start }
)";
}

struct Seen {
  Tally tally;
  std::size_t over_the_joint = 0;  // vehicles whose middle was on both sides of it, from frames
};

Seen drive(const TestRoads& town) {
  Flow flow;
  flow.vehicles_per_hour = 500;
  for (const world::TrackId lane : town.roads.tracks.entrances()) flow.lanes.push_back(lane);
  Simulation run(town.roads, {.seed = 5, .flows = {flow}});
  record::Frame frame;
  std::set<std::uint64_t> before, over;
  for (int k = 0; k < 3000; ++k) {
    run.step(base::Duration::from_milliseconds(100));
    run.frame(frame);
    for (const record::FrameObject& object : frame.objects) {
      const double front = object.centre.x + 0.5 * static_cast<double>(object.length_m);
      if (front < 300) before.insert(object.id.raw());
      // the guide of a car lies behind its front
      if (object.centre.x > 300 && before.contains(object.id.raw())) over.insert(object.id.raw());
    }
  }
  return {run.tally(), over.size()};
}

TEST(Nudges, AreCountedWhereVehiclesDriveOverACrack) {
  const auto town = roads_of(road("3.48 m"));
  EXPECT_EQ(town->network.nudges().count, 1U);
  const Seen seen = drive(*town);
  EXPECT_GT(seen.over_the_joint, 20U);
  EXPECT_NEAR(static_cast<double>(seen.tally.nudges), static_cast<double>(seen.over_the_joint), 1)
      << "one vehicle may have its guide before the joint and its middle behind it, or the other way round";
  EXPECT_NEAR(seen.tally.largest_nudge_m, 0.01, 1e-6);
}

TEST(Nudges, AreNotCountedWhereLanesMeet) {
  const Seen seen = drive(*roads_of(road("3.5 m")));
  EXPECT_GT(seen.over_the_joint, 20U);
  EXPECT_EQ(seen.tally.nudges, 0U);
  EXPECT_EQ(seen.tally.largest_nudge_m, 0);
}

}  // namespace
}  // namespace backlot::sim::nudges_test
