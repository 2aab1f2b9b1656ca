#include "backlot/traffic/signal/synchronise.h"

#include <algorithm>
#include <vector>

#include "backlot/base/assert.h"

namespace backlot::traffic {

namespace {

using base::Duration;
using base::SimTime;
using world::SignalCycle;

// To the nearest nanosecond; the end of the cycle is its start.
std::int64_t phase_of(const SignalCycle& cycle, double part) {
  BACKLOT_ASSERT(part >= 0 && part < 1, "a phase is a part of the cycle");
  const auto phase = static_cast<std::int64_t>(part * static_cast<double>(cycle.length_ns) + 0.5);
  return phase % cycle.length_ns;
}

// Comes back as the same nanosecond: cycles are too short for the last bit of a double to count.
double part_of(const SignalCycle& cycle, std::int64_t phase_ns) {
  BACKLOT_ASSERT(phase_ns >= 0 && phase_ns < cycle.length_ns, "a phase lies within the cycle");
  return static_cast<double>(phase_ns) / static_cast<double>(cycle.length_ns);
}

// The pace at which greens and reds run at a speed, in hundredths, and intergreens at 1.
ClockPace pace_at(std::uint32_t percent) { return {percent, percent, 100}; }

// What the limits allow, for a programme at a phase.
class Reach {
 public:
  Reach(const SignalCycle& cycle, const ClockLimits& limits, std::int64_t phase_ns)
      : cycle_(cycle),
        slowest_(pace_at(limits.slowest_percent)),
        fastest_(pace_at(limits.fastest_percent)),
        phase_ns_(phase_ns) {}

  // The least and the most of the programme that can pass in a simulated time.
  std::int64_t least_ns(std::int64_t simulated_ns) const {
    const std::int64_t passed = passed_ns(cycle_, phase_ns_, slowest_, simulated_ns);
    return longest_ns(passed) < simulated_ns ? passed + 1 : passed;
  }
  std::int64_t most_ns(std::int64_t simulated_ns) const {
    return passed_ns(cycle_, phase_ns_, fastest_, simulated_ns);
  }
  // The shortest and the longest simulated time in which an amount of the programme can pass.
  std::int64_t shortest_ns(std::int64_t passes_ns) const {
    return needed_ns(cycle_, phase_ns_, fastest_, passes_ns);
  }
  std::int64_t longest_ns(std::int64_t passes_ns) const {
    return filled_ns(cycle_, phase_ns_, slowest_, passes_ns);
  }

 private:
  const SignalCycle& cycle_;
  ClockPace slowest_, fastest_;
  std::int64_t phase_ns_;
};

// The two amounts of programme that lead to a phase and lie next to a simulated time: whole cycles apart. Something has to pass in any
// time, so that the lower one may be missing.
struct Amounts {
  std::int64_t below = 0, above = 0;  // below <= simulated time < above

