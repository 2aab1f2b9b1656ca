// People on foot among vehicles in biketown for an hour: who yields, who waits, who overlaps, who stays together; and what a step of a person costs. Usage:
// walkers_bench [--smoke] [--long] [--results FOLDER] [--runs N] [--first SEED].
//
// Each run spreads 30 cars and motorcycles, 80 cyclists and 400 walkers. The judges (sim/test/people/) read frames: they share no code with drivers and walkers. Cyclists
// count as vehicles. With --long an hour of each of 5 seeds, else ten minutes of one. The cost is counted in instructions (counted_run.h): of the same town
// with people alone, and with vehicles alone.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/run_state.h"
#include "backlot/sim/simulation.h"
#include "backlot/sim/test/people/group_judge.h"
#include "backlot/sim/test/people/street_judge.h"
#include "backlot/sim/test/roads.h"
#include "bench/counted_run.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 2401;
constexpr std::size_t kVehicles = 30, kCyclists = 80, kWalkers = 400;
constexpr double kMotorcycles = 0.2;  // of the vehicles
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr double kMostWait_s = 600, kYields = 0.99, kTogether = 0.95;

struct Judged {
  sim::StreetCounts street;
  sim::GroupCounts groups;
};

// Which people walk together, by the rings of their state.
std::vector<std::vector<world::ObjectId>> groups_of(const sim::RunState& state) {
  std::map<std::uint32_t, std::uint32_t> fellows;
  for (const traffic::Walker& walker : state.walkers)
    if (!walker.is_alone()) fellows[walker.number] = walker.fellow;
  std::vector<std::vector<world::ObjectId>> groups;
  while (!fellows.empty()) {
    std::vector<world::ObjectId>& group = groups.emplace_back();
    for (auto at = fellows.begin(); at != fellows.end();) {
      const std::uint32_t next = at->second;
      group.push_back(state.numbers.id(at->first));
      fellows.erase(at);
      at = fellows.find(next);
    }
  }
  return groups;
}

Judged judge(const sim::TestRoads& town, std::uint64_t seed, int seconds) {
  sim::SimulationSettings settings{.seed = seed};
  settings.drivers.shares = {1 - kMotorcycles, 0, 0, kMotorcycles, 0};
  sim::Simulation run(town.roads, settings);
  run.insert_spread(kVehicles);
  run.spread_cyclists(kCyclists);
  run.people().spread(kWalkers);
  sim::StreetJudge street(town.network);
  sim::GroupJudge groups;
  record::Frame frame;
  for (int k = 0; k < 10 * seconds; ++k) {
    run.step(kStep);
    run.frame(frame, {.has_signals = true});
    street.watch(frame);
    if (k % 10 == 0) groups.watch(frame, groups_of(run.state()));
  }
  return {street.counts(), groups.counts()};
}

bool holds(const Judged& judged) {
  const sim::StreetCounts& c = judged.street;
  const auto encounters = static_cast<double>(c.encounters), missed = static_cast<double>(c.not_yielded);
  return c.people_overlap + c.people_touched + c.people_run_over + c.vehicles_touch == 0 &&
         c.person_waits_s <= kMostWait_s && c.vehicle_waits_s <= kMostWait_s && encounters > 0 &&
         missed <= (1 - kYields) * encounters && judged.groups.near_share() >= kTogether;
}

// The child under callgrind.
constexpr int kCountedSteps = 100, kWarmUpSteps = 600;
int count_steps(bool has_people) {
  const auto town = sim::scene_roads("biketown");
  sim::Simulation run(town->roads, {.seed = 1});
  if (has_people)
    run.people().spread(kWalkers);
  else
    run.insert_spread(kVehicles);
  for (int k = 0; k < kWarmUpSteps; ++k) run.step(kStep);
  take_counted_run([&] {
    for (int k = 0; k < kCountedSteps; ++k) run.step(kStep);
  });
  return EXIT_SUCCESS;
}

// Of a step of one person, and of one vehicle, in the same town.
std::string cost_line(const Options& options, const std::string& own) {
  const auto each = [&](const char* what, std::size_t bodies) {
    return count_in_child(own, options.folder, {"--count", what}) /
           (kCountedSteps * static_cast<double>(bodies));
  };
  return fmt::format("# instructions of a step: {:.0f} of a person, {:.0f} of a vehicle\n",
                     each("people", kWalkers), each("vehicles", kVehicles));
}

int run(const Options& options, const std::string& own) {
  const int seconds = options.smoke ? 30 : options.is_long ? 3600 : 600;
  const std::uint64_t runs = options.runs > 0 ? options.runs : options.is_long ? 5 : 1;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  const auto town = sim::scene_roads("biketown");
  std::ofstream file(options.folder + "/walkers.csv");
  write_origin(file);
  if (!options.smoke) {  // without valgrind: that it works
    const std::string cost = cost_line(options, own);
    file << cost;
    fmt::print("{}", cost);
  }
  file << "seed,seconds,crossings,encounters,not_yielded,people_overlap,people_touched,people_run_over,"
          "vehicles_touch,"
          "longest_wait_person_s,longest_wait_vehicle_s,mean_person_mps,mean_vehicle_mps,furthest_off_m,"
          "near_share,holds\n";
  bool all_hold = true;
  for (std::uint64_t seed = first; seed < first + runs; ++seed) {
    const Judged judged = judge(*town, seed, seconds);
    const sim::StreetCounts& c = judged.street;
    const bool is_met = holds(judged);
    all_hold = all_hold && is_met;
    file << fmt::format("{},{},{},{},{},{},{},{},{},{:.0f},{:.0f},{:.2f},{:.2f},{:.2f},{:.4f},{}\n", seed,
                        seconds, c.crossed, c.encounters, c.not_yielded, c.people_overlap, c.people_touched,
                        c.people_run_over, c.vehicles_touch, c.person_waits_s, c.vehicle_waits_s,
                        c.person_m / (kStep.seconds() * c.person_steps),
                        c.vehicle_m / (kStep.seconds() * c.vehicle_steps), c.off_m,
                        judged.groups.near_share(), is_met ? "yes" : "no");
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
  const std::string own = std::filesystem::absolute(arguments[0]).string();
  if (count == 3 && std::string(arguments[1]) == "--count")
    return backlot::bench::count_steps(std::string(arguments[2]) == "people");
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "walkers_bench", options)) return 2;
  return backlot::bench::run(options, own);
}
