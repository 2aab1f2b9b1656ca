// Whether the advice of a rehearsal is right: run_red_light with less and less traffic on the side roads, and no supply. Usage: advice_bench [--smoke]
// [--long] [--results FOLDER] [--jobs N].
//
// For each flow the scene is rehearsed. The rate must not rise where the flow falls, but for chance; the most frequent cause must be that there was no
// candidate; and the advice, which was verified on 100 seeds that neither the rehearsal nor the search used, must restore 98 %.
// With --long 100 runs for each flow, else 20.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/harness/advice.h"
#include "backlot/harness/rehearsal.h"
#include "backlot/harness/runs.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr std::uint64_t kFirstSeed = 6001;

std::shared_ptr<const scene::Scene> with_side_flow(const std::string& flow) {
  return harness::shipped_scene(harness::kRunRedLight, {{"side_flow", flow}});
}

harness::RehearsalFigures rehearse(const std::shared_ptr<const scene::Scene>& scene,
                                   const harness::RunOptions& options, std::uint64_t runs,
                                   std::uint64_t jobs) {
  harness::Rehearsal rehearsal(scene->description());
  harness::run_all<harness::RehearsedRun>(
      kFirstSeed, runs, jobs,
      [&](std::uint64_t seed) {
        harness::RunOptions one = options;
        one.seed = seed;
        return rehearse_once(scene, one);
      },
      [&](const harness::RehearsedRun& run) { rehearsal.take(run); });
  return rehearsal.figures();
}

int run(const Options& options) {
  const std::uint64_t runs = options.smoke ? 2 : options.is_long ? 100 : 20;
  harness::RunOptions without_supply;
  without_supply.has_supply = false;
  std::ofstream file(options.folder + "/advice.csv");
  write_origin(file);
  file << "side_flow_per_hour,runs,staged_percent,low,high,most_frequent_cause,runs_of_it,advice,verified_"
          "percent,verified_runs,holds\n";
  bool all_hold = true;
  double lowest_high = 1;  // the upper end of the interval, of all flows before
  const std::vector<int> flows = options.smoke ? std::vector{0} : std::vector{480, 240, 120, 60, 30, 10, 0};
  for (const int flow : flows) {
    const auto scene = with_side_flow(fmt::format("{} per hour", flow));
    const harness::RehearsalFigures figures = rehearse(scene, without_supply, runs, options.jobs);
    const auto interval = figures.staged.interval();
    bool holds = interval.low <= lowest_high;
    lowest_high = std::min(lowest_high, interval.high);
    harness::Advice advice;
    harness::Limit first;
    if (!figures.limits.empty()) first = figures.limits.front();
    if (needs_advice(figures) && !options.smoke) {
      harness::AdviceOptions asked;
      asked.first_seed = kFirstSeed + runs;
      asked.most_limits = 1;
      asked.jobs = options.jobs;
      asked.run = without_supply;
      const auto build = [](std::uint64_t, const harness::Variation& variation) {
        return with_side_flow(harness::number_text(variation.value));
      };
      advice = find_advice(scene->description(), figures, build, asked).of_limits.front();
      holds =
          holds && first.trouble == scene::Trouble::no_candidate && advice.verified.value() >= asked.wanted;
    }
    file << fmt::format("{},{},{:.1f},{:.1f},{:.1f},\"{}\",{},\"{}\",{:.1f},{},{}\n", flow, runs,
                        100 * figures.staged.value(), 100 * interval.low, 100 * interval.high, first.why,
                        first.runs, advice.what, 100 * advice.verified.value(), advice.verified.trials,
                        holds ? "yes" : "no");
    file.flush();
    fmt::print("side_flow {:3} per hour: {:5.1f} % staged; {} runs: {} -> {} {}\n", flow,
               100 * figures.staged.value(), first.runs, first.why, advice_text(advice),
               holds ? "ok" : "MISSED");
    all_hold = all_hold && holds;
  }
  return all_hold || options.smoke ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "advice_bench", options)) return 2;
  return backlot::bench::run(options);
}
