// Whether traffic goes on for hours: no accident, no one lost, no one stuck. Runs side by side on all cores, each on one thread.
// Usage: accidents_bench [--smoke] [--long] [--results FOLDER].
//
// Every case runs for five minutes with one seed, with --long for an hour with each of ten. Of each run: pairs of bodies that
// overlap, counted after every step from their boxes alone; bodies off the network; fronts that come over a stop line on red; the longest stand; how long the
// longest ring of vehicles stood that wait for each other; of long runs the kilometres driven in the last ten minutes against those
// of minutes 10 - 20. Of all seeds together: the means of that and of the share of hard braking. Biketown, county road and motorway are run at half and
// at 95 % of their greatest throughput, which is found first: the motorway by flows that come in, the others by the number that is kept on the road.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/judges/waiting_rings.h"
#include "backlot/sim/test/overlaps.h"
#include "backlot/sim/test/roads.h"
#include "bench/grid_network.h"
#include "bench/on_all_cores.h"
#include "bench/options.h"

namespace backlot::bench {
namespace {

using sim::Simulation;
using sim::TestRoads;

const base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr int kStepsPerSecond = 10;

std::unique_ptr<TestRoads> grid_of(std::size_t rows) { return std::make_unique<TestRoads>(build_grid(rows)); }

// ---- the motorway's demand

// On all entrances of a network, shared out by lanes: as many vehicles an hour in all.
std::vector<sim::Flow> flows_of(const world::Tracks& tracks, double vehicles_per_hour) {
  std::vector<sim::Flow> flows;
  for (const world::TrackId lane : tracks.entrances()) {
    const bool is_new =
        flows.empty() || tracks[flows.back().lanes.front()].carriageway != tracks[lane].carriageway;
    if (is_new) flows.emplace_back();
    flows.back().lanes.push_back(lane);
  }
  for (sim::Flow& flow : flows) {
    flow.vehicles_per_hour = vehicles_per_hour * static_cast<double>(flow.lanes.size()) /
                             static_cast<double>(tracks.entrances().size());
  }
  return flows;
}

// Vehicles that leave in an hour when so many want to come.
double throughput_at(const TestRoads& roads, double demand, int seconds) {
  sim::SimulationSettings settings;
  settings.drivers = traffic::suiting_drivers(roads.roads.tracks);
  settings.flows = flows_of(roads.roads.tracks, demand);
  Simulation run(roads.roads, settings);
  for (int k = 0; k < seconds * kStepsPerSecond; ++k) run.step(kStep);
  run.reset_tally();
  for (int k = 0; k < seconds * kStepsPerSecond; ++k) run.step(kStep);
  return static_cast<double>(run.tally().exits) * 3600 / seconds;
}

// Demand is raised until what comes is clearly more than what gets through.
double greatest_throughput(const TestRoads& roads, int seconds) {
  constexpr std::size_t kDemands = 16;
  constexpr double kStep_vph = 500;
  std::vector<double> served(kDemands);
  on_all_cores(kDemands, [&](std::size_t k) {
    served[k] = throughput_at(roads, kStep_vph * static_cast<double>(k + 2), seconds);
  });
  double greatest = 0;
  for (std::size_t k = 0; k < kDemands; ++k) {
    greatest = std::max(greatest, served[k]);
    if (served[k] < 0.8 * kStep_vph * static_cast<double>(k + 2)) break;
  }
  return greatest;
}

// A number that is kept on the road, and what is driven then.
struct Load {
  std::size_t vehicles = 0;
  double kilometres_per_hour = 0;
};

double kilometres_at(const TestRoads& roads, std::size_t vehicles, std::uint64_t seed, int seconds) {
  sim::SimulationSettings settings;
  settings.seed = seed;
  settings.drivers = traffic::suiting_drivers(roads.roads.tracks);
  Simulation run(roads.roads, settings);
  run.insert_spread(vehicles);
  for (int k = 0; k < seconds * kStepsPerSecond; ++k) run.step(kStep);
  run.reset_tally();
  for (int k = 0; k < seconds * kStepsPerSecond; ++k) run.step(kStep);
  return static_cast<double>(run.tally().distance_um) * 1e-9 * 3600 / seconds;
}

// More and more on the road, up to more than it can bear: what is driven is the mean of some seeds.
std::vector<Load> loads_of(const TestRoads& roads, int seconds) {
  constexpr std::size_t kLoads = 30, kMore = 10, kSeeds = 8;
  std::vector<double> driven(kLoads * kSeeds);
  on_all_cores(driven.size(), [&](std::size_t k) {
    driven[k] = kilometres_at(roads, kMore * (k / kSeeds + 1), 101 + k % kSeeds, seconds);
  });
  std::vector<Load> loads;
  for (std::size_t k = 0; k < kLoads; ++k) {
    const double sum = std::accumulate(driven.begin() + static_cast<std::ptrdiff_t>(k * kSeeds),
                                       driven.begin() + static_cast<std::ptrdiff_t>((k + 1) * kSeeds), 0.0);
    loads.push_back({kMore * (k + 1), sum / static_cast<double>(kSeeds)});
  }
  return loads;
}

double greatest_of(const std::vector<Load>& loads) {
  return std::ranges::max_element(loads, {}, &Load::kilometres_per_hour)->kilometres_per_hour;
}

// The least number at which so much is driven; between two loads by the straight line.
std::size_t vehicles_for(const std::vector<Load>& loads, double kilometres_per_hour) {
  Load before;
  for (const Load& load : loads) {
    if (load.kilometres_per_hour >= kilometres_per_hour) {
      const double share = (kilometres_per_hour - before.kilometres_per_hour) /
                           (load.kilometres_per_hour - before.kilometres_per_hour);
      return before.vehicles + static_cast<std::size_t>(
                                   std::lround(share * static_cast<double>(load.vehicles - before.vehicles)));
    }
    before = load;
  }
  return before.vehicles;
}

// ---- runs

struct Case {
  std::string name;
  const TestRoads* roads;
  std::size_t vehicles = 0;      // kept on the road; or
  double vehicles_per_hour = 0;  // that come in
};

struct Outcome {
  sim::Tally tally;
  std::uint64_t contacts = 0;  // as seen, whatever the run itself found
  double ring_s = 0;
  std::int64_t early_um = 0, late_um = 0;  // driven in minutes 10 - 20, and in the last ten
  bool has_kept_count = true;

