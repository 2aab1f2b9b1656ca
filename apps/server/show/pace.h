// The pace of a live run against the wall clock: play, pause, single steps, any speed. Between two steps the run takes what pages ask.
//
//   while (pace.wait(handle)) run.step(dt);
//
// Steps are due at fixed times, so that delays do not add up. A step that is not done when the next one is due is an overrun.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "apps/server/show/inbox.h"
#include "backlot/base/sim_time.h"

namespace backlot::server {

// How a pace knows the time and waits: by the wall clock, or by one that a test moves.
class PaceClock {
 public:
  virtual ~PaceClock() = default;
  virtual WallClock::time_point now() { return WallClock::now(); }
  // The next request, waited for until a time.
  virtual std::optional<Request> take(Inbox& inbox, WallClock::time_point until) { return inbox.take(until); }
};

class Pace {
 public:
  // Without a clock it is the wall clock; a clock outlives the pace.
  Pace(Inbox& inbox, base::Duration step, PaceClock* clock = nullptr)
      : inbox_(inbox),
        clock_(clock != nullptr ? *clock : wall_clock_),
        step_(step),
        due_(clock_.now()),
        looked_(due_) {}
  Pace(const Pace&) = delete;
  Pace& operator=(const Pace&) = delete;

  // What becomes of a request that is not about the pace. False ends the run.
  using Handler = std::function<bool(const Request&)>;
  // Called when the pace has changed.
  using Changed = std::function<void()>;
  // Waits until the next step is due. False where the run is to end.
  bool wait(const Handler& handle, const Changed& changed);

  void set_factor(double factor) { factor_ = factor; }
  void set_playing(bool is_playing) { is_playing_ = is_playing; }
  void resume();  // plays on from now
  void set_step(base::Duration step) { step_ = step; }
  void restart();  // of the run: counts begin anew

  bool is_playing() const { return is_playing_; }
  double factor() const { return factor_; }    // times real time; 0: as fast as possible
  double reached() const { return reached_; }  // times real time, over the last half second of wall time
  std::uint64_t overruns() const { return overruns_; }
  double worst_late_ms() const { return worst_late_ms_; }
  WallClock::time_point due() const { return due_; }  // when the next step is to begin

  static constexpr double kSlowest = 0.05, kFastest = 100;

 private:
  bool take(const Request& request, const Changed& changed);
  void begin_step();

  Inbox& inbox_;
  PaceClock wall_clock_;
  PaceClock& clock_;
  base::Duration step_;
  bool is_playing_ = true;
  bool is_single_ = false;  // it pauses after the next step
  double factor_ = 1;
  WallClock::time_point due_;  // the next step
  std::uint64_t overruns_ = 0;
  double worst_late_ms_ = 0;
  // ---- how fast it goes
  WallClock::time_point looked_;
  std::uint64_t steps_ = 0;
  double reached_ = 0;
};

}  // namespace backlot::server
