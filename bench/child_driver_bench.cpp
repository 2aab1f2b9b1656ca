// A driver in Python, in a process of its own, at 50 cycles in a second: how many times faster than real time a run is. Usage: child_driver_bench [--smoke]
// [--results FOLDER]. The harness and the driver wait for each other, so that their processor times add up; wall time is given too, and says little on a
// machine that does other work.
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <sys/resource.h>

#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "backlot/sut_link/open_driver.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

constexpr base::Duration kCycle = base::Duration::from_milliseconds(20);
constexpr double kWanted = 20;  // times real time

double cpu_s(int who) {
  rusage usage{};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

int run(const Options& options) {
  const std::filesystem::path clients = std::filesystem::path(__FILE__).parent_path() / "../clients/python";
  const std::string command = "/usr/bin/python3 " + (clients / "example.py").lexically_normal().string();
  const std::shared_ptr<const scene::Scene> scene = harness::shipped_scene("lead_brakes");
  double driven_s = 0;  // from the start of the subject on
  std::uint64_t cycles = 0, passed = 0, runs = 0;
  const auto begin = std::chrono::steady_clock::now();
  double own_s = cpu_s(RUSAGE_SELF), child_s = cpu_s(RUSAGE_CHILDREN);
  {
    auto driver = sut_link::open_driver(command, {});
    if (!driver) {
      fmt::print(stderr, "{}\n", to_text(driver.diagnostics()));
      return 1;
    }
    for (std::uint64_t seed = 1; seed <= (options.smoke ? 1U : 10U); ++seed) {
      const harness::RunResult result =
          harness::run_scene(scene, {.seed = seed,
                                     .system = {.system = driver->get(), .name = "example", .cycle = kCycle},
                                     .step = kCycle});
      driven_s += result.sim_s - result.subject_start_s;
      passed += result.verdict() == verdict::Verdict::pass ? 1U : 0U;
      ++runs;
    }
    cycles = (*driver)->take_times().count();
  }  // the driver has ended, and its time counts
  own_s = cpu_s(RUSAGE_SELF) - own_s;
  child_s = cpu_s(RUSAGE_CHILDREN) - child_s;
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double times = driven_s / (own_s + child_s);
  fmt::print(
      "{} runs ({} passed), {:.1f} s driven in {} cycles; processor time {:.2f} s of the harness, with the "
      "warm-up "
      "of the traffic, {:.2f} s of the driver: {:.1f} times real time; by the clock {:.1f} times\n",
      runs, passed, driven_s, cycles, own_s, child_s, times, driven_s / wall_s);
  std::ofstream file(std::filesystem::path(options.folder) / "child_driver.csv");
  write_origin(file);
  file << "scene,driver,cycle_s,runs,passed,driven_s,cycles,harness_cpu_s,driver_cpu_s,wall_s,times_real_"
          "time_by_cpu,"
          "times_real_time_by_clock\n"
       << fmt::format(
              "lead_brakes,clients/python/example.py,{},{},{},{:.2f},{},{:.2f},{:.2f},{:.2f},{:.1f},{:.1f}\n",
              kCycle.seconds(), runs, passed, driven_s, cycles, own_s, child_s, wall_s, times,
              driven_s / wall_s);
  return file.good() && (options.smoke || times >= kWanted) ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "child_driver_bench", options)) return 2;
  return backlot::bench::run(options);
}
