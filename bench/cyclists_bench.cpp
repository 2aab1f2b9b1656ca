// Cyclists among vehicles in biketown for an hour: how near they are passed, who waits, which bodies touch. Usage: cyclists_bench [--smoke] [--long]
// [--results FOLDER] [--runs N] [--first SEED].
//
// Each run spreads 30 cars and motorcycles and 80 cyclists. sim/test/people/cyclist_judge.h judges all frames: it shares no code with drivers. With --long an hour
// of each of 5 seeds, else ten minutes of one.
#include <cstdint>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/people/cyclist_judge.h"
#include "backlot/sim/test/roads.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 2501;
constexpr std::size_t kVehicles = 30, kCyclists = 80;
constexpr double kMotorcycles = 0.2;  // of the vehicles
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kMostWait_s = 600;

sim::CyclistCounts judge(const sim::TestRoads& town, std::uint64_t seed, int seconds) {
  sim::SimulationSettings settings{.seed = seed};
  settings.drivers.shares = {1 - kMotorcycles, 0, 0, kMotorcycles, 0};
  sim::Simulation run(town.roads, settings);
  run.insert_spread(kVehicles);
  run.spread_cyclists(kCyclists);
  sim::CyclistJudge judge;
  record::Frame frame;
  for (int k = 0; k < 10 * seconds; ++k) {
    run.step(kStep);
    run.frame(frame);
    judge.watch(frame);
  }
  return judge.counts();
}

bool holds(const sim::CyclistCounts& c) {
  return c.touched + c.run_into + c.others + c.too_near == 0 && c.passes > 0 &&
         c.cyclist_waits_s <= kMostWait_s && c.vehicle_waits_s <= kMostWait_s;
}

int run(const Options& options) {
  const int seconds = options.smoke ? 30 : options.is_long ? 3600 : 600;
  const std::uint64_t runs = options.runs > 0 ? options.runs : options.is_long ? 5 : 1;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  const auto town = sim::scene_roads("biketown");
  std::ofstream file(options.folder + "/cyclists.csv");
  write_origin(file);
  file << "seed,seconds,passes,too_near,nearest_m,cyclist_passes,cyclists_touched,people_run_into,"
          "vehicles_touch,longest_wait_cyclist_s,longest_wait_vehicle_s,mean_cyclist_mps,holds\n";
  bool all_hold = true;
  for (std::uint64_t seed = first; seed < first + runs; ++seed) {
    const sim::CyclistCounts c = judge(*town, seed, seconds);
    const bool is_met = holds(c);
    all_hold = all_hold && is_met;
    file << fmt::format("{},{},{},{},{:.2f},{},{},{},{},{:.0f},{:.0f},{:.2f},{}\n", seed, seconds, c.passes,
                        c.too_near, c.nearest_m, c.cyclist_passes, c.touched, c.run_into, c.others,
                        c.cyclist_waits_s, c.vehicle_waits_s,
                        c.cyclist_m / (kStep.seconds() * c.cyclist_steps), is_met ? "yes" : "no");
    file.flush();
    fmt::print(
        "seed {}, {} s: {} passes, {} too near, the nearest {:.2f} m; {} cyclists touched, {} vehicles; "
        "waits "
        "{:.0f} s on bicycles, {:.0f} s in vehicles {}\n",
        seed, seconds, c.passes, c.too_near, c.nearest_m, c.touched, c.others, c.cyclist_waits_s,
        c.vehicle_waits_s, is_met ? "ok" : "MISSED");
  }
  return all_hold || options.smoke ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "cyclists_bench", options)) return 2;
  return backlot::bench::run(options);
}
