// The command line that all benchmarks share.
#pragma once

#include <cstdint>
#include <string>

namespace backlot::bench {

struct Options {
  bool smoke = false;                      // short: to see that it works, not how fast
  bool is_long = false;                    // hours, where a benchmark has something that takes them
  std::string folder = ".";                // for the results
  std::string program;                     // the command line program, beside the benchmark's own folder
  std::uint64_t runs = 0, first_seed = 0;  // of a benchmark that takes many runs; 0: its own choice
  std::uint64_t jobs = 0;                  // that take them; 0: as many as there are cores

  int rounds() const { return smoke ? 2 : 11; }
};

// [--smoke] [--long] [--results FOLDER] [--runs N] [--first SEED] [--jobs N]; false, with the usage on standard error, for anything else.
bool read_options(int count, char** arguments, const std::string& name, Options& options);

}  // namespace backlot::bench
