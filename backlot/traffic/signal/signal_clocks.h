// The clocks of the programmes that were re-timed. All others run by the clock of the run, and have no clock of their own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/network/signals.h"
#include "backlot/traffic/signal/signal_clock.h"
#include "backlot/traffic/signal/synchronise.h"
#include "backlot/world/roads/signal_plans.h"

namespace backlot::traffic {

// State of a run. The programmes are those of its roads, and given in each call.
class SignalClocks {
 public:
  SignalClocks() = default;
  // By programme; those past its end have the usual limits. All are sound.
  explicit SignalClocks(std::vector<ClockLimits> limits);

  bool is_empty() const { return clocks_.empty(); }

  // Asks a programme to be at a phase at a time. A refused request leaves it as it was; an accepted one replaces what
  // it was told before, from where it is now.
  SignalAnswer synchronise(const world::SignalPlans& plans, base::SimTime now, const SignalRequest& request);

  // Where in its cycle a programme is.
  std::int64_t phase_ns(const world::SignalPlans& plans, std::uint32_t programme, base::SimTime time) const;
  // What it shows, and for how much longer in simulated time.
  world::SignalPlans::Shown shown(const world::SignalPlans& plans, std::uint32_t programme,
                                  base::SimTime time) const;

  // In the order of programmes.
  std::span<const SignalClock> all() const { return clocks_; }
  // The limits belong to the settings of a run, and the rest follows from plans and programmes: settle().
  static void visit(auto& self, auto& field) { field(self.clocks_); }
  // After reading: false where these cannot be clocks of these programmes, each once and in order.
  bool settle(const world::SignalPlans& plans);
  // Of all clocks; 0 where no programme has one.
  std::uint64_t hash() const { return hash_; }

 private:
  const SignalClock* find(std::uint32_t programme) const;
  void make_hash();

  std::vector<SignalClock> clocks_;  // by programme
  std::vector<ClockLimits> limits_;
  std::uint64_t hash_ = 0;
};

// What every group of the network shows, as network::show_programmes tells it of programmes that have no clocks of their own.
void show_programmes(const network::Network& network, const world::SignalPlans& plans,
                     const SignalClocks& clocks, base::SimTime time, network::SignalState& signals);

}  // namespace backlot::traffic
