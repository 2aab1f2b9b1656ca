// What motorways are known for: jams that travel against the traffic, and a capacity that drops once there is a queue.
#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/realism/lane_drop.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::motorway_test {
namespace {

constexpr std::string_view kOneLane = R"(
network one_lane
traffic on the right
speed limit 120 km/h
way main {
  lanes { spine; vehicle forward 3.75 m }
  begin at (0 m, 0 m) heading 0 deg
  line 4000 m
  start open
  end open
}
)";

// How it is measured: 120 cars stand bumper to bumper with the gap that each keeps when standing, and the road before them is free.
// Each starts at the moment at which it first goes faster than 5 km/h; the front is the line through places and moments of starting, by
// least squares, without the first twenty.
TEST(Motorway, TheDownstreamFrontOfAJamTravelsBackwards) {
  const auto road = roads_of(kOneLane);
  SimulationSettings settings{.drivers = traffic::motorway_drivers()};
  Simulation simulation(road->roads, settings);
  const traffic::KindOfDriver& car = settings.drivers.kinds[0];
  const double spacing_m = static_cast<double>(car.shape.length_m + car.middle.gap_m);
  constexpr int kCars = 120;
  std::vector<world::ObjectId> ids;
  for (int k = 0; k < kCars; ++k)
    ids.push_back(simulation.insert(world::ObjectKind::car, world::TrackId(0), 1500 - k * spacing_m, 0));
  std::vector<double> x, t;
  for (int step = 0; step < 4000 && x.size() < kCars; ++step) {
    simulation.step(base::Duration::from_milliseconds(100));
    while (x.size() < kCars) {
      const auto v = simulation.find(ids[x.size()]);
      if (!v || v->mover.speed_mps < 5 / 3.6) break;
      x.push_back(v->mover.guide.x);
      t.push_back(simulation.tick().time.seconds());
    }
  }
  ASSERT_EQ(x.size(), static_cast<std::size_t>(kCars));
  double n = 0, st = 0, sx = 0, stt = 0, stx = 0;
  for (std::size_t k = 20; k < kCars; ++k) {
    n += 1;
    st += t[k];
    sx += x[k];
    stt += t[k] * t[k];
    stx += t[k] * x[k];
  }
  const double front_kmh = 3.6 * (n * stx - st * sx) / (n * stt - st * st);
  RecordProperty("front_kmh", std::to_string(front_kmh));
  EXPECT_LE(front_kmh, -10);
  EXPECT_GE(front_kmh, -20);
  EXPECT_EQ(simulation.tally().contacts, 0U);
}

// How it is measured: see lane_drop.h; the drop of a seed compares the greatest flow of ten minutes before the queue with that out of the
// queue.
TEST(Motorway, CapacityDropsOnceThereIsAQueue) {
  constexpr int kSeeds = 10;
  double mean = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Breakdown b =
        raise_demand_until_it_breaks_down({.seed = seed, .drivers = traffic::motorway_drivers()});
    ASSERT_TRUE(b.has_happened) << "seed " << seed;
    ASSERT_GT(b.before_per_h, 0);
    EXPECT_EQ(b.contacts, 0U) << "seed " << seed;
    EXPECT_LT(b.longest_wait_s, 600) << "seed " << seed;
    mean += b.drop() / kSeeds;
  }
  RecordProperty("drop", std::to_string(mean));
  EXPECT_GE(mean, 0.03);
  EXPECT_LE(mean, 0.30);
}

}  // namespace
}  // namespace backlot::sim::motorway_test
