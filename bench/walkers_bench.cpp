// People on foot among vehicles in biketown for an hour: who yields, who waits, who overlaps. Usage: walkers_bench [--smoke] [--long] [--results FOLDER]
// [--runs N] [--first SEED].
//
// Each run spreads 30 vehicles and 400 walkers. sim/test/people/street_judge.h judges all frames: it shares no code with drivers and walkers. With --long an hour
// of each of 5 seeds, else ten minutes of one.
#include <cstdint>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/people/street_judge.h"
#include "backlot/sim/test/roads.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 2401;
constexpr std::size_t kVehicles = 30, kWalkers = 400;
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kMostWait_s = 600, kYields = 0.99;

sim::StreetCounts judge(const sim::TestRoads& town, std::uint64_t seed, int seconds) {
  sim::Simulation run(town.roads, {.seed = seed});
  run.insert_spread(kVehicles);
  run.people().spread(kWalkers);
  sim::StreetJudge judge(town.network);
  record::Frame frame;
  for (int k = 0; k < 10 * seconds; ++k) {
    run.step(kStep);
    run.frame(frame, {.has_signals = true});
    judge.watch(frame);
  }
  return judge.counts();
}

bool holds(const sim::StreetCounts& c) {
  const auto encounters = static_cast<double>(c.encounters), missed = static_cast<double>(c.not_yielded);
  return c.people_overlap + c.people_touched + c.people_run_over + c.vehicles_touch == 0 &&
         c.person_waits_s <= kMostWait_s && c.vehicle_waits_s <= kMostWait_s && encounters > 0 &&
         missed <= (1 - kYields) * encounters;
}

int run(const Options& options) {
  const int seconds = options.smoke ? 30 : options.is_long ? 3600 : 600;
  const std::uint64_t runs = options.runs > 0 ? options.runs : options.is_long ? 5 : 1;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  const auto town = sim::scene_roads("biketown");
  std::ofstream file(options.folder + "/walkers.csv");
  write_origin(file);
  file << "seed,seconds,crossings,encounters,not_yielded,people_overlap,people_touched,people_run_over,"
          "vehicles_touch,"
          "longest_wait_person_s,longest_wait_vehicle_s,mean_person_mps,mean_vehicle_mps,furthest_off_m,"
          "holds\n";
  bool all_hold = true;
  for (std::uint64_t seed = first; seed < first + runs; ++seed) {
    const sim::StreetCounts c = judge(*town, seed, seconds);
    const bool is_met = holds(c);
    all_hold = all_hold && is_met;
    file << fmt::format("{},{},{},{},{},{},{},{},{},{:.0f},{:.0f},{:.2f},{:.2f},{:.2f},{}\n", seed, seconds,
                        c.crossed, c.encounters, c.not_yielded, c.people_overlap, c.people_touched,
                        c.people_run_over, c.vehicles_touch, c.person_waits_s, c.vehicle_waits_s,
                        c.person_m / (kStep.seconds() * c.person_steps),
                        c.vehicle_m / (kStep.seconds() * c.vehicle_steps), c.off_m, is_met ? "yes" : "no");
    file.flush();
    fmt::print(
        "seed {}, {} s: {} crossings, {} of {} encounters not yielded, {} overlaps, {} touched, waits {:.0f} "
        "s on "
        "foot, {:.0f} s in vehicles {}\n",
        seed, seconds, c.crossed, c.not_yielded, c.encounters, c.people_overlap, c.people_touched,
        c.person_waits_s, c.vehicle_waits_s, is_met ? "ok" : "MISSED");
  }
  return all_hold || options.smoke ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "walkers_bench", options)) return 2;
  return backlot::bench::run(options);
}