  bool is_sound() const {
    return contacts == 0 && tally.contacts == 0 && tally.off_network == 0 && tally.red_crossings == 0 &&
           has_kept_count && tally.longest_wait_s <= 600 && ring_s <= 120 && flow_kept() >= 0.85;
  }
  // 1 where a run is too short to tell
  double flow_kept() const {
    return early_um == 0 ? 1 : static_cast<double>(late_um) / static_cast<double>(early_um);
  }
  double hard_braking() const {
    return static_cast<double>(tally.hard_braking) /
           static_cast<double>(std::max<std::uint64_t>(tally.agent_steps, 1));
  }
};

Outcome run_case(const Case& c, std::uint64_t seed, int seconds) {
  sim::SimulationSettings settings;
  settings.seed = seed;
  settings.drivers = traffic::suiting_drivers(c.roads->roads.tracks);
  if (c.vehicles_per_hour > 0) settings.flows = flows_of(c.roads->roads.tracks, c.vehicles_per_hour);
  Simulation run(c.roads->roads, settings);
  if (c.vehicles > 0) run.insert_spread(c.vehicles);
  sim::WaitingRings rings(c.roads->network);
  record::Frame frame;
  sim::Overlaps overlaps;
  constexpr int kPart_s = 600;
  std::int64_t at_um = 0;
  Outcome outcome;
  for (int second = 0; second < seconds; ++second) {
    for (int k = 0; k < kStepsPerSecond; ++k) {
      run.step(kStep);
      outcome.contacts += overlaps.find(run).size();
    }
    if (second % 10 == 9) {
      run.frame(frame);
      rings.watch(frame);
    }
    const std::int64_t driven_um = run.tally().distance_um - at_um;
    at_um = run.tally().distance_um;
    if (seconds < 4 * kPart_s) continue;
    if (second >= kPart_s && second < 2 * kPart_s) outcome.early_um += driven_um;
    if (second >= seconds - kPart_s) outcome.late_um += driven_um;
  }
  outcome.tally = run.tally();
  outcome.ring_s = rings.longest_s();
  outcome.has_kept_count = c.vehicles > 0 ? run.size() + run.waiting_outside() == c.vehicles
                                          : run.size() + run.tally().exits == run.tally().entries;
  return outcome;
}

// All seeds of a case together: the means of what varies by chance.
struct Summary {
  double flow_kept = 0, hard_braking = 0;
  bool are_sound = true;

