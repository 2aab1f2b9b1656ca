#include "apps/server/show/pace.h"

#include <algorithm>

namespace backlot::server {

namespace {

constexpr auto kLongWait = std::chrono::hours(1);
// A run that is later than this does not hurry to catch up: its clock begins anew.
constexpr auto kLost = std::chrono::milliseconds(250);
constexpr auto kLook = std::chrono::milliseconds(500);

}  // namespace

void Pace::restart() {
  due_ = looked_ = clock_.now();
  overruns_ = steps_ = 0;
  worst_late_ms_ = reached_ = 0;
}

void Pace::resume() {
  is_playing_ = true;
  due_ = looked_ = clock_.now();
  steps_ = 0;
}

bool Pace::wait(const Handler& handle, const Changed& changed) {
  const WallClock::time_point entered = clock_.now();
  if (is_single_) {
    is_single_ = is_playing_ = false;
    changed();
  } else if (is_playing_ && factor_ > 0 && entered > due_) {
    ++overruns_;
    worst_late_ms_ =
        std::max(worst_late_ms_, std::chrono::duration<double, std::milli>(entered - due_).count());
    if (entered - due_ > kLost) due_ = entered;
  }
  for (;;) {
    const WallClock::time_point now = clock_.now();
    const WallClock::time_point until = !is_playing_ ? now + kLongWait : factor_ > 0 ? due_ : now;
    const std::optional<Request> request = clock_.take(inbox_, until);
    if (inbox_.is_closed()) return false;
    if (request) {
      if (!take(*request, changed) && !handle(*request)) return false;
      continue;
    }
    if (is_playing_) break;
  }
  begin_step();
  return true;
}

void Pace::begin_step() {
  const WallClock::time_point now = clock_.now();
  if (factor_ > 0)
    due_ += std::chrono::duration_cast<WallClock::duration>(
        std::chrono::duration<double>(step_.seconds() / factor_));
  ++steps_;
  if (now - looked_ >= kLook) {
    reached_ =
        static_cast<double>(steps_) * step_.seconds() / std::chrono::duration<double>(now - looked_).count();
    looked_ = now;
    steps_ = 0;
  }
}

bool Pace::take(const Request& request, const Changed& changed) {
  if (request.what == "play" || request.what == "step") {
    is_single_ = request.what == "step";
    if (!is_playing_) resume();
  } else if (request.what == "pause") {
    is_playing_ = is_single_ = false;
  } else if (request.what == "speed") {
    const double factor = request.number("factor", factor_);
    factor_ = factor <= 0 ? 0 : std::clamp(factor, kSlowest, kFastest);
    due_ = clock_.now();
  } else {
    return false;
  }
  changed();
  return true;
}

}  // namespace backlot::server
