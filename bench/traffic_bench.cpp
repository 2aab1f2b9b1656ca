// The speed of traffic, as ratios within one run. Usage: traffic_bench [--smoke] [--long] [--results FOLDER].
//
//   grid        agent-steps on grids with signals, 12.5 vehicles for each crossing, steps of 0.1 s, one thread, everything that a
//               step does: deciding, moving, occupancy, contacts, the hash of the frame
//   flat        the same with 100,000 vehicles on 90 x 90 crossings against 1,000 on 9 x 9
//   threads     50 x 50 crossings with two threads against one
//   small       steps of two vehicles on biketown and on 100 x 100 crossings: nothing in a step is for the whole network
//   new run     a simulation on a network that is loaded, with its first two vehicles
//   memory      what 30,000 vehicles more take, on one network
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "bench/grid_network.h"
#include "bench/options.h"
#include "bench/results.h"
#include "bench/timing.h"

namespace backlot::bench {
namespace {

using sim::Simulation;
using sim::TestRoads;

constexpr double kPerCrossing = 12.5;
const base::Duration kStep = base::Duration::from_milliseconds(100);

std::unique_ptr<TestRoads> grid_of(std::size_t rows) { return std::make_unique<TestRoads>(build_grid(rows)); }

std::size_t vehicles_on(std::size_t rows) {
  return static_cast<std::size_t>(kPerCrossing * static_cast<double>(rows * rows));
}

// A run that has been going on for a while.
std::unique_ptr<Simulation> run_on(const TestRoads& town, std::size_t vehicles, std::size_t threads,
                                   int warm_up_steps) {
  sim::SimulationSettings settings;
  settings.threads = threads;
  auto run = std::make_unique<Simulation>(town.roads, settings);
  run->insert_spread(vehicles);
  for (int k = 0; k < warm_up_steps; ++k) run->step(kStep);
  return run;
}

enum class Per { agent_step, step };

// Steps on. The sum is the number of agent-steps: no vehicle may get lost.
Contestant steps_of(const std::string& name, Simulation& run, int steps, Per per = Per::agent_step) {
  const auto work = [&run, steps] {
    const std::uint64_t before = run.tally().agent_steps;
    for (int k = 0; k < steps; ++k) run.step(kStep);
    return static_cast<double>(run.tally().agent_steps - before);
  };
  const std::uint64_t agent_steps = run.size() * static_cast<std::uint64_t>(steps);
  return {name, per == Per::step ? static_cast<std::uint64_t>(steps) : agent_steps, work,
          static_cast<double>(agent_steps)};
}

void measure_grids(const Options& options, Results& results) {
  const std::size_t few = options.smoke ? 3 : 9, some = options.smoke ? 4 : 20, many = options.smoke ? 6 : 90;
  const int warm_up = options.smoke ? 10 : 400, share = options.smoke ? 20 : 1;
  const auto small = grid_of(few), middle = grid_of(some), large = grid_of(many);
  const auto small_run = run_on(*small, vehicles_on(few), 1, warm_up),
             middle_run = run_on(*middle, vehicles_on(some), 1, warm_up),
             large_run = run_on(*large, vehicles_on(many), 1, warm_up);
  const std::vector<Timing> times =
      time_by_turns({steps_of("small", *small_run, 600 / share), steps_of("middle", *middle_run, 120 / share),
                     steps_of("large", *large_run, 20 / share)},
                    options.rounds());
  results.add({"agent-step, 20 x 20 crossings, 5,000 vehicles", times[1], times[1].median_ns / 500, "500 ns",
               1, Better::smaller});
  results.add({"agent-step, 90 x 90 crossings, 101,250 vehicles", times[2], median_ratio(times[2], times[0]),
               "9 x 9 crossings", 1 / 0.7, Better::smaller});
}

void measure_threads(const Options& options, Results& results) {
  const std::size_t rows = options.smoke ? 6 : 50;
  const int warm_up = options.smoke ? 10 : 400, steps = options.smoke ? 2 : 20;
  const auto town = grid_of(rows);
  const auto one = run_on(*town, vehicles_on(rows), 1, warm_up),
             two = run_on(*town, vehicles_on(rows), 2, warm_up);
  const std::vector<Timing> times =
      time_by_turns({steps_of("one", *one, steps), steps_of("two", *two, steps)}, options.rounds());
  results.add({"agent-step, 50 x 50 crossings, two threads", times[1], median_ratio(times[0], times[1]),
               "one thread, over it", 1.7, Better::larger});
}

void measure_small_worlds(const Options& options, Results& results) {
  const auto town = sim::scene_roads("biketown"), large = grid_of(options.smoke ? 8 : 100);
  const int steps = options.smoke ? 500 : 50000;
  const auto in_town = run_on(*town, 2, 1, 100), in_large = run_on(*large, 2, 1, 100);
  const auto start = [&large] {
    const auto run = run_on(*large, 2, 1, 1);
    return static_cast<double>(run->size());
  };
  const std::vector<Timing> times = time_by_turns({steps_of("town", *in_town, steps, Per::step),
                                                   steps_of("large", *in_large, steps, Per::step),
                                                   {"new run", 1, start, 2}},
                                                  options.rounds());
  results.add(
      {"step of two vehicles, biketown", times[0], times[0].median_ns / 800, "0.8 us", 1, Better::smaller});
  results.add({"step of two vehicles, 100 x 100 crossings", times[1], times[1].median_ns / 800, "0.8 us", 1,
               Better::smaller});
  results.add({"step of two vehicles, 100 x 100 crossings", times[1], median_ratio(times[1], times[0]),
               "biketown", 1.2, Better::smaller});
  results.add(
      {"new run, 100 x 100 crossings", times[2], times[2].median_ns / 200000, "200 us", 1, Better::smaller});
}

std::size_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void measure_memory(const Options& options, Results& results) {
  const std::size_t rows = options.smoke ? 6 : 50, many = vehicles_on(rows), few = many / 30;
  const auto town = grid_of(rows);
  const auto bytes_of = [&](std::size_t vehicles) {
    const std::size_t before = bytes_in_use();
    const auto run = run_on(*town, vehicles, 1, options.smoke ? 5 : 100);
    return static_cast<double>(bytes_in_use() - before);
  };
  const double each = (bytes_of(many) - bytes_of(few)) / static_cast<double>(many - few);
  Timing none;
  none.rounds_ns = {0};
  results.add({"bytes for each vehicle, 50 x 50 crossings", none, each / 1024, "1 KiB", 1, Better::smaller});
}

int run(const Options& options) {
  Results results("traffic", options.folder);
  measure_grids(options, results);
  measure_threads(options, results);
  measure_small_worlds(options, results);
  measure_memory(options, results);
  results.print();
  if (!results.write()) return 1;
  return options.smoke || results.all_hold() ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "traffic_bench", options)) return 2;
  return backlot::bench::run(options);
}
