#include "bench/on_all_cores.h"

#include <atomic>
#include <thread>
#include <vector>

namespace backlot::bench {

void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& do_one, std::size_t jobs) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t k = next++; k < count; k = next++) do_one(k);
  };
  const std::size_t all = jobs > 0 ? jobs : std::thread::hardware_concurrency();
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < all; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace backlot::bench
