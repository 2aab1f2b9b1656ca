// The clock of one programme that was told to be at a phase at a time: simulated time -> phase of the cycle.
//
//   programme |                    .'     then it runs at normal speed
//             |- - - - - - - - - *'
//             |              .-' :
//             |     ___...--'    :        in between greens and reds are slower or faster, intergreens as programmed
//             |- -*'             :
//             | .':              :
//             +---+--------------+------ simulated time
//                from          until
//
// Piecewise linear, never backwards, and exact: all is counted in whole nanoseconds and divided once, so that nothing adds up.
#pragma once

#include <cstdint>

#include "backlot/base/sim_time.h"
#include "backlot/world/roads/signal_plans.h"

namespace backlot::traffic {

// Plans that last longer, and cycles that do, are not for clocks: their products might not fit. About eleven days.
constexpr std::int64_t kLongestPlan_ns = 1'000'000'000'000'000;

// How fast a programme runs, as a price: a simulated nanosecond brings some units, one of the programme takes some.
struct ClockPace {
  std::int64_t income = 1;
  std::int64_t intergreen = 1, other = 1;  // > 0: the price of a nanosecond of these intervals

  friend bool operator==(const ClockPace&, const ClockPace&) = default;
};

// Nanoseconds of intergreen among those of the programme that follow a phase.
std::int64_t intergreen_ns(const world::SignalCycle& cycle, std::int64_t phase_ns, std::int64_t passes_ns);
// How much of the programme passes in some simulated time: whole nanoseconds.
std::int64_t passed_ns(const world::SignalCycle& cycle, std::int64_t phase_ns, const ClockPace& pace,
                       std::int64_t simulated_ns);
// The inverse: simulated time that an amount of the programme takes, rounded up (from then on at least that much has passed), and rounded
// down (until then no more than that has passed).
std::int64_t needed_ns(const world::SignalCycle& cycle, std::int64_t phase_ns, const ClockPace& pace,
                       std::int64_t passes_ns);
std::int64_t filled_ns(const world::SignalCycle& cycle, std::int64_t phase_ns, const ClockPace& pace,
                       std::int64_t passes_ns);

// What a clock is made of; all else follows from it and the cycle.
struct ClockPlan {
  base::SimTime from{}, until{};
  std::int64_t phase_ns = 0;   // at the beginning
  std::int64_t passes_ns = 0;  // of the programme, from the one to the other
  // Intergreens last as long as programmed, and all other intervals share the rest of the time. Without it, by force, all intervals are
  // slower or faster alike.
  bool keeps_intergreens = false;

  static void visit(auto& self, auto& field) {
    field(self.from, self.until, self.phase_ns, self.passes_ns, self.keeps_intergreens);
  }
  friend bool operator==(const ClockPlan&, const ClockPlan&) = default;
};

// Whether there can be a clock by this plan.
bool is_sound(const world::SignalCycle& cycle, const ClockPlan& plan);

class SignalClock {
 public:
  SignalClock() = default;  // of no programme
  // The plan is sound. The cycle is asked for again in each call: it is that of the programme.
  SignalClock(std::uint32_t programme, const world::SignalCycle& cycle, const ClockPlan& plan);

  std::uint32_t programme() const { return programme_; }
  const ClockPlan& plan() const { return plan_; }

  // Before the plan begins it is as if the programme had run as ever until then.
  std::int64_t phase_ns(const world::SignalCycle& cycle, base::SimTime time) const;
  // Simulated time from a time on until that much more of the programme has passed.
  std::int64_t lasts_ns(const world::SignalCycle& cycle, base::SimTime time, std::int64_t passes_ns) const;

  // What was read from a file is made anew from programme and plan.
  static void visit(auto& self, auto& field) { field(self.programme_, self.plan_); }

 private:
  std::uint32_t programme_ = 0;
  ClockPlan plan_;
  ClockPace pace_;  // of the plan
};

}  // namespace backlot::traffic
