#include "backlot/traffic/signal/test/random_programmes.h"

#include <algorithm>
#include <cstdlib>

namespace backlot::traffic {

namespace {

using network::Aspect;

// An amount of a programme that follows a phase: how much of it is intergreen, and how much is not.
struct Amount {
  std::int64_t intergreen_ns = 0, other_ns = 0;

  std::int64_t twice_shortest_ns() const { return 2 * intergreen_ns + other_ns; }
  std::int64_t longest_ns() const { return intergreen_ns + 2 * other_ns; }
};
Amount amount_of(const network::SignalProgramme& programme, std::int64_t phase_ns, std::int64_t passes_ns) {
  std::size_t at = 0;
  while (phase_ns >= programme.intervals[at].duration.nanoseconds())
    phase_ns -= programme.intervals[at++].duration.nanoseconds();
  Amount sum;
  while (passes_ns > 0) {
    const network::SignalProgramme::Interval& interval = programme.intervals[at];
    const std::int64_t part = std::min(passes_ns, interval.duration.nanoseconds() - phase_ns);
    (is_intergreen(interval) ? sum.intergreen_ns : sum.other_ns) += part;
    passes_ns -= part;
    phase_ns = 0;
    at = (at + 1) % programme.intervals.size();
  }
  return sum;
}

}  // namespace

network::SignalProgramme random_programme(base::RandomStream& random) {
  const auto seconds = [&](double from, double to) {
    return base::Duration::from_nanoseconds(static_cast<std::int64_t>(random.uniform(from, to) * 1e9));
  };
  network::SignalProgramme programme;
  const std::size_t groups = 1 + random.below(4), count = 1 + random.below(8);
  for (std::size_t k = 0; k < count; ++k) {
    network::SignalProgramme::Interval interval;
    interval.aspects.assign(groups, Aspect::red);
    const std::size_t group = random.below(groups);
    switch (random.below(6)) {
      case 0:
        interval.duration = seconds(0.5, 3);
        break;
      case 1:
        interval.duration = seconds(2, 6);
        interval.aspects[group] = Aspect::yellow;
        break;
      case 2:
        interval.duration = seconds(1, 2);
        interval.aspects[group] = Aspect::red_yellow;
        break;
      case 3:
        interval.duration = seconds(3, 20);
        interval.aspects[group] = Aspect::green_arrow;
        break;
      default:
        interval.duration = seconds(5, 60);
        interval.aspects[group] = Aspect::green;
        break;
    }
    programme.cycle += interval.duration;
    programme.intervals.push_back(interval);
  }
  programme.offset = seconds(-100, 100);
  return programme;
}

bool is_intergreen(const network::SignalProgramme::Interval& interval) {
  bool has_green = false;
  for (const Aspect aspect : interval.aspects) {
    if (aspect == Aspect::yellow || aspect == Aspect::red_yellow) return true;
    has_green = has_green || aspect == Aspect::green || aspect == Aspect::green_arrow;
  }
  return !has_green;
}

std::optional<std::int64_t> feasible_amount(const network::SignalProgramme& programme, std::int64_t from_ns,
                                            std::int64_t to_ns, std::int64_t simulated_ns) {
  const std::int64_t cycle = programme.cycle.nanoseconds();
  std::optional<std::int64_t> best;
  if (simulated_ns == 0) return from_ns == to_ns ? std::optional(std::int64_t{0}) : std::nullopt;
  for (std::int64_t amount = (to_ns - from_ns + cycle) % cycle; amount <= 2 * simulated_ns; amount += cycle) {
    if (amount == 0) continue;
    const Amount split = amount_of(programme, from_ns, amount);
    if (split.twice_shortest_ns() > 2 * simulated_ns || split.longest_ns() < simulated_ns) continue;
    if (!best || std::abs(amount - simulated_ns) < std::abs(*best - simulated_ns)) best = amount;
  }
  return best;
}

}  // namespace backlot::traffic
