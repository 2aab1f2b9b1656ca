// A ring road of equal drivers: the flow has a closed form.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::ring_test {
namespace {

constexpr std::string_view kRing = R"(
network ring
speed limit 50 km/h
way ring {
  lanes { spine; vehicle forward 3.5 m }
  begin at (0 m, 0 m) heading 0 deg
  arc left radius 300 m turn 360 deg
}
joint closes { ring.end meets ring.start }
)";

// The speed at which the model keeps a gap for ever: s = (s0 + v T) / sqrt(1 - (v / v0)^4), by bisection.
double equilibrium_speed(const traffic::DriverTraits& t, double v0, double gap_m) {
  double low = 0, high = v0;
  for (int k = 0; k < 100; ++k) {
    const double v = 0.5 * (low + high), share = v / v0;
    const double gap = (static_cast<double>(t.gap_m) + v * static_cast<double>(t.headway_s)) /
                       std::sqrt(1 - share * share * share * share);
    (gap < gap_m ? low : high) = v;
  }
  return low;
}

SimulationSettings equal_drivers() {
  SimulationSettings settings;
  for (traffic::KindOfDriver& kind : settings.drivers.kinds) kind.spread = {0, 0, 0};
  return settings;
}

TEST(Ring, FlowsByTheClosedForm) {
  const auto ring = roads_of(kRing);
  const SimulationSettings settings = equal_drivers();
  const traffic::KindOfDriver& car = settings.drivers.kinds[0];
  const double length = ring->roads.tracks.all()[0].length;
  const double v0 = 50 / 3.6;
  for (const int cars : {20, 40, 60, 75, 90}) {
    Simulation simulation(ring->roads, settings);
    for (int k = 0; k < cars; ++k)
      simulation.insert(world::ObjectKind::car, world::TrackId(0), (k + 0.5) * length / cars, 5);
    for (int k = 0; k < 3000; ++k) simulation.step(base::Duration::from_milliseconds(100));
    double speed = 0;
    for (std::size_t k = 0; k < simulation.size(); ++k) speed += simulation.vehicle(k).mover.speed_mps / cars;
    const double expected =
        equilibrium_speed(car.middle, v0, length / cars - static_cast<double>(car.shape.length_m));
    EXPECT_NEAR(speed / expected, 1, 0.01) << cars << " cars: " << speed << " m/s, closed form " << expected;
    EXPECT_EQ(simulation.tally().contacts, 0U);
  }
}

// How it is measured: equal drivers of the motorway set at equal distances, except that one is a little nearer to the
// next. In the last two minutes of an hour each frame gives the spread of the speeds around the ring, the slowest and the fastest.
TEST(Ring, WavesOfStopAndGoFormAtAnUnstableDensity) {
  const auto ring = roads_of(kRing);
  SimulationSettings settings{.drivers = traffic::motorway_drivers()};
  for (traffic::KindOfDriver& kind : settings.drivers.kinds) kind.spread = {0, 0, 0};
  const double length = ring->roads.tracks.all()[0].length;
  const auto run = [&](int cars, double& slowest, double& fastest, double& spread) {
    Simulation simulation(ring->roads, settings);
    for (int k = 0; k < cars; ++k)
      simulation.insert(world::ObjectKind::car, world::TrackId(0), (k + (k == 0 ? 0.7 : 0.5)) * length / cars,
                        4);
    slowest = 1e9;
    fastest = spread = 0;
    for (int k = 0; k < 36000; ++k) {
      simulation.step(base::Duration::from_milliseconds(100));
      if (k < 34800) continue;
      double sum = 0, squares = 0;
      for (std::size_t i = 0; i < simulation.size(); ++i) {
        const double v = simulation.vehicle(i).mover.speed_mps;
        slowest = std::min(slowest, v);
        fastest = std::max(fastest, v);
        sum += v;
        squares += v * v;
      }
      const double mean = sum / cars;
      spread = std::max(spread, std::sqrt(std::max(0.0, squares / cars - mean * mean)));
    }
    EXPECT_EQ(simulation.tally().contacts, 0U) << cars << " cars";
  };
  double slowest = 0, fastest = 0, spread = 0;
  run(160, slowest, fastest, spread);
  EXPECT_LT(slowest, 0.1) << "some stand";
  EXPECT_GT(fastest, 6) << "others drive";
  EXPECT_GT(spread, 2);
  // the same drivers where there is room: what was disturbed comes to rest
  run(30, slowest, fastest, spread);
  EXPECT_LT(fastest - slowest, 0.1);
}

}  // namespace
}  // namespace backlot::sim::ring_test
