// "Be at this phase at that time": what may be asked of a programme, what it answers, and the plan by which it gets there.
//
// Between now and then an amount D of the programme has to pass, in a simulated time T: the way to the phase, and any number of whole
// cycles. Of these amounts the one nearest to T is taken. Intergreens keep their length; all other intervals are stretched or compressed
// alike. The order of states is always that of the programme.
// (J. Cremer, J. Kearney, P. Willemsen: Directable behavior models for virtual driving scenarios, 1997.)
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "backlot/base/sim_time.h"
#include "backlot/network/signals.h"
#include "backlot/traffic/signal/signal_clock.h"

namespace backlot::traffic {

// How much slower and faster than normal the greens and reds of a programme may run, in hundredths of the normal speed, so that limits are
// exact. Intergreens always run at normal speed.
struct ClockLimits {
  std::uint32_t slowest_percent = 50;   // 1 ... 100
  std::uint32_t fastest_percent = 200;  // 100 ... 1000

  bool is_sound() const {
    return slowest_percent >= 1 && slowest_percent <= 100 && fastest_percent >= 100 &&
           fastest_percent <= 1000;
  }
};

struct SignalRequest {
  std::uint32_t programme = 0;  // of the network, as in Network::programmes()
  double phase = 0;             // part of the cycle, in [0, 1), to the nearest nanosecond of it
  base::SimTime time{};         // not before now
  bool force = false;           // for tests: where no plan keeps the limits, one that does not
};

enum class SignalRefusal : std::uint8_t {
  none,
  unknown_programme,
  no_phase,       // not a number in [0, 1)
  past,           // the time is over
  too_far,        // later than kLongestPlan_ns from now, or a cycle longer than that
  beyond_limits,  // not at that phase at that time; even by force not if the time is now
};
std::string_view to_text(SignalRefusal refusal);

struct SignalAnswer {
  SignalRefusal refusal = SignalRefusal::none;
  bool is_accepted() const { return refusal == SignalRefusal::none; }

  // ---- accepted: the plan
  base::Duration passes{};  // D: of the programme, between now and then
  base::Duration shift{};   // D - T: by which the programme is ahead of its old self from then on
  double speed = 1;         // of greens and reds on the way; that of intergreens is 1
  bool is_forced = false;   // the plan does not keep the limits, and intergreens have that speed too

  // ---- beyond the limits, or past: what would be accepted instead, where there is anything
  std::optional<double> nearest_phase{};        // at that time
  std::optional<base::SimTime> nearest_time{};  // at that phase
};

struct Synchronised {
  SignalAnswer answer{};
  ClockPlan plan{};  // of an accepted one
};
// The plan of a programme that is at a phase now. The cycle has a length, the limits are sound.
Synchronised synchronise(const world::SignalCycle& cycle, const ClockLimits& limits, base::SimTime now,
                         std::int64_t phase_ns, const SignalRequest& request);

// Where in the cycle a part of the time is over during which a group shows an aspect: 0 where it begins, 0.5 in the middle. Where it does
// so several times, the one that begins first. None where it never does, and where there is no such group or part.
std::optional<double> find_phase(const network::SignalProgramme& programme, std::size_t group,
                                 network::Aspect aspect, double part);

}  // namespace backlot::traffic
