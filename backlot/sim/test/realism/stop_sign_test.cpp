// Stop signs: every vehicle halts before it crosses the line. Judged from frames (halts.h), with a yield sign as positive control.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/crossing_roads.h"
#include "backlot/sim/test/halts.h"

namespace backlot::sim::stop_sign_test {
namespace {

// The arms of the crossing end 15 m from its middle; vehicles come on the right of the spine, in lanes of 3.5 m.
constexpr LineAcross kFromSouth{.x = 1.75, .y = -15, .heading_x = 0, .heading_y = 1};
constexpr LineAcross kFromNorth{.x = -1.75, .y = 15, .heading_x = 0, .heading_y = -1};
constexpr LineAcross kFromWest{.x = -15, .y = -1.75, .heading_x = 1, .heading_y = 0};
constexpr LineAcross kFromEast{.x = 15, .y = 1.75, .heading_x = -1, .heading_y = 0};

constexpr std::array<double, world::kVehicleKinds> kMix = {0.8, 0.1, 0.05, 0.05};

struct Seen {
  std::uint64_t crossed = 0, rolled = 0, contacts = 0;
};

// All kinds of vehicles come by all arms, `per_hour` by each, and turn at random. The lines of two arms are watched, or of all four.
Seen drive(std::string_view minor, std::string_view major, double per_hour, std::uint64_t seed,
           const std::vector<LineAcross>& lines, base::Duration step) {
  const std::string rules = "arm west: west.end " + std::string(major) + "\narm east: east.end " +
                            std::string(major) + "\narm north: north.end " + std::string(minor) +
                            "\narm south: south.end " + std::string(minor) +
                            (minor.empty() ? "\ncontrol all way stop\n" : "\n");
  const auto road = crossing_of(rules);
  SimulationSettings settings{.seed = seed};
  for (const char* arm : {"west", "east", "north", "south"})
    settings.flows.push_back({.lanes = {lane_from(*road, arm)}, .vehicles_per_hour = per_hour, .mix = kMix});
  Simulation run(road->roads, settings);
  std::vector<Halts> judges(lines.begin(), lines.end());
  record::Frame frame;
  for (base::SimTime at; at < base::SimTime() + base::Duration::from_seconds(1200); at += step) {
    run.step(step);
    run.frame(frame);
    for (Halts& judge : judges) judge.watch(frame);
  }
  Seen seen{.contacts = run.tally().contacts};
  for (const Halts& judge : judges) {
    seen.crossed += judge.crossings().size();
    seen.rolled += judge.rolled();
  }
  return seen;
}

TEST(StopSign, EveryVehicleHaltsBeforeTheLine) {
  for (const std::uint64_t seed : {71'001U, 71'002U, 71'003U, 71'004U, 71'005U}) {
    const base::Duration step = base::Duration::from_milliseconds(seed % 2 == 0 ? 50 : 100);
    const Seen seen = drive("stop", "priority road", 150, seed, {kFromSouth, kFromNorth}, step);
    EXPECT_GT(seen.crossed, 60U) << seed;
    EXPECT_EQ(seen.rolled, 0U) << seed;
    EXPECT_EQ(seen.contacts, 0U) << seed;
  }
}

TEST(StopSign, EveryVehicleHaltsAtAnAllWayStop) {
  for (const std::uint64_t seed : {71'101U, 71'102U, 71'103U}) {
    const Seen seen = drive("", "", 150, seed, {kFromSouth, kFromNorth, kFromWest, kFromEast},
                            base::Duration::from_milliseconds(100));
    EXPECT_GT(seen.crossed, 150U) << seed;
    EXPECT_EQ(seen.rolled, 0U) << seed;
    EXPECT_EQ(seen.contacts, 0U) << seed;
  }
}

// The positive control: where the road only yields, most vehicles roll, and the judge says so.
TEST(StopSign, AtAYieldSignMostVehiclesRoll) {
  const Seen seen = drive("yield", "priority road", 150, 71'201, {kFromSouth, kFromNorth},
                          base::Duration::from_milliseconds(100));
  EXPECT_GT(seen.crossed, 60U);
  EXPECT_GT(seen.rolled, seen.crossed / 3);
}

}  // namespace
}  // namespace backlot::sim::stop_sign_test
