// A crowd of 2,000 vehicles under 200 random directives a second: which contacts there are, and what explains each. Usage: crowd_bench [--smoke]
// [--long] [--results FOLDER] [--runs N] [--first SEED] [--jobs N].
//
// 13 x 13 signalled crossings, five directors, ten minutes of each seed; vehicles that touch become wrecks. sim/test/direct/crowd_judge.h reads frames and answers
// alone: who came into the way of whom, and under which lease. One seed, with --long five.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/direct/crowd_judge.h"
#include "backlot/sim/test/direct/random_directives.h"
#include "backlot/sim/test/roads.h"
#include "bench/grid_network.h"
#include "bench/on_all_cores.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 9'001;
constexpr base::Duration kStep = base::Duration::from_milliseconds(100);
constexpr std::uint32_t kVehicles = 2000;
constexpr std::uint64_t kEachStep = 20;
constexpr double kMostPerAgentSecond = 1e-4, kMostWrecks = 0.02;

sim::CrowdJudge drive(const sim::TestRoads& roads, std::uint64_t seed, int seconds) {
  sim::Simulation run(roads.roads, {.seed = seed, .contacts = sim::ContactLaw::wreck});
  run.insert_spread(kVehicles);
  sim::CrowdJudge judge;
  record::Frame frame;
  for (std::uint64_t k = 0; k < 10 * static_cast<std::uint64_t>(seconds); ++k) {
    for (std::uint64_t i = 0; i < kEachStep; ++i)
      run.direct(sim::random_directive(run, kVehicles, seed, k * kEachStep + i));
    run.step(kStep);
    run.frame(frame);
    judge.watch(frame, run.direction().answers());
  }
  return judge;
}

int run(const Options& options) {
  const int seconds = options.smoke ? 20 : 600;
  const std::uint64_t runs = options.runs > 0 ? options.runs : options.is_long ? 5 : 1;
  const std::uint64_t first = options.first_seed > 0 ? options.first_seed : kFirstSeed;
  const sim::TestRoads roads(build_grid(13));
  std::vector<sim::CrowdJudge> judges(runs);
  on_all_cores(
      runs, [&](std::size_t k) { judges[k] = drive(roads, first + k, seconds); }, options.jobs);
  std::ofstream file(options.folder + "/crowd.csv");
  write_origin(file);
  file << "seed,seconds,contacts,by_comer,by_other,by_wreck,unexplained,per_10000_agent_seconds,share_of_"
          "wrecks,"
          "holds\n";
  bool all_hold = true;
  for (std::uint64_t k = 0; k < runs; ++k) {
    const sim::CrowdJudge& judge = judges[k];
    const double rate = static_cast<double>(judge.meetings().size()) / judge.agent_seconds();
    const std::uint64_t unexplained = judge.count(sim::Explained::not_at_all);
    const bool holds =
        unexplained == 0 && rate < kMostPerAgentSecond && judge.share_of_wrecks() <= kMostWrecks;
    all_hold = all_hold && holds;
    file << fmt::format("{},{},{},{},{},{},{},{:.3f},{:.4f},{}\n", first + k, seconds,
                        judge.meetings().size(), judge.count(sim::Explained::by_comer),
                        judge.count(sim::Explained::by_other), judge.count(sim::Explained::by_wreck),
                        unexplained, 1e4 * rate, judge.share_of_wrecks(), holds ? "yes" : "no");
    fmt::print(
        "seed {}: {} contacts, {:.2f} in 10,000 agent-seconds, {} unexplained; {:.1f} % are wrecks {}\n",
        first + k, judge.meetings().size(), 1e4 * rate, unexplained, 100 * judge.share_of_wrecks(),
        holds ? "ok" : "MISSED");
    for (const auto& [what, count] : judge.table()) fmt::print("  {:>4} {}\n", count, what);
    for (const sim::CrowdJudge::Meeting& m : judge.meetings())
      if (m.by == sim::Explained::not_at_all) fmt::print("  {}\n", m.to_text());
  }
  file.close();
  if (!file) {
    fmt::print(stderr, "crowd_bench: cannot write to {}\n", options.folder);
    return EXIT_FAILURE;
  }
  return options.smoke || all_hold ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "crowd_bench", options)) return 2;
  return backlot::bench::run(options);
}
