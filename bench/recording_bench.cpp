// Whether the verdict from a recording is that of the live run, and how large recordings are. Usage: recording_bench [--smoke] [--long].
//
// All shipped scenes with 12 seeds each, with --smoke two scenes with one, with --long 60. A run whose verdict from the file differs in any value is a failure.
#include <cstdint>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "backlot/replay/test/recorded_runs.h"
#include "bench/options.h"

namespace backlot::bench {
namespace {

int run(const Options& options) {
  const std::uint64_t seeds = options.smoke ? 1 : options.is_long ? 60 : 12;
  std::size_t runs = 0, different = 0, scenes = 0;
  double bytes = 0, sim_s = 0;
  for (const auto& file : replay::shipped_scenes()) {
    if (options.smoke && ++scenes > 2) break;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const replay::RecordedRun run = replay::record_shipped(file, seed);
      const auto judged = replay::judge_bytes(run.bytes);
      const std::string difference =
          judged ? replay::find_difference(run.live, *judged) : to_text(judged.diagnostics());
      ++runs;
      bytes += static_cast<double>(run.bytes.size());
      sim_s += run.live.sim_s - run.live.subject_start_s;
      if (difference.empty()) continue;
      ++different;
      fmt::print("{}, seed {}: differs in {}\n", file.filename().string(), seed, difference);
    }
  }
  fmt::print("{} runs: {} with another verdict from the file; {:.1f} kB for a simulated second\n", runs,
             different, bytes / 1000 / sim_s);
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  if (!backlot::bench::read_options(count, arguments, "recording_bench", options)) return 2;
  return backlot::bench::run(options);
}
