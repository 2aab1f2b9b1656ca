#include "bench/counted_run.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "bench/child.h"

namespace backlot::bench {

namespace {

// The sum that callgrind wrote: the line "totals: N".
double total_in(const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("totals: ")) return std::strtod(line.c_str() + 8, nullptr);
  return 0;
}

}  // namespace

// Named in full, so that callgrind finds it.
[[gnu::noinline]] void take_counted_run(const std::function<void()>& run) { run(); }

double count_in_child(const std::string& program, const std::string& folder,
                      const std::vector<std::string>& arguments) {
  const std::string counts = folder + "/counted_run.callgrind";
  std::vector<std::string> command{"valgrind", "--tool=callgrind", "--callgrind-out-file=" + counts,
                                   "--toggle-collect=backlot::bench::take_counted_run*", program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const ChildRun child = run_child(command);
  if (child.exit_code != 0) {
    fmt::print(stderr, "valgrind is needed, and ended with {}\n", child.exit_code);
    std::exit(EXIT_FAILURE);
  }
  const double total = total_in(counts);
  std::filesystem::remove(counts);
  return total;
}

}  // namespace backlot::bench