  bool has_below() const { return below > 0; }
};
Amounts amounts_near(const SignalCycle& cycle, std::int64_t from_ns, std::int64_t to_ns,
                     std::int64_t simulated_ns) {
  BACKLOT_ASSERT(from_ns >= 0 && from_ns < cycle.length_ns && to_ns >= 0 && to_ns < cycle.length_ns,
                 "phases lie within the cycle");
  const std::int64_t way = to_ns > from_ns ? to_ns - from_ns : to_ns - from_ns + cycle.length_ns;
  const std::int64_t below = simulated_ns < way
                                 ? way - cycle.length_ns
                                 : way + (simulated_ns - way) / cycle.length_ns * cycle.length_ns;
  return {below, below + cycle.length_ns};
}

// Stretched or compressed less; of two that are equal the slower one.
std::int64_t nearer(const Amounts& amounts, std::int64_t simulated_ns) {
  BACKLOT_ASSERT(amounts.below <= simulated_ns && simulated_ns < amounts.above,
                 "amounts lie on both sides of the simulated time");
  return amounts.has_below() && simulated_ns - amounts.below <= amounts.above - simulated_ns ? amounts.below
                                                                                             : amounts.above;
}

// The answer and the plan of a request that is granted. The time is later than now, or the phase is the present one.
Synchronised accept(const SignalCycle& cycle, SimTime now, std::int64_t phase_ns, SimTime time,
                    std::int64_t passes_ns, bool is_forced) {
  BACKLOT_ASSERT(time >= now && passes_ns >= 0, "a plan ends after its beginning");
  const std::int64_t simulated = (time - now).nanoseconds();
  Synchronised done;
  done.plan = {.from = now,
               .until = time,
               .phase_ns = phase_ns,
               .passes_ns = passes_ns,
               .keeps_intergreens = !is_forced};
  done.answer.passes = Duration::from_nanoseconds(passes_ns);
  done.answer.shift = Duration::from_nanoseconds(passes_ns - simulated);
  done.answer.is_forced = is_forced;
  if (passes_ns != simulated) {
    const std::int64_t kept = is_forced ? std::int64_t{0} : intergreen_ns(cycle, phase_ns, passes_ns);
    done.answer.speed = static_cast<double>(passes_ns - kept) / static_cast<double>(simulated - kept);
  }
  return done;
}

Synchronised refuse(SignalRefusal why) {
  Synchronised refused;
  refused.answer.refusal = why;
  return refused;
}

// The earliest or latest time at which the phase can be reached by one of these amounts, whichever is nearer. An amount of zero is the
// present phase, which can be had now.
std::optional<SimTime> nearest_time(const Reach& reach, const Amounts& amounts, SimTime now,
                                    std::int64_t simulated_ns) {
  std::optional<std::int64_t> nearest;
  if (amounts.below >= 0) nearest = reach.longest_ns(amounts.below);
  if (const std::int64_t later = reach.shortest_ns(amounts.above);
      later <= kLongestPlan_ns && (!nearest || later - simulated_ns < simulated_ns - *nearest))
    nearest = later;
  if (!nearest) return std::nullopt;
  return now + Duration::from_nanoseconds(*nearest);
}

}  // namespace

std::string_view to_text(SignalRefusal refusal) {
  switch (refusal) {
    case SignalRefusal::none:
      return "accepted";
    case SignalRefusal::unknown_programme:
      return "there is no such programme";
    case SignalRefusal::no_phase:
      return "a phase is a number from 0 to less than 1";
    case SignalRefusal::past:
      return "the time is over";
    case SignalRefusal::too_far:
      return "the time is too far away, or the cycle too long";
    case SignalRefusal::beyond_limits:
      return "the phase cannot be reached at that time within the limits";
  }
  return "";
}

Synchronised synchronise(const SignalCycle& cycle, const ClockLimits& limits, SimTime now,
                         std::int64_t phase_ns, const SignalRequest& request) {
  BACKLOT_CHECK(limits.is_sound(), "limits of a clock lie on both sides of its normal speed");
  if (!(request.phase >= 0 && request.phase < 1)) return refuse(SignalRefusal::no_phase);
  if (cycle.length_ns > kLongestPlan_ns || request.time > now + Duration::from_nanoseconds(kLongestPlan_ns))
    return refuse(SignalRefusal::too_far);
  const std::int64_t wanted = phase_of(cycle, request.phase);
  const std::int64_t simulated = request.time < now ? 0 : (request.time - now).nanoseconds();
  const Reach reach(cycle, limits, phase_ns);
  const Amounts amounts = amounts_near(cycle, phase_ns, wanted, simulated);

  if (request.time < now) {
    Synchronised refused = refuse(SignalRefusal::past);
    refused.answer.nearest_time = nearest_time(reach, amounts, now, 0);
    return refused;
  }
  if (simulated == 0 && wanted == phase_ns) return accept(cycle, now, phase_ns, now, 0, false);

  // the nearer one, if it can be; else the other one
  const std::int64_t least = reach.least_ns(simulated), most = reach.most_ns(simulated);
  const bool can_below = amounts.has_below() && amounts.below >= least, can_above = amounts.above <= most;
  if (can_below || can_above) {
    const std::int64_t passes = can_below && can_above ? nearer(amounts, simulated)
                                : can_below            ? amounts.below
                                                       : amounts.above;
    return accept(cycle, now, phase_ns, request.time, passes, false);
  }
  if (request.force && simulated > 0)
    return accept(cycle, now, phase_ns, request.time, nearer(amounts, simulated), true);

  // as slow or as fast as it can be: the one that comes nearer to the phase, around the cycle
  Synchronised refused = refuse(SignalRefusal::beyond_limits);
  const std::int64_t nearest = least - amounts.below <= amounts.above - most ? least : most;
  refused.answer.nearest_phase = part_of(cycle, (phase_ns + nearest) % cycle.length_ns);
  refused.answer.nearest_time = nearest_time(reach, amounts, now, simulated);
  return refused;
}

std::optional<double> find_phase(const network::SignalProgramme& programme, std::size_t group,
                                 network::Aspect aspect, double part) {
  if (!(part >= 0 && part < 1)) return std::nullopt;
  const std::size_t count = programme.intervals.size();
  const auto shows = [&](std::size_t k) {
    const std::vector<network::Aspect>& aspects = programme.intervals[k % count].aspects;
    return group < aspects.size() && aspects[group] == aspect;
  };
  // it begins where it was not shown before, or never ends
  std::size_t first = 0;
  while (first < count && !(shows(first) && !shows(first + count - 1))) ++first;
  if (first == count) first = 0;
  std::int64_t start = 0, lasts = 0;
  for (std::size_t k = 0; k < first; ++k) start += programme.intervals[k].duration.nanoseconds();
  for (std::size_t k = first; k < first + count && shows(k); ++k)
    lasts += programme.intervals[k % count].duration.nanoseconds();
  if (lasts == 0) return std::nullopt;
  const std::int64_t cycle = programme.cycle.nanoseconds();
  const auto on = std::min(lasts - 1, static_cast<std::int64_t>(part * static_cast<double>(lasts)));
  return static_cast<double>((start + on) % cycle) / static_cast<double>(cycle);
}

}  // namespace backlot::traffic
