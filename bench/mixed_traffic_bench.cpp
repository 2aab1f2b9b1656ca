// Whether cars, trucks, buses and motorcycles get on together for hours, on four networks, judged from frames alone (sim/test/judges/traffic_judge.h).
// Usage: mixed_traffic_bench [--smoke] [--long] [--results FOLDER] [--runs SEEDS] [--first SEED] [--jobs N].
//
// 80 % cars, 10 % trucks, 5 % buses, 5 % motorcycles; and a narrow crossing with as many buses as cars. Every case runs for ten minutes with each of two seeds, with --long for an hour with each of ten. No two
// bodies may touch, none may leave the network, come over a line on red, stand for more than ten minutes, or brake and gain speed beyond the bounds of its
// kind. Seeds below 10,000 were used while drivers were mended; the default ones were not.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/judges/traffic_judge.h"
#include "backlot/sim/test/judges/waiting_rings.h"
#include "backlot/sim/test/roads.h"
#include "bench/grid_network.h"
#include "bench/on_all_cores.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 71'301;
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr int kStepsPerSecond = 10;
constexpr double kLongestStand_s = 600;
constexpr std::array<double, world::kVehicleKinds> kMix = {0.80, 0.10, 0.05, 0.05, 0};
constexpr std::size_t kBiketown = 60, kCountyRoad = 100, kGrid = 1000;
constexpr double kMotorway_vph = 3000;

// A crossing of narrow roads whose arms end 8 m from its middle: cars pass each other there where both turn left, buses do not.
constexpr std::string_view kTight = R"(
network tight
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.25 m; spine; vehicle forward 3.25 m }
way w { profile street; begin at (-150 m, 0 m) heading 0 deg; line 142 m; start open }
way e { profile street; begin at (150 m, 0 m) heading 180 deg; line 142 m; start open }
way s { profile street; begin at (0 m, -150 m) heading 90 deg; line 142 m; start open }
way n { profile street; begin at (0 m, 150 m) heading 270 deg; line 142 m; start open }
intersection x {
  arm w: w.end priority road
  arm e: e.end priority road
  arm s: s.end yield
  arm n: n.end yield
}
)";
constexpr std::array<double, world::kVehicleKinds> kHalfBuses = {0.5, 0, 0.5, 0, 0};
constexpr double kTight_vph = 600;

struct Case {
  std::string name;
  const sim::TestRoads* roads;
  std::size_t vehicles = 0;      // kept on the road; or
  double vehicles_per_hour = 0;  // that come in, shared out by lanes
  std::array<double, world::kVehicleKinds> mix = kMix;
};

struct Outcome {
  sim::TrafficJudge::Verdict seen;
  double ring_s = 0, kilometres = 0;
  std::uint64_t hard_braking = 0;

  bool is_sound() const { return seen.is_clean(kLongestStand_s); }
};

std::vector<sim::Flow> flows_of(const world::Tracks& tracks, double vehicles_per_hour,
                                const std::array<double, world::kVehicleKinds>& mix) {
  std::vector<sim::Flow> flows;
  for (const world::TrackId lane : tracks.entrances()) {
    if (flows.empty() || tracks[flows.back().lanes.front()].carriageway != tracks[lane].carriageway)
      flows.emplace_back();
    flows.back().lanes.push_back(lane);
  }
  for (sim::Flow& flow : flows) {
    flow.vehicles_per_hour = vehicles_per_hour * static_cast<double>(flow.lanes.size()) /
                             static_cast<double>(tracks.entrances().size());
    flow.mix = mix;
  }
  return flows;
}

Outcome run_case(const Case& c, std::uint64_t seed, int seconds) {
  const world::Tracks& tracks = c.roads->roads.tracks;
  sim::SimulationSettings settings{.seed = seed, .drivers = traffic::suiting_drivers(tracks)};
  settings.drivers.shares = c.mix;
  if (c.vehicles_per_hour > 0) settings.flows = flows_of(tracks, c.vehicles_per_hour, c.mix);
  sim::Simulation run(c.roads->roads, settings);
  if (c.vehicles > 0) run.insert_spread(c.vehicles);
  sim::TrafficJudge judge(c.roads->network);
  sim::WaitingRings rings(c.roads->network);
  record::Frame frame;
  for (int second = 0; second < seconds; ++second) {
    for (int k = 0; k < kStepsPerSecond; ++k) {
      run.step(kStep);
      run.frame(frame);
      judge.watch(frame);
    }
    if (second % 10 == 9) rings.watch(frame);
  }
  return {judge.verdict(), rings.longest_s(), static_cast<double>(run.tally().distance_um) * 1e-9,
          run.tally().hard_braking};
}

