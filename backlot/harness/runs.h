// Many runs on several threads, with results in the order of their seeds.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "backlot/base/random.h"

namespace backlot::harness {

// The seed of the n-th try after a run that was not staged, from 1 on.
inline std::uint64_t derived_seed(std::uint64_t seed, std::uint64_t n) {
  constexpr std::uint32_t kPurpose = 0x5eed;
  return base::RandomStream(seed, n, kPurpose).next_u64();
}

// How many threads that means: 0 stands for as many as there are cores.
inline std::size_t count_jobs(std::size_t jobs) {
  return jobs == 0 ? std::max<std::size_t>(1, std::thread::hardware_concurrency()) : jobs;
}

// Calls `one(seed)` for `count` seeds on `jobs` threads (0: as many as there are cores), and `take(result)` for each result on the calling thread, in
// the order of seeds. A run that throws ends all; the exception goes to the caller. No more than a few results per job wait to be taken. When
// `is_stopped` says yes, no further run begins; those that have begun are taken, so that the results have no gap. It is asked from any thread.
template <class Result, class One, class Take>
void run_all(std::uint64_t first, std::uint64_t count, std::size_t jobs, const One& one, const Take& take,
             const std::function<bool()>& is_stopped = {}) {
  jobs = static_cast<std::size_t>(std::min<std::uint64_t>(count_jobs(jobs), count));
  if (jobs <= 1) {
    for (std::uint64_t k = 0; k < count && !(is_stopped && is_stopped()); ++k) take(one(first + k));
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
        if (is_stopped && is_stopped()) count = next;
        if (failure || next >= count) {
          is_done.notify_one();
          return;
        }
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
  for (;;) {
    std::optional<Result> result;
    {
      std::unique_lock lock(mutex);
      is_done.wait(lock, [&] { return failure || taken >= count || done.contains(taken); });
      if (failure || taken >= count) break;
      const auto at = done.find(taken);
      result.emplace(std::move(at->second));
      done.erase(at);
    }
    try {
      take(*result);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      break;
    }
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
