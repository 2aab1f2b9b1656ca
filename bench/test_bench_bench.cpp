// What a test of driving software costs, in instructions, which do not depend on what else the machine does. Usage: test_bench_bench [--smoke] [--long]
// [--results FOLDER].
//
//   a step      a cut-in of two cars on a motorway in steps of 0.01 s, with view, reference driver (20 Hz), validators and verdict: what the last 5 s
//               of a run of 20 s take more than a run of 15 s
//   a run       20 s of it, as a worker plays them: the network is loaded, the scene is built
//
// The program starts itself under callgrind (valgrind), which counts only what happens within take_counted_run.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "backlot/drivers/shipped.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "bench/child.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {

// Named in full, so that callgrind finds it.
[[gnu::noinline]] void take_counted_run(const std::function<void()>& run) { run(); }

namespace {

constexpr double kMostOfStep = 12'000, kMostOfRun = 30e6;  // instructions
constexpr base::Duration kStep = base::Duration::from_milliseconds(10);

std::shared_ptr<const scene::Scene> cut_in(int seconds) {
  const auto built = harness::build_scene(fmt::format(R"(scene two_car_cut_in
import "study_motorway.way"
set {{
  network study_motorway
  subject from west R2 at 600 m to east
  mark begin = 5 m along route
  mark last = 5000 m along route
  traffic {{ warm up 0 s }}
  source spare between 110 m and 130 m ahead of subject on the right, in sight of subject
}}
cast {{
  role intruder: car {{
    is right of subject between 5 m and 300 m
    may be supplied by spare from 1000 s before subject at last
  }}
}}
script {{
  beat casting from subject at begin until cutting {{ cast intruder }}
  beat slow when intruder is cast until cutting {{ intruder drives at 70 km/h; intruder stays in its lane }}
  beat cutting when gap of subject to intruder below 40 m {{
    commit
    intruder swerves to the left at 1.2 m/s
  }}
  end when {} s after start
}}
expect {{ cutting: intruder acts within 0.5 s }}
judge {{
  never contact
  ttc over 1 s
  time_gap over 0.3 s
  drac below 6 m/s2
  comfort below 8 m/s2
  no lane
  no off_road
  no speed_limit
  no red_light
  no wrong_way
}}
)",
                                                      seconds));
  if (!built) {
    fmt::print(stderr, "{}", to_text(built.diagnostics()));
    std::exit(EXIT_FAILURE);
  }
  return *built;
}

harness::RunResult play(const std::shared_ptr<const scene::Scene>& scene, sut::System& driver) {
  harness::RunOptions options;
  options.seed = 3;
  options.step = kStep;
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

// The sum that callgrind wrote: the line "totals: N".
double total_in(const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("totals: ")) return std::strtod(line.c_str() + 8, nullptr);
  return 0;
}

double count_in_child(const std::string& own, const std::string& folder, int seconds) {
  const std::string counts = folder + "/test_bench.callgrind";
  const ChildRun child = run_child({"valgrind", "--tool=callgrind", "--callgrind-out-file=" + counts,
                                    "--toggle-collect=backlot::bench::take_counted_run*", own, "--count",
                                    std::to_string(seconds)});
  if (child.exit_code != 0) {
    fmt::print(stderr, "valgrind is needed, and ended with {}\n", child.exit_code);
    std::exit(EXIT_FAILURE);
  }
  const double total = total_in(counts);
  std::filesystem::remove(counts);
  return total;
}

int measure(const Options& options, const std::string& own) {
  if (options.smoke) return count(20);  // without valgrind: that it works
  const double ten = count_in_child(own, options.folder, 10),
               twenty = count_in_child(own, options.folder, 20);
  const double step = (twenty - ten) / (10 / kStep.seconds());
  Results results("test_bench", options.folder);
  results.add({fmt::format("a step of a two-car cut-in: {:.0f} instructions", step),
               {},
               step / kMostOfStep,
               "12,000",
               1,
               Better::smaller});
  results.add({fmt::format("20 s of it: {:.1f} million instructions", twenty / 1e6),
               {},
               twenty / kMostOfRun,
               "30 million",
               1,
               Better::smaller});
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