std::string line_of(const Case& c, std::uint64_t seed, const Outcome& o) {
  const sim::TrafficJudge::Verdict& v = o.seen;
  std::string bounds;
  for (std::size_t k = 0; k < 4; ++k) bounds += fmt::format("{:.2f},{:.2f},", v.hardest[k], v.strongest[k]);
  return fmt::format(
      "\"{}\",{},{},{},{},{},{},{:.0f},{:.0f},{}{:.1f},{:.1f},{:.2f},{}\n", c.name, seed, v.bodies,
      v.contacts, v.off_network, v.red_crossings, v.out_of_bounds + v.disagreements, v.longest_stand_s,
      o.ring_s, bounds, o.kilometres,
      1e6 * static_cast<double>(o.hard_braking) / static_cast<double>(std::max<std::uint64_t>(v.bodies, 1)),
      v.widest_corner_m, o.is_sound() ? "ok" : "NOT SOUND: " + v.worst);
}

int run(const Options& options) {
  const int seconds = options.smoke ? 20 : options.is_long ? 3600 : 600;
  const std::uint64_t seeds = options.runs > 0 ? options.runs : options.is_long ? 10 : options.smoke ? 1 : 2;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  const auto biketown = sim::scene_roads("biketown"), county = sim::scene_roads("county_road"),
             motorway = sim::scene_roads("motorway");
  const auto tight = sim::roads_of(kTight);
  const sim::TestRoads grid(build_grid(options.smoke ? 4 : 20));
  const std::size_t on_grid = options.smoke ? 40 : kGrid;
  const std::vector<Case> cases = {
      {fmt::format("biketown, {} vehicles", kBiketown), biketown.get(), kBiketown},
      {fmt::format("county road, {} vehicles", kCountyRoad), county.get(), kCountyRoad},
      {fmt::format("motorway, {:.0f} an hour", kMotorway_vph), motorway.get(), 0, kMotorway_vph},
      {fmt::format("8 m crossing, half buses, {:.0f} an hour", kTight_vph), tight.get(), 0, kTight_vph,
       kHalfBuses},
      {fmt::format("20 x 20 grid, {} vehicles", on_grid), &grid, on_grid}};
  std::vector<Outcome> outcomes(cases.size() * seeds);
  on_all_cores(
      outcomes.size(),
      [&](std::size_t k) {
        outcomes[k] = run_case(cases[k / seeds], first + k % seeds, seconds);
        fmt::print(stderr, "{}", line_of(cases[k / seeds], first + k % seeds, outcomes[k]));
      },
      options.jobs);

  std::string text =
      "case,seed,agent_steps,contacts,off_network,on_red,beyond_bounds,longest_stand_s,ring_s,car_hardest,"
      "car_strongest,"
      "truck_hardest,truck_strongest,bus_hardest,bus_strongest,motorcycle_hardest,motorcycle_strongest,"
      "kilometres,"
      "hard_braking_per_million,widest_corner_m,verdict\n";
  bool all_sound = true;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    text += line_of(cases[k / seeds], first + k % seeds, outcomes[k]);
    all_sound = all_sound && outcomes[k].is_sound();
  }
  fmt::print("{}{}\n", text, all_sound ? "all sound" : "NOT ALL SOUND");
  std::ofstream file(options.folder + "/mixed_traffic.csv");
  write_origin(file);
  file << fmt::format(
              "# {} seeds from {} on, {} s each; 80 % cars, 10 % trucks, 5 % buses, 5 % motorcycles\n", seeds,
              first, seconds)
       << text;
  if (!file) {
    fmt::print(stderr, "mixed_traffic_bench: cannot write to {}\n", options.folder);
    return 1;
  }
  return options.smoke || all_sound ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "mixed_traffic_bench", options)) return 2;
  return backlot::bench::run(options);
}
