// Lights under direction. A programme of signals is asked to be at a phase at a time, as an actor is told what to do: by an issuer, with a
// priority, for as long as a lease. While it lasts, the requests of other issuers with the same priority or a lower one are refused; a higher
// one takes its place.
//
//   ask --> refused, with the reason
//       \-> accepted: a lease on the programme --> released | expired | superseded
//
// When its lease has ended, a light goes on in its shifted phase at normal speed.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/direct/answer.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/traffic/signal/synchronise.h"
#include "backlot/world/roads/signal_plans.h"

namespace backlot::direct {

struct LightRequest {
  IssuerId issuer{};
  std::int32_t priority = 0;
  traffic::SignalRequest wish{};  // programme, phase, time
  // The lease ends then; without a time it ends when it is released.
  base::SimTime expires = base::SimTime::from_nanoseconds(std::numeric_limits<std::int64_t>::max());
};

enum class LightRefusal : std::uint8_t {
  none,
  no_issuer,          // the request does not say which director it comes from
  held_by_another,    // another director holds the light, with the same priority or a higher one
  is_over,            // the request expired before it was made
  unknown_programme,  // the network has no such programme
  no_phase,           // the phase is not a number from 0 to below 1
  past,               // the time at which the phase is wanted is over
  too_far,            // that time is too far ahead, or the cycle too long
  beyond_limits,      // the clock cannot be at that phase at that time without leaving its limits
};
constexpr std::uint32_t count_of(LightRefusal) { return 9; }
// A stable name for files, "held_by_another"; empty for none.
std::string_view to_text(LightRefusal refusal);
// A sentence for people; empty for none.
std::string_view explain(LightRefusal refusal);

struct LightAnswer {
  LightRefusal refusal = LightRefusal::none;
  IssuerId holder{};              // the director that held the light when it was asked for; empty where free
  traffic::SignalAnswer clock{};  // what the clock of the programme answered, where it was asked

  bool is_accepted() const { return refusal == LightRefusal::none; }
};

// The leases of a run on its lights. Plain data; all of it is state.
class Lights {
 public:
  struct Lease {
    std::uint32_t programme = 0;
    IssuerId issuer{};
    std::int32_t priority = 0;
    base::SimTime expires{};

    static void visit(auto& self, auto& field) {
      field(self.programme, self.issuer, self.priority, self.expires);
    }
  };

  // What is accepted re-times the clock, and begins or renews the lease of the issuer.
  LightAnswer ask(const LightRequest& request, base::SimTime now, const world::SignalPlans& plans,
                  traffic::SignalClocks& clocks);
  // False where the issuer does not hold the light.
  bool release(std::uint32_t programme, IssuerId issuer);
  // At the beginning of a step: leases that have run out end. They are kept in ended() until the next call.
  void expire(base::SimTime now);
  std::span<const Lease> ended() const { return ended_; }

  // Empty where no director holds the light.
  IssuerId holder(std::uint32_t programme) const;
  // By programme.
  std::span<const Lease> leases() const { return leases_; }
  // Of all leases; 0 without leases.
  std::uint64_t hash() const;

  static void visit(auto& self, auto& field) { field(self.leases_); }
  // After reading: false where these cannot be leases on so many programmes, each once and in order.
  bool is_sound(std::size_t programmes) const;

 private:
  std::vector<Lease>::iterator find(std::uint32_t programme);

  std::vector<Lease> leases_;  // by programme
  std::vector<Lease> ended_;   // made in every step
};

}  // namespace backlot::direct
