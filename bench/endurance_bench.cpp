// How long the ribbon goes without a failure: the closest point against the exhaustive reference, and walks over edges, joints
// and ends. Without options a sample; --long takes 10^9 points and 10^8 steps on all cores.
// --skip leaves out the first N points, so that several machines can share the work.
// Usage: endurance_bench [--smoke] [--long] [--skip N] [--points N] [--steps N] [--results FOLDER].
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "backlot/geometry/test/catalogue.h"
#include "backlot/geometry/test/closest_campaign.h"
#include "backlot/geometry/test/walk.h"

namespace backlot::bench {
namespace {

using geometry::Ribbon;
using geometry::test::CampaignResult;
using geometry::test::WalkResult;

struct Options {
  std::uint64_t skip = 0, points = 1000000, steps = 1000000;
  std::string folder = ".";
};

// Shares out `total` units in blocks to all cores; run(ribbon, block) is called once for each block of each ribbon.
template <class Run>
void share_out(const char* what, std::size_t ribbons, std::uint64_t total, std::uint64_t block,
               const Run& run) {
  const std::uint64_t blocks_each = total / ribbons / block + 1;
  const std::uint64_t blocks = blocks_each * ribbons;
  std::atomic<std::uint64_t> next{0}, done{0};
  std::atomic<std::int64_t> said{0};
  const auto start = std::chrono::steady_clock::now();
  const auto work = [&] {
    for (std::uint64_t k = next++; k < blocks; k = next++) {
      run(static_cast<std::size_t>(k % ribbons), k / ribbons);
      const auto seconds =
          std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start).count();
      const std::uint64_t finished = ++done;
      std::int64_t last = said;
      if (seconds >= last + 20 && said.compare_exchange_strong(last, seconds)) {
        fmt::print(stderr, "  {}: {:.1f} %, {} s\n", what,
                   100.0 * static_cast<double>(finished) / static_cast<double>(blocks), seconds);
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

int run(const Options& options) {
  std::vector<std::string> names;
  std::vector<Ribbon> ribbons;
  for (const auto& named : geometry::test::catalogue()) {
    names.push_back(named.name);
    ribbons.push_back(geometry::test::built(named.description));
  }
  constexpr std::uint64_t kBlock = 20000;
  std::mutex mutex;
  CampaignResult campaign;
  share_out("points", ribbons.size(), options.points, kBlock, [&](std::size_t i, std::uint64_t block) {
    // the points of the test come first, since the seeds are the same
    const std::uint64_t first = options.skip / ribbons.size() + block * kBlock;
    const CampaignResult result = geometry::test::run_campaign(names[i], ribbons[i], 100 + i, first, kBlock);
    const std::lock_guard lock(mutex);
    campaign.add(result);
  });
  WalkResult walk;
  share_out("steps", ribbons.size(), options.steps, kBlock, [&](std::size_t i, std::uint64_t block) {
    const WalkResult result = geometry::test::run_walk(names[i], ribbons[i], 1000 * block + 500 + i, kBlock);
    const std::lock_guard lock(mutex);
    walk.add(result);
  });
  const std::string text = "closest point against the exhaustive reference\n" +
                           geometry::test::to_text(campaign) + "\nwalks\n" + geometry::test::to_text(walk);
  fmt::print("{}", text);
  const std::string path = options.folder + "/endurance.txt";
  std::ofstream file(path);
  file << text;
  file.close();
  if (!file) {
    fmt::print(stderr, "bench: cannot write {}\n", path);
    return 1;
  }
  return campaign.failures == 0 && walk.lost == 0 && walk.jumps == 0 ? 0 : 1;
}

}  // namespace
}  // namespace backlot::bench

int main(int count, char** arguments) {
  backlot::bench::Options options;
  for (int i = 1; i < count; ++i) {
    const bool has_value = i + 1 < count;
    if (std::strcmp(arguments[i], "--smoke") == 0) {
      options.points = options.steps = 20000;
    } else if (std::strcmp(arguments[i], "--long") == 0) {
      options.points = 1000000000;
      options.steps = 100000000;
    } else if (std::strcmp(arguments[i], "--skip") == 0 && has_value) {
      options.skip = std::strtoull(arguments[++i], nullptr, 10);
    } else if (std::strcmp(arguments[i], "--points") == 0 && has_value) {
      options.points = std::strtoull(arguments[++i], nullptr, 10);
    } else if (std::strcmp(arguments[i], "--steps") == 0 && has_value) {
      options.steps = std::strtoull(arguments[++i], nullptr, 10);
    } else if (std::strcmp(arguments[i], "--results") == 0 && has_value) {
      options.folder = arguments[++i];
    } else {
      std::fputs(
          "usage: endurance_bench [--smoke] [--long] [--skip N] [--points N] [--steps N] [--results "
          "FOLDER]\n",
          stderr);
      return 2;
    }
  }
  return backlot::bench::run(options);
}
