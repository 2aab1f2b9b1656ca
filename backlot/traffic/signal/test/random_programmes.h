// Programmes of signals drawn at random, and what can be said of them without any clock: by going through their intervals one by one.
#pragma once

#include <cstdint>
#include <optional>

#include "backlot/base/random.h"
#include "backlot/network/signals.h"

namespace backlot::traffic {

// One to eight intervals of 0.5 to 60 s, greens among yellows and reds, in odd nanoseconds, for one to four groups.
network::SignalProgramme random_programme(base::RandomStream& random);

bool is_intergreen(const network::SignalProgramme::Interval& interval);

// The amount of programme that leads from a phase to another in a simulated time, with greens and reds at half to twice the normal speed and
// intergreens at normal speed: of all such amounts the one nearest to that time, the smaller one of two. Empty where there is no such amount.
std::optional<std::int64_t> feasible_amount(const network::SignalProgramme& programme, std::int64_t from_ns,
                                            std::int64_t to_ns, std::int64_t simulated_ns);

}  // namespace backlot::traffic
