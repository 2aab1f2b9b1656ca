#include "apps/cli/progress.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace backlot::cli {
namespace {

using std::chrono::steady_clock;

constexpr double kFirst_s = 1.5, kBarEvery_s = 0.2, kLineEvery_s = 5;
constexpr double kBarWidth = 24;

bool is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

// A bar with words on the line that a terminal shows last.
void show_bar(double share, const std::string& words) {
  const auto full = static_cast<std::size_t>(kBarWidth * std::clamp(share, 0.0, 1.0));
  fmt::print(stderr, "\r\x1b[K[{}{}] {}", std::string(full, '#'),
             std::string(static_cast<std::size_t>(kBarWidth) - full, '-'), words);
  std::fflush(stderr);
}

void take_bar_away() {
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace

// ---- many runs

Progress::Progress(std::string what, std::string failed, std::uint64_t total)
    : what_(std::move(what)),
      failed_(std::move(failed)),
      total_(total),
      is_terminal_(is_terminal()),
      begin_(steady_clock::now()) {
  ticker_.emplace(kFirst_s, is_terminal_ ? kBarEvery_s : kLineEvery_s, [this] { show(); });
}

Progress::~Progress() {
  ticker_.reset();
  clear();
}

std::string Progress::text(double wall_s) const {
  if (done_ == 0) return fmt::format("0 of {} runs", total_);
  const double left_s = wall_s * static_cast<double>(total_ - done_) / static_cast<double>(done_);
  return fmt::format("{} of {} runs, {} {}, {:.0f} times real time, {} left", done_, total_, bad_, failed_,
                     wall_s > 0 ? sim_s_ / wall_s : 0, time_text(left_s));
}

void Progress::count(bool has_failed, double sim_s) {
  const std::lock_guard lock(mutex_);
  ++done_;
  bad_ += has_failed ? 1U : 0U;
  sim_s_ += sim_s;
}

void Progress::show() {
  const std::lock_guard lock(mutex_);
  if (done_ >= total_) return;
  const std::string words = text(seconds_since(begin_));
  if (is_terminal_) {
    show_bar(static_cast<double>(done_) / static_cast<double>(total_), words);
    is_shown_ = true;
  } else {
    fmt::print(stderr, "{}: {}\n", what_, words);
  }
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (is_shown_) take_bar_away();
  is_shown_ = false;
}

// ---- one task

TaskProgress::TaskProgress(std::string what, double total_s)
    : what_(std::move(what)), total_s_(total_s), is_terminal_(is_terminal()), begin_(steady_clock::now()) {
  ticker_.emplace(kFirst_s, is_terminal_ ? kBarEvery_s : kLineEvery_s, [this] { show(); });
}

TaskProgress::~TaskProgress() {
  ticker_.reset();
  if (is_shown_) take_bar_away();
}

void TaskProgress::show() {
  const double wall_s = seconds_since(begin_), done_s = done_s_.load(std::memory_order_relaxed);
  std::string words = fmt::format("{}, {}", what_, time_text(wall_s));
  double share = 0;
  if (total_s_ > 0) {
    share = done_s / total_s_;
    words = fmt::format("{}: {:.0f} of {:.0f} s, {:.1f} times real time", what_, done_s, total_s_,
                        done_s / wall_s);
    if (done_s > 0) words += fmt::format(", {} left", time_text(wall_s * (1 / share - 1)));
  }
  if (is_terminal_)
    show_bar(share, words);
  else
    fmt::print(stderr, "{}\n", words);
  is_shown_ = is_terminal_;
}

}  // namespace backlot::cli
