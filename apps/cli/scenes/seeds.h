// Seeds and processor time, as the commands that run scenes have them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace backlot::cli {

struct SeedRange {
  std::uint64_t first = 1, last = 1;
  // None where the last is smaller than the first.
  std::uint64_t count() const { return last < first ? 0 : last - first + 1; }
};
// "7" or "1..100"; empty where it is neither, or the seeds are more than a hundred million.
std::optional<SeedRange> read_seeds(const std::string& text);

// Of this process, all threads together, and of its child processes that have ended.
double cpu_seconds();

}  // namespace backlot::cli
