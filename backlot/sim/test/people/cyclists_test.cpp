// Cyclists in a run: the same bits for any number of threads and after saving, where they ride, how fast, and that they heed lights.
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "backlot/network/locate.h"
#include "backlot/sim/run_state.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/people/street_judge.h"
#include "backlot/sim/test/roads.h"
#include "backlot/world/body.h"

namespace backlot::sim::cyclists_test {
namespace {

using world::ObjectKind;

constexpr base::Duration kStep = base::Duration::from_milliseconds(100);

Simulation town_run(const world::Roads& roads, std::size_t threads) {
  Simulation run(roads, {.seed = 12, .threads = threads});
  run.insert_spread(15);
  EXPECT_EQ(run.spread_cyclists(40), 40U);
  return run;
}

TEST(Cyclists, HaveTheSameHashForAnyNumberOfThreads) {
  const auto town = scene_roads("biketown");
  Simulation one = town_run(town->roads, 1), two = town_run(town->roads, 2), three = town_run(town->roads, 3);
  for (int k = 0; k < 600; ++k) {
    one.step(kStep);
    two.step(kStep);
    three.step(kStep);
  }
  EXPECT_GT(one.cyclists(), 30U);
  EXPECT_EQ(one.hash(), two.hash());
  EXPECT_EQ(one.hash(), three.hash());
}

TEST(Cyclists, GoOnFromASavedState) {
  const auto town = scene_roads("biketown");
  Simulation whole = town_run(town->roads, 1), other(town->roads, {.seed = 12});
  for (int k = 0; k < 400; ++k) whole.step(kStep);
  ASSERT_FALSE(other.restore(whole.save()).has_errors());
  Simulation fork = whole.fork();
  for (int k = 0; k < 400; ++k) {
    whole.step(kStep);
    other.step(kStep);
    fork.step(kStep);
  }
  EXPECT_EQ(whole.hash(), other.hash());
  EXPECT_EQ(whole.hash(), fork.hash());
  EXPECT_EQ(whole.cyclists(), other.cyclists());
}

// One way without an end in sight, with a bicycle lane or without.
std::unique_ptr<TestRoads> long_road(const std::string& at_kerb) {
  return roads_of(
      "network long_road\n"
      "traffic on the right\n"
      "speed limit 50 km/h\n"
      "way road {\n"
      "  lanes {\n"
      "    vehicle backward 3.5 m\n"
      "    spine\n"
      "    vehicle forward 3.5 m\n" +
      at_kerb +
      "    sidewalk 2 m\n"
      "  }\n"
      "  begin at (0 m, 0 m) heading 0 deg\n"
      "  line 2000 m\n"
      "  start open\n"
      "  end open\n"
      "  no passing\n"
      "}\n");
}

world::TrackId forward_track(const TestRoads& roads) {
  for (std::size_t k = 0; k < roads.roads.tracks.all().size(); ++k)
    if (roads.roads.tracks.all()[k].is_along) return world::TrackId::from_size(k);
  return {};
}

// Where the only body is after some seconds: metres to the left of the spine.
double offset_after(const TestRoads& roads, double seconds) {
  Simulation run(roads.roads, {.seed = 3});
  run.insert(ObjectKind::bicycle, forward_track(roads), 50, 4);
  for (int k = 0; k < 10 * seconds; ++k) run.step(kStep);
  record::Frame frame;
  run.frame(frame);
  EXPECT_EQ(frame.objects.size(), 1U);
  return frame.objects.front().centre.y;
}

TEST(Cyclists, RideWhereTheRoadHasRoomForThem) {
  // half a metre of air to the edge, but no further from the middle of the lane than conflict zones count with
  EXPECT_NEAR(offset_after(*long_road(""), 30), -1.75 - 0.95, 0.02);
  EXPECT_NEAR(offset_after(*long_road("    bicycle forward 1.5 m\n"), 30), -3.5 - 0.75, 0.02);
  // a metre of air to parked cars, whose doors open
  EXPECT_NEAR(offset_after(*long_road("    parking 2 m\n"), 30), -3.5 + 1.0 + 0.3, 0.02);
  // a lane that is too narrow is none
  EXPECT_NEAR(offset_after(*long_road("    bicycle forward 0.8 m\n"), 30), -1.75 - 0.95, 0.02);
}

// Free speed is 18 km/h with a standard deviation of 3 km/h (FIGURES D4): the mean of 400 is within three standard errors of that.
TEST(Cyclists, AreAsFastAsEuropeanCyclists) {
  const auto road = long_road("    bicycle forward 1.5 m\n");
  double sum = 0, squares = 0;
  constexpr int kCount = 400;
  for (int k = 0; k < kCount; ++k) {
    Simulation run(road->roads, {.seed = 100 + static_cast<std::uint64_t>(k)});
    run.insert(ObjectKind::bicycle, forward_track(*road), 50, 4);
    for (int step = 0; step < 400; ++step) run.step(kStep);
    record::Frame frame;
    run.frame(frame);
    ASSERT_EQ(frame.objects.size(), 1U);
    const double kmh = 3.6 * frame.objects.front().speed_mps;
    EXPECT_GT(kmh, 11.5);
    EXPECT_LT(kmh, 24.5);
    sum += kmh;
    squares += kmh * kmh;
  }
  const double mean = sum / kCount, deviation = std::sqrt(squares / kCount - mean * mean);
  EXPECT_NEAR(mean, 18, 0.45);
  EXPECT_NEAR(deviation, 3, 0.5);
}

// By frames and events alone.
TEST(Cyclists, StopAtRedUnlessTheyAreToldNotTo) {
  const auto town = scene_roads("biketown");
  const auto reds = [&](float share) {
    SimulationSettings settings{.seed = 5};
    settings.drivers.kinds[static_cast<std::size_t>(ObjectKind::bicycle)].spread.heeds_lights = share;
    Simulation run(town->roads, settings);
    run.spread_cyclists(40);
    std::uint64_t count = 0;
    for (int k = 0; k < 3000; ++k) {
      run.step(kStep);
      for (const record::Event& e : run.events())
        count += e.kind == record::EventKind::crossed_line && e.aspect == network::Aspect::red ? 1U : 0U;
    }
    return count;
  };
  EXPECT_EQ(reds(1), 0U);
  EXPECT_GT(reds(0), 3U);
}

// They leave at the ends of roads, and others come in: their number is kept, and vehicles stay as many.
TEST(Cyclists, LeaveAndComeIn) {
  const auto town = scene_roads("biketown");
  Simulation run = town_run(town->roads, 1);
  for (int k = 0; k < 6000; ++k) run.step(kStep);
  EXPECT_GT(run.tally().exits, 10U);
  EXPECT_GT(run.tally().entries, 10U);
  EXPECT_GE(run.cyclists(), 36U);
  EXPECT_LE(run.cyclists(), 40U);
  EXPECT_LE(run.size() - run.cyclists(), 15U);
  EXPECT_EQ(run.tally().off_network, 0U);
  EXPECT_EQ(run.tally().contacts, 0U);
}

// Where traffic keeps left, cyclists do.
TEST(Cyclists, RideInAMirroredTown) {
  const auto town = scene_roads("biketown"), mirrored = mirrored_scene_roads("biketown");
  Simulation run = town_run(town->roads, 1), other = town_run(mirrored->roads, 1);
  for (int k = 0; k < 1200; ++k) {
    run.step(kStep);
    other.step(kStep);
  }
  EXPECT_EQ(other.tally().off_network, 0U);
  EXPECT_EQ(other.tally().contacts, 0U);
  const auto way_m = [](const Simulation& s) { return 1e-6 * static_cast<double>(s.tally().distance_um); };
  EXPECT_NEAR(way_m(other), way_m(run), 0.15 * way_m(run));
}

// Every driver of the run is a cyclist, so that all encounters at crosswalks are theirs.
TEST(Cyclists, YieldToPeopleOnCrosswalks) {
  const auto town = scene_roads("biketown");
  Simulation run(town->roads, {.seed = 5});
  run.spread_cyclists(60);
  run.people().spread(200);
  StreetJudge judge(town->network);
  record::Frame frame;
  for (int k = 0; k < 3000; ++k) {
    run.step(kStep);
    run.frame(frame, {.has_signals = true});
    judge.watch(frame);
  }
  const StreetCounts& c = judge.counts();
  EXPECT_GT(c.encounters, 50U);
  EXPECT_LE(100 * c.not_yielded, c.encounters);
  EXPECT_EQ(c.people_touched + c.people_run_over + c.vehicles_touch, 0U);
}

}  // namespace
}  // namespace backlot::sim::cyclists_test
