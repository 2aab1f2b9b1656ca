// Many runs on several threads, with results in the order of their seeds.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace backlot::harness {

// Calls `one(seed)` for `count` seeds on `jobs` threads (0: as many as there are cores), and `take(result)` for each result on the calling thread, in
// the order of seeds. A run that throws ends all; the exception goes to the caller. No more than a few results per job wait to be taken.
template <class Result, class One, class Take>
void run_all(std::uint64_t first, std::uint64_t count, std::size_t jobs, const One& one, const Take& take) {
  if (jobs == 0) jobs = std::max(1U, std::thread::hardware_concurrency());
  jobs = static_cast<std::size_t>(std::min<std::uint64_t>(jobs, count));
  if (jobs <= 1) {
    for (std::uint64_t k = 0; k < count; ++k) take(one(first + k));
    return;
  }
  std::mutex mutex;
  std::condition_variable is_done, has_room;
  std::map<std::uint64_t, Result> done;
  std::uint64_t next = 0, taken = 0;
  std::exception_ptr failure;
  const std::uint64_t most_ahead = 4 * jobs;
  const auto work = [&] {
    for (;;) {
      std::uint64_t mine = 0;
      {
        std::unique_lock lock(mutex);
        has_room.wait(lock, [&] { return failure || next >= count || next < taken + most_ahead; });
        if (failure || next >= count) return;
        mine = next++;
      }
      try {
        Result result = one(first + mine);
        const std::lock_guard lock(mutex);
        done.emplace(mine, std::move(result));
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
      is_done.notify_one();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t k = 0; k < jobs; ++k) threads.emplace_back(work);
  while (taken < count) {
    std::optional<Result> result;
    {
      std::unique_lock lock(mutex);
      is_done.wait(lock, [&] { return failure || done.contains(taken); });
      if (failure) break;
      const auto at = done.find(taken);
      result.emplace(std::move(at->second));
      done.erase(at);
    }
    take(*result);
    {
      const std::lock_guard lock(mutex);
      ++taken;
    }
    has_room.notify_all();
  }
  has_room.notify_all();
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace backlot::harness
