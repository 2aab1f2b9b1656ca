// How many vehicles an hour turn right, go straight on and turn left from a minor road, against the potential capacity of the Highway Capacity Manual.
// Usage: stop_capacity_bench [--smoke] [--long] [--results FOLDER] [--first SEED] [--jobs N].
//
// A queue that never ends waits on the minor road for the vehicles from its left, 200 to 1,000 an hour. Fronts over the line are counted, and how slow each body
// became before it, in frames alone (sim/test/halts.h). The gaps that drivers ask for were fitted on the first layout with seeds below 100; the other two show whether
// they hold elsewhere. Each case runs for an hour, with --long for four.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/halts.h"
#include "backlot/sim/test/overlaps.h"
#include "backlot/sim/test/roads.h"
#include "bench/on_all_cores.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 62'001;
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr std::array kFlows = {200, 400, 600, 800, 1000};  // of the major road, vehicles an hour
constexpr double kTolerance = 0.15, kWarmUp_s = 300;
constexpr int kMostPoisson_vph = 600;

struct Movement {
  const char* name;
  network::Turn turn;
};
constexpr std::array<Movement, 3> kMovements = {
    {{"right", network::Turn::right}, {"through", network::Turn::straight}, {"left", network::Turn::left}}};

// A major road from west to east, and a minor one from the south. Critical headways and follow-up times of the manual, in seconds, by movement.
struct Layout {
  const char* name;
  int lanes;  // of the major road, each way
  int limit_kmh;
  double reach_m;  // from the middle of the intersection to the ends of its arms
  std::array<double, 3> critical_s, follow_up_s;
};
constexpr std::array<double, 3> kFollowUp_s = {3.3, 4.0, 3.5};
constexpr std::array<Layout, 3> kLayouts = {
    {{"one lane each way, 50 km/h", 1, 50, 15, {6.2, 6.5, 7.1}, kFollowUp_s},
     {"two lanes each way, 50 km/h", 2, 50, 18, {6.9, 6.5, 7.5}, kFollowUp_s},
     {"one lane each way, 70 km/h", 1, 70, 15, {6.2, 6.5, 7.1}, kFollowUp_s}}};

constexpr double kLane_m = 3.5;

std::string text_of(const Layout& layout, std::string_view control) {
  std::string back, forth;
  for (int k = 0; k < layout.lanes; ++k) {
    back += fmt::format("vehicle backward {} m; ", kLane_m);
    forth += fmt::format("; vehicle forward {} m", kLane_m);
  }
  return fmt::format(R"(
network minor_road
traffic on the right
speed limit 50 km/h
profile major {{ {0}spine{1} }}
profile minor {{ vehicle backward {2} m; spine; vehicle forward {2} m }}
way west {{ profile major; begin at (-{3} m, 0 m) heading 0 deg; line 700 m; start open; speed limit {5} km/h }}
way east {{ profile major; begin at ({3} m, 0 m) heading 180 deg; line 700 m; start open; speed limit {5} km/h }}
way north {{ profile minor; begin at (0 m, {4} m) heading 270 deg; line 300 m; start open }}
way south {{ profile minor; begin at (0 m, -{4} m) heading 90 deg; line 300 m; start open }}
intersection x {{
  arm west: west.end priority road
  arm east: east.end priority road
  arm north: north.end {6}
  arm south: south.end {6}
}}
)",
                     back, forth, kLane_m, 700 + layout.reach_m, 300 + layout.reach_m, layout.limit_kmh,
                     control);
}

// The manual's potential capacity, in vehicles an hour: a stream of v vehicles an hour with critical headway t_c and follow-up time t_f. The stream is Poisson up to
// 600 an hour. Beyond, one lane cannot be, since its vehicles keep a least headway from each other: then the formula for bunched streams counts (Plank, Troutbeck).
double potential_capacity(double v, double t_c, double t_f, double least_s) {
  const double q = v / 3600;
  return v * (1 - q * least_s) * std::exp(-q * (t_c - least_s)) / (1 - std::exp(-q * t_f));
}

