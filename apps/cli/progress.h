// How far many runs are, on standard error: a bar on a terminal, else a plain line every few seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace backlot::cli {

// Wall time.
inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class Progress {
 public:
  // `what` is done to the runs: "rehearsing"; `failed` is said of those that failed: "not staged".
  Progress(std::string what, std::string failed, std::uint64_t total);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // After each run.
  void count(bool has_failed, double sim_s);
  // Takes the bar away until the next run, so that something else can be printed.
  void clear();

 private:
  std::string text(double wall_s) const;

  std::string what_, failed_;
  std::uint64_t total_, done_ = 0, bad_ = 0;
  double sim_s_ = 0;
  bool is_terminal_, is_shown_ = false;
  std::chrono::steady_clock::time_point begin_, last_;
};

}  // namespace backlot::cli
