// What a test of driving software costs. Usage: test_bench_bench [--smoke] [--long] [--results FOLDER].
//
//   a step      a cut-in of two cars on a motorway in steps of 0.01 s, with view, reference driver (20 Hz), validators and verdict: what the last 5 s
//               of a run of 20 s take
//   a run       20 s of it, as a worker plays them: the network is loaded, the scene is built; against the 143 runs per second of esmini, which has
//               no verdict
//   a night     10 h on 2 cores of runs of 20 s with 20 vehicles in steps of 0.05 s
//   a town      10 km through a town with 200 vehicles in steps of 0.05 s, against real time
//
// Steps and runs are counted in instructions (counted_run.h). Runs per second and all that follows from them are by CPU time, the least of
// several runs of each seed.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/scene_run.h"
#include "bench/bench_scenes.h"
#include "bench/counted_run.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {

namespace {

constexpr double kMostOfStep = 12'000, kMostOfRun = 30e6;  // instructions
constexpr double kRunsOfEsmini = 143;                      // per second: a cut-in of two cars, loaded already
constexpr double kNight_s = 10 * 3600, kCores = 2, kRunsOfNight = 5e6;
constexpr double kTimesRealTime = 300;
constexpr base::Duration kStep = base::Duration::from_milliseconds(10);
constexpr std::size_t kVehicles = 20, kTownVehicles = 200;
constexpr std::uint64_t kSeed = 3;

harness::RunResult play(const std::shared_ptr<const scene::Scene>& scene, sut::System& driver,
                        base::Duration step = kStep, std::uint64_t seed = kSeed) {
  harness::RunOptions options;
  options.seed = seed;
  options.step = step;
  options.system.system = &driver;
  options.system.name = "reference";
  return harness::run_scene(scene, options);
}

// The child under callgrind. The first run is not counted: a worker has its memory by then.
int count(int seconds) {
  const auto scene = cut_in(seconds);
  const auto driver = drivers::find_shipped("reference")->make();
  play(scene, *driver);
  harness::RunResult result;
  take_counted_run([&] { result = play(scene, *driver); });
  if (result.verdict() == verdict::Verdict::pass) return EXIT_SUCCESS;
  fmt::print(stderr, "the run did not pass: {}\n", result.cause.text);
  for (const verdict::Finding& finding : result.findings) fmt::print(stderr, "  {}\n", finding.message);
  return EXIT_FAILURE;
}

// CPU seconds of a run: for each seed the least of several, since other programs can only make it longer; their mean.
struct CpuTime {
  double cpu_s = 0, driven_s = 0;  // driven: simulated, from the start of the subject on
};
CpuTime cpu_time(const std::shared_ptr<const scene::Scene>& scene, base::Duration step, std::uint64_t seeds,
                 int tries) {
  const auto driver = drivers::find_shipped("reference")->make();
  CpuTime mean;
  for (std::uint64_t seed = kSeed; seed < kSeed + seeds; ++seed) {
    double least_s = std::numeric_limits<double>::infinity(), driven_s = 0;
    for (int k = 0; k < tries; ++k) {
      const std::clock_t before = std::clock();
      const harness::RunResult result = play(scene, *driver, step, seed);
      least_s = std::min(least_s, static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
      driven_s = result.sim_s - result.subject_start_s;
    }
    mean.cpu_s += least_s / static_cast<double>(seeds);
    mean.driven_s += driven_s / static_cast<double>(seeds);
  }
  return mean;
}

int measure(const Options& options, const std::string& own) {
  if (options.smoke) return count(20);  // without valgrind: that it works
  const double fifteen = count_in_child(own, options.folder, {"--count", "15"}),
               twenty = count_in_child(own, options.folder, {"--count", "20"});
  const double step = (twenty - fifteen) / (5 / kStep.seconds());
  Results results("test_bench", options.folder);
  const auto add = [&](std::string what, double ratio, std::string ratio_of, double limit, Better better) {
    results.add({std::move(what), {}, ratio, std::move(ratio_of), limit, better});
  };
  add(fmt::format("a step of a two-car cut-in: {:.0f} instructions", step), step / kMostOfStep, "12,000", 1,
      Better::smaller);
  add(fmt::format("20 s of it: {:.1f} million instructions", twenty / 1e6), twenty / kMostOfRun, "30 million",
      1, Better::smaller);

  const double runs = 1 / cpu_time(cut_in(20), kStep, 1, 40).cpu_s;
  add(fmt::format("20 s of it: {:.0f} runs per second of CPU time", runs), runs / kRunsOfEsmini,
      "143 of esmini", 1, Better::larger);
  const double night = kCores * kNight_s / cpu_time(cut_in(20, kVehicles), harness::kRunStep, 10, 10).cpu_s;
  add(fmt::format("10 h on 2 cores, runs of 20 s with 20 vehicles: {:.1f} million", night / 1e6),
      night / kRunsOfNight, "5 million", 1, Better::larger);
  const TownDrive town(kTownVehicles);
  const CpuTime drive = cpu_time(town.scene(), harness::kRunStep, 1, 2);
  add(fmt::format("10 km through a town with 200 vehicles: {:.0f} s in {:.2f} s", drive.driven_s,
                  drive.cpu_s),
      drive.driven_s / drive.cpu_s, "real time", kTimesRealTime, Better::larger);
  results.print();
  return results.write() && results.all_hold() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  using namespace backlot::bench;  // NOLINT(google-build-using-namespace)
  if (count == 3 && std::string(arguments[1]) == "--count")
    return backlot::bench::count(static_cast<int>(std::strtol(arguments[2], nullptr, 10)));
  Options options;
  if (!read_options(count, arguments, "test_bench_bench", options)) return 2;
  return measure(options, std::filesystem::absolute(arguments[0]).string());
}
