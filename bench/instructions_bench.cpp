// What a step costs in instructions, which do not depend on what else the machine does. Usage: instructions_bench [--smoke] [--long]
// [--results FOLDER].
//
//   undirected  20 steps of 0.1 s on 20 x 20 crossings with 5,000 vehicles, 120 s after they were spread, one thread
//   directed    the same while 2,000 of them hold a lease
//
// The program prepares a run, saves it, and starts itself under callgrind (valgrind), which counts from there. It is compared with what the commit
// f4d87f1 took, which was built by g++ 13.3 and counted in the same way (bench/results/xeon_2_cores/instructions_by_turns.csv).
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"
#include "bench/counted_run.h"
#include "bench/grid_network.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {

namespace {

constexpr int kSteps = 20;
constexpr std::size_t kLeases = 2000;
constexpr double kUndirected = 2819, kDirected = 3053;  // instructions of an agent-step at f4d87f1

struct Size {
  std::size_t rows, vehicles;
  int warm_up;
};

Size size_of(bool smoke) { return smoke ? Size{4, 200, 50} : Size{20, 5000, 1200}; }

void take_steps(sim::Simulation& run, int steps) {
  for (int k = 0; k < steps; ++k) run.step(base::Duration::from_milliseconds(100));
}

void prepare(const Size& size, const std::string& file) {
  const sim::TestRoads town(build_grid(size.rows));
  sim::Simulation run(town.roads, {});
  run.insert_spread(size.vehicles);
  take_steps(run, size.warm_up);
  std::ofstream(file, std::ios::binary) << run.save();
}

// The child under callgrind: goes on from the file.
int count_steps(const Size& size, const std::string& file, bool is_directed) {
  const sim::TestRoads town(build_grid(size.rows));
  sim::Simulation run(town.roads, {});
  std::ifstream in(file, std::ios::binary);
  if (!run.restore(std::string(std::istreambuf_iterator<char>(in), {})).is_empty()) return EXIT_FAILURE;
  if (is_directed) {
    for (std::size_t k = 0; k < std::min(kLeases, run.size()); ++k)
      run.direct({.actor = run.vehicle(k).id,
                  .issuer = direct::IssuerId(1),
                  .hold = direct::ForTime{1000},
                  .what = direct::AdjustSpeed{0.5}});
  }
  run.step(base::Duration::from_milliseconds(100));
  take_counted_run([&] { take_steps(run, kSteps); });
  return EXIT_SUCCESS;
}

int measure(const Options& options, const std::string& own) {
  const Size size = size_of(options.smoke);
  const std::string state = options.folder + "/instructions.state";
  prepare(size, state);
  Results results("instructions", options.folder);
  for (const bool is_directed : {false, true}) {
    const char* what = is_directed ? "directed" : "undirected";
    if (options.smoke) {  // without valgrind: that it works
      if (count_steps(size, state, is_directed) != EXIT_SUCCESS) return EXIT_FAILURE;
      continue;
    }
    const double each = count_in_child(own, options.folder, {"--count", state, what}) /
                        (kSteps * static_cast<double>(size.vehicles));
    const double before = is_directed ? kDirected : kUndirected;
    results.add({fmt::format("{} agent-step: {:.0f} instructions", what, each),
                 {},
                 each / before,
                 fmt::format("{:.0f} at f4d87f1", before),
                 1.10,
                 Better::smaller});
  }
  std::filesystem::remove(state);
  results.print();
  return results.write() && results.all_hold() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  using namespace backlot::bench;  // NOLINT(google-build-using-namespace)
  if (count == 4 && std::string(arguments[1]) == "--count")
    return count_steps(size_of(false), arguments[2], std::string(arguments[3]) == "directed");
  Options options;
  if (!read_options(count, arguments, "instructions_bench", options)) return 2;
  return measure(options, std::filesystem::absolute(arguments[0]).string());
}
