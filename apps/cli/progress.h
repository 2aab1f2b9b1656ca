// How far long work is, on standard error: a bar on a terminal, else a plain line after 1.5 s and then every few seconds.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "apps/cli/ticker.h"

namespace backlot::cli {

// Wall time.
inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Of many runs. It speaks from a thread of its own, so that it also does while one run takes long.
class Progress {
 public:
  // `what` is done to the runs: "rehearsing"; `failed` is said of those that failed: "not staged".
  Progress(std::string what, std::string failed, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // After each run.
  void count(bool has_failed, double sim_s);
  // Takes the bar away until it is shown next, so that something else can be printed.
  void clear();

 private:
  void show();
  std::string text(double wall_s) const;

  std::string what_, failed_;
  std::uint64_t total_, done_ = 0, bad_ = 0;
  double sim_s_ = 0;
  bool is_terminal_, is_shown_ = false;
  std::chrono::steady_clock::time_point begin_;
  std::mutex mutex_;  // of all counts, and of what is on the terminal
  std::optional<Ticker> ticker_;
};

// The progress of one task, with or without a known end: "reading town.xodr, 12 s", "traffic: 40 of 600 s, 25 times real time, 22 s left".
class TaskProgress {
 public:
  explicit TaskProgress(std::string what, double total_s = 0);
  ~TaskProgress();
  TaskProgress(const TaskProgress&) = delete;
  TaskProgress& operator=(const TaskProgress&) = delete;

  // How many seconds of the total are simulated.
  void at(double done_s) { done_s_.store(done_s, std::memory_order_relaxed); }

 private:
  void show();

  std::string what_;
  double total_s_;
  std::atomic<double> done_s_ = 0;
  bool is_terminal_, is_shown_ = false;
  std::chrono::steady_clock::time_point begin_;
  std::optional<Ticker> ticker_;
};

}  // namespace backlot::cli
