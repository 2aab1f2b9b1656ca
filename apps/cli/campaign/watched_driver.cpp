#include "apps/cli/campaign/watched_driver.h"

#include <chrono>

namespace backlot::cli {
namespace {

using std::chrono::steady_clock;

// When the answer that is waited for was asked for; 0: none is. One run at a time is played in a process that watches.
std::atomic<std::int64_t> asked_ns = 0;

class Busy {
 public:
  Busy() { asked_ns.store(steady_clock::now().time_since_epoch().count(), std::memory_order_relaxed); }
  ~Busy() { asked_ns.store(0, std::memory_order_relaxed); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
};

}  // namespace

std::optional<sut::Trouble> WatchedDriver::reset(const sut::Mission& mission) {
  const Busy busy;
  return driver_.reset(mission);
}

std::optional<sut::Trouble> WatchedDriver::step(const sut::View& view, sut::Command& command) {
  const Busy busy;
  return driver_.step(view, command);
}

double WatchedDriver::busy_s() {
  const std::int64_t since = asked_ns.load(std::memory_order_relaxed);
  if (since == 0) return 0;
  const steady_clock::time_point asked{steady_clock::duration(since)};
  return std::chrono::duration<double>(steady_clock::now() - asked).count();
}

}  // namespace backlot::cli