// The headway that two of a hundred fall below.
double least_headway(const sim::Halts& line) {
  std::vector<double> headways;
  for (std::size_t k = 1; k < line.crossings().size(); ++k)
    headways.push_back(line.crossings()[k].time_s - line.crossings()[k - 1].time_s);
  std::ranges::sort(headways);
  return headways.empty() ? 0 : headways[headways.size() / 50];
}

struct Case {
  std::size_t layout = 0, movement = 0;
  bool is_stop = true;
  int flow_vph = 0;
};

struct Outcome {
  double flow_vph = 0;         // of the stream that conflicts, as counted
  double least_headway_s = 0;  // of that stream; 0 where it counts as Poisson
  double seen_vph = 0, manual_vph = 0;
  std::uint64_t crossed = 0, rolled = 0, contacts = 0;
  double hard_braking = 0;

  double ratio() const { return seen_vph / manual_vph; }
};

std::vector<world::TrackId> entrances_of(const sim::TestRoads& roads, std::string_view way) {
  const world::Tracks& tracks = roads.roads.tracks;
  const network::StripId strip = roads.network.find_strip(way);
  std::vector<world::TrackId> lanes;
  for (const world::TrackId lane : tracks.entrances())
    if (tracks[lane].strip == strip) lanes.push_back(lane);
  return lanes;
}

void let_all_turn(const sim::TestRoads& roads, world::TrackId lane, network::Turn turn,
                  sim::SimulationSettings& settings) {
  const world::Tracks& tracks = roads.roads.tracks;
  const world::CarriagewayId way = tracks[lane].carriageway;
  std::vector<double> shares;
  for (const world::Exit& exit : tracks.exits(tracks[way])) shares.push_back(exit.turn == turn ? 1 : 0);
  settings.turning_shares.set(tracks, way, shares);
}

Outcome run_case(const sim::TestRoads& roads, const Case& c, std::uint64_t seed, double seconds) {
  const Layout& layout = kLayouts[c.layout];
  const Movement& movement = kMovements[c.movement];
  const auto queue = entrances_of(roads, "south"), stream = entrances_of(roads, "west");
  // only the lane at the kerb is in the way of a right turn; all others have to cross all lanes
  const bool is_right = movement.turn == network::Turn::right;
  const int in_all = is_right ? layout.lanes * c.flow_vph : c.flow_vph;
  sim::SimulationSettings settings{.seed = seed};
  settings.flows = {{.lanes = queue, .vehicles_per_hour = 2000},
                    {.lanes = stream, .vehicles_per_hour = static_cast<double>(in_all)}};
  let_all_turn(roads, queue.front(), movement.turn, settings);
  let_all_turn(roads, stream.front(), network::Turn::straight, settings);
  sim::Simulation run(roads.roads, settings);
  sim::Halts minor({.x = 0.5 * kLane_m, .y = -layout.reach_m, .heading_x = 0, .heading_y = 1});
  const double lanes = is_right ? 1 : layout.lanes;  // that conflict, from the kerb on
  sim::Halts major(
      {.x = -layout.reach_m, .y = (0.5 * lanes - layout.lanes) * kLane_m, .half_m = 0.5 * lanes * kLane_m});
  sim::Overlaps overlaps;
  record::Frame frame;
  Outcome outcome;
  for (int k = 0; k < static_cast<int>((kWarmUp_s + seconds) / kStep.seconds()); ++k) {
    run.step(kStep);
    run.frame(frame);
    minor.watch(frame);
    major.watch(frame);
    outcome.contacts += overlaps.find(run).size();
  }
  const double hours = seconds / 3600, end_s = kWarmUp_s + seconds;
  outcome.flow_vph = static_cast<double>(major.count(kWarmUp_s, end_s)) / hours;
  outcome.seen_vph = static_cast<double>(minor.count(kWarmUp_s, end_s)) / hours;
  if (c.flow_vph > kMostPoisson_vph) outcome.least_headway_s = least_headway(major);
  outcome.manual_vph = potential_capacity(outcome.flow_vph, layout.critical_s[c.movement],
                                          layout.follow_up_s[c.movement], outcome.least_headway_s);
  outcome.crossed = minor.crossings().size();
  outcome.rolled = minor.rolled();
  outcome.hard_braking = static_cast<double>(run.tally().hard_braking) /
                         static_cast<double>(std::max<std::uint64_t>(run.tally().agent_steps, 1));
  return outcome;
}

