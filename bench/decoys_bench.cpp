// Whether a scene is told from its decoy: the same scene without the beat that commits meets its expectations in no run.
// Usage: decoys_bench [--smoke] [--long] [--results FOLDER].
//
//   decoy   the scene without its events: runs in which all expectations are met; 0 is wanted
//   whole   the scene itself, on the same seeds: runs that are staged, so that a judge which meets nothing is seen
//
// All scenes of scenes/; 50 seeds with --long, else 5.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "backlot/harness/runs.h"
#include "backlot/harness/scene_run.h"
#include "backlot/harness/test/shipped_scenes.h"
#include "bench/options.h"
#include "bench/results.h"

namespace backlot::bench {
namespace {

using harness::RunResult;

constexpr std::uint64_t kFirstSeed = 8001;

// Scenes by name; scenarios are left out.
std::vector<std::string> scene_names() {
  const auto folder = std::filesystem::path(__FILE__).parent_path().parent_path() / "scenes";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".scene") continue;
    std::ifstream in(entry.path());
    std::string word;
    if (in >> word && word == "scene") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool meets_all(const RunResult& result) {
  return !result.expectations.empty() &&
         std::all_of(result.expectations.begin(), result.expectations.end(),
                     [](const verdict::ExpectationResult& one) { return one.is_met; });
}

// Parameters that a scene draws are drawn for each seed.
std::size_t count_met(const std::string& name, bool is_decoy, std::uint64_t seeds) {
  std::size_t met = 0;
  harness::run_all<RunResult>(
      kFirstSeed, seeds, 0,
      [&](std::uint64_t seed) {
        harness::RunOptions options;
        options.seed = seed;
        return run_scene(is_decoy ? harness::decoy_of(name, seed) : harness::shipped_scene(name, {}, seed),
                         options);
      },
      [&](const RunResult& result) {
        met += meets_all(result);
        if (is_decoy && meets_all(result)) fmt::print("MET: {}\n", harness::summary(result));
      });
  return met;
}

int run(const Options& options) {
  const std::uint64_t seeds = options.smoke ? 1 : options.is_long ? 50 : 5;
  std::vector<std::string> names = scene_names();
  if (options.smoke) names.resize(1);
  std::ofstream file(options.folder + "/decoys.csv");
  write_origin(file);
  file << "scene,seeds,decoys_met,whole_met\n";
  std::size_t met = 0;
  for (const std::string& name : names) {
    const std::size_t decoys = count_met(name, true, seeds), whole = count_met(name, false, seeds);
    fmt::print("{:20} {:3} seeds: decoy {:2}, whole {:2}\n", name, seeds, decoys, whole);
    file << fmt::format("{},{}..{},{},{}\n", name, kFirstSeed, kFirstSeed + seeds - 1, decoys, whole);
    met += decoys;
  }
  return met == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "decoys_bench", options)) return 2;
  return backlot::bench::run(options);
}
