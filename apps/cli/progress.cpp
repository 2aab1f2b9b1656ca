#include "apps/cli/progress.h"

#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace backlot::cli {
namespace {

using std::chrono::steady_clock;

constexpr double kBarEvery_s = 0.1, kLineEvery_s = 5;
constexpr std::uint64_t kBarWidth = 24;

double seconds_between(steady_clock::time_point from, steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
  return fmt::format("{}:{:02} h", whole / 3600, whole / 60 % 60);
}

}  // namespace

Progress::Progress(std::string what, std::string failed, std::uint64_t total)
    : what_(std::move(what)),
      failed_(std::move(failed)),
      total_(total),
      is_terminal_(::isatty(STDERR_FILENO) == 1),
      begin_(steady_clock::now()),
      last_(begin_) {}

std::string Progress::text(double wall_s) const {
  const double left_s = wall_s * static_cast<double>(total_ - done_) / static_cast<double>(done_);
  return fmt::format("{} of {} runs, {} {}, {:.0f} times real time, {} left", done_, total_, bad_, failed_,
                     wall_s > 0 ? sim_s_ / wall_s : 0, time_text(left_s));
}

void Progress::count(bool has_failed, double sim_s) {
  ++done_;
  bad_ += has_failed ? 1U : 0U;
  sim_s_ += sim_s;
  const steady_clock::time_point now = steady_clock::now();
  const double wall_s = seconds_between(begin_, now);
  if (seconds_between(last_, now) < (is_terminal_ ? kBarEvery_s : kLineEvery_s)) return;
  last_ = now;
  if (!is_terminal_) {
    fmt::print(stderr, "{}: {}\n", what_, text(wall_s));
    return;
  }
  const std::uint64_t full = kBarWidth * done_ / total_;
  fmt::print(stderr, "\r\x1b[K[{}{}] {}", std::string(full, '#'), std::string(kBarWidth - full, '-'),
             text(wall_s));
  std::fflush(stderr);
  is_shown_ = true;
}

void Progress::clear() {
  if (!is_shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  is_shown_ = false;
}

}  // namespace backlot::cli