int run(const Options& options) {
  const double seconds = options.smoke ? 60 : options.is_long ? 4 * 3600 : 3600;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  std::vector<Case> cases;
  for (std::size_t layout = 0; layout < kLayouts.size(); ++layout)
    for (std::size_t movement = 0; movement < kMovements.size(); ++movement)
      for (const int flow : kFlows)
        for (const bool is_stop : {true, false})
          if (!options.smoke || flow == kFlows[1]) cases.push_back({layout, movement, is_stop, flow});
  std::vector<std::unique_ptr<sim::TestRoads>> stop, yield;
  for (const Layout& layout : kLayouts) {
    stop.push_back(sim::roads_of(text_of(layout, "stop")));
    yield.push_back(sim::roads_of(text_of(layout, "yield")));
  }
  std::vector<Outcome> outcomes(cases.size());
  on_all_cores(
      cases.size(),
      [&](std::size_t k) {
        const Case& c = cases[k];
        // a stop and a yield sign see the same stream
        outcomes[k] = run_case(*(c.is_stop ? stop : yield)[c.layout], c, first + k / 2, seconds);
      },
      options.jobs);

  std::ofstream file(options.folder + "/stop_capacity.csv");
  write_origin(file);
  file << "layout,control,movement,asked_vph,conflicting_vph,least_headway_s,seen_vph,manual_vph,ratio,"
          "crossed,rolled,contacts,"
          "hard_braking,holds\n";
  bool all_hold = true;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Case& c = cases[k];
    const Outcome& o = outcomes[k];
    const bool is_sound = o.contacts == 0 && (!c.is_stop || o.rolled == 0);
    // each stop case is followed by the yield case of the same stream, which must serve more
    const bool holds = is_sound && (c.is_stop ? std::fabs(o.ratio() - 1) <= kTolerance
                                              : o.seen_vph >= outcomes[k - 1].seen_vph);
    all_hold = all_hold && holds;
    file << fmt::format("\"{}\",{},{},{},{:.0f},{:.2f},{:.0f},{:.0f},{:.3f},{},{},{},{:.1e},{}\n",
                        kLayouts[c.layout].name, c.is_stop ? "stop" : "yield", kMovements[c.movement].name,
                        c.flow_vph, o.flow_vph, o.least_headway_s, o.seen_vph, o.manual_vph, o.ratio(),
                        o.crossed, o.rolled, o.contacts, o.hard_braking, holds ? "yes" : "no");
    fmt::print(
        "{:<28} {:<6} {:<8} {:>5} veh/h: {:>4.0f} of {:>4.0f}, {:.2f}; {} of {} rolled, {} contacts {}\n",
        kLayouts[c.layout].name, c.is_stop ? "stop" : "yield", kMovements[c.movement].name, c.flow_vph,
        o.seen_vph, o.manual_vph, o.ratio(), o.rolled, o.crossed, o.contacts, holds ? "ok" : "MISSED");
  }
  file.close();
  if (!file) {
    fmt::print(stderr, "stop_capacity_bench: cannot write to {}\n", options.folder);
    return EXIT_FAILURE;
  }
  return options.smoke || all_hold ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "stop_capacity_bench", options)) return 2;
  return backlot::bench::run(options);
}