  explicit Summary(std::span<const Outcome> outcomes) {
    for (const Outcome& o : outcomes) {
      flow_kept += o.flow_kept() / static_cast<double>(outcomes.size());
      hard_braking += o.hard_braking() / static_cast<double>(outcomes.size());
      are_sound = are_sound && o.is_sound();
    }
  }
  bool is_sound() const { return are_sound && hard_braking < 1e-4; }
};

std::string line_of(const std::string& name, std::uint64_t seed, const Outcome& o) {
  return fmt::format("{:<28} {:>5} {:>14} {:>8} {:>6} {:>5} {:>9.0f} {:>7.0f} {:>7.2f} {:>11.1e}  {}\n", name,
                     seed, o.tally.agent_steps, o.contacts, o.tally.off_network, o.tally.red_crossings,
                     static_cast<double>(o.tally.longest_wait_s), o.ring_s, o.flow_kept(), o.hard_braking(),
                     o.is_sound() ? "ok" : "NOT SOUND");
}

std::string line_of(const std::string& name, const Summary& all) {
  return fmt::format("{:<28} {:>5} {:>14} {:>8} {:>6} {:>5} {:>9} {:>7} {:>7.2f} {:>11.1e}  {}\n", name,
                     "all", "", "", "", "", "", "", all.flow_kept, all.hard_braking,
                     all.is_sound() ? "ok" : "NOT SOUND");
}

int run(const Options& options) {
  const int seconds = options.smoke ? 20 : options.is_long ? 3600 : 300;
  const std::uint64_t seeds = options.is_long ? 10 : 1;
  const auto biketown = sim::scene_roads("biketown"), county = sim::scene_roads("county_road"),
             motorway = sim::scene_roads("motorway"), grid = grid_of(options.smoke ? 4 : 20);
  const int found_in_s = options.smoke ? 10 : 1200;
  const double greatest = greatest_throughput(*motorway, options.smoke ? 60 : 600);
  const std::size_t share = options.smoke ? 25 : 1;
  std::vector<Case> cases = {{"20 x 20 grid, 9,000", grid.get(), 9000 / share},
                             {"20 x 20 grid, 5,000", grid.get(), 5000 / share}};
  std::string text =
      fmt::format("{} seeds, {} s each\n\ngreatest throughput\nmotorway: {:.0f} vehicles an hour\n", seeds,
                  seconds, greatest);
  for (const auto& [name, roads] : {std::pair("biketown", biketown.get()), {"county road", county.get()}}) {
    const std::vector<Load> loads = loads_of(*roads, found_in_s);
    const double most = greatest_of(loads);
    text += fmt::format("{}: {:.0f} vehicle kilometres an hour; by the number on the road", name, most);
    for (const Load& load : loads)
      text += fmt::format(" {}: {:.0f}", load.vehicles, load.kilometres_per_hour);
    text += '\n';
    for (const int percent : {50, 95}) {
      const std::size_t vehicles = vehicles_for(loads, 0.01 * percent * most);
      cases.push_back({fmt::format("{}, {} %: {}", name, percent, vehicles), roads, vehicles});
    }
  }
  for (const int percent : {50, 95})
    cases.push_back({fmt::format("motorway, {} %", percent), motorway.get(), 0, 0.01 * percent * greatest});

  std::vector<Outcome> outcomes(cases.size() * seeds);
  on_all_cores(outcomes.size(), [&](std::size_t k) {
    outcomes[k] = run_case(cases[k / seeds], 1 + k % seeds, seconds);
    fmt::print(stderr, "  {}", line_of(cases[k / seeds].name, 1 + k % seeds, outcomes[k]));
  });

  text += fmt::format("\n{:<28} {:>5} {:>14} {:>8} {:>6} {:>5} {:>9} {:>7} {:>7} {:>11}\n", "case", "seed",
                      "agent-steps", "contacts", "off", "red", "stands s", "ring s", "flow", "hard brakes");
  bool all_sound = true;
  std::uint64_t agent_steps = 0;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const std::span<const Outcome> of_case = std::span<const Outcome>(outcomes).subspan(c * seeds, seeds);
    for (std::size_t k = 0; k < of_case.size(); ++k) {
      text += line_of(cases[c].name, 1 + k, of_case[k]);
      agent_steps += of_case[k].tally.agent_steps;
    }
    const Summary all(of_case);
    text += line_of(cases[c].name, all);
    all_sound = all_sound && all.is_sound();
  }
  text += fmt::format("\n{} agent-steps, {}\n", agent_steps, all_sound ? "all sound" : "NOT ALL SOUND");
  fmt::print("{}", text);
  std::ofstream file(options.folder + "/accidents.txt");
  file << text;
  if (!file) {
    fmt::print(stderr, "accidents_bench: cannot write to {}\n", options.folder);
    return 1;
  }
  return options.smoke || all_sound ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "accidents_bench", options)) return 2;
  return backlot::bench::run(options);
}
