#include "apps/cli/ticker.h"

#include <chrono>
#include <utility>

namespace backlot::cli {

Ticker::Ticker(double first_s, double every_s, std::function<void()> call)
    : thread_([this, first_s, every_s, call = std::move(call)] {
        std::unique_lock lock(mutex_);
        for (double wait_s = first_s;; wait_s = every_s) {
          if (ending_.wait_for(lock, std::chrono::duration<double>(wait_s), [this] { return is_ending_; }))
            return;
          call();
        }
      }) {}

Ticker::~Ticker() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  ending_.notify_all();
  thread_.join();
}

}  // namespace backlot::cli
