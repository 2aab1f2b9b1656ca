// What is told of a step: objects that came and went, crossed a line or changed lanes, and began to touch; claims and answers of direction.
// Events of motion are rare: these functions are cold and not inlined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/network/ids.h"
#include "backlot/network/signal_description.h"
#include "backlot/record/event.h"
#include "backlot/sim/direction.h"
#include "backlot/world/ids.h"

namespace backlot::sim {

struct Run;

// ---- coming and going. What is said waits until its order is known
void say_entered(Run& run, std::size_t slot);
void say_left(Run& run, std::size_t slot);
void tell_left(Run& run, std::size_t slot);  // at the end of the step

// Of the pairs that touch now those that did not in the step before.
void tell_contacts(Run& run);

// ---- direction
void say_issued(Run& run, const traffic::Directive& directive, traffic::DirectiveNumber number);
void say_claim(Run& run, world::ObjectId actor, traffic::IssuerId issuer, ClaimAnswer answer);
// What was answered at the beginning of this step, in order.
void tell_answers(Run& run);

// ---- motion, into the list of a chunk
[[gnu::cold, gnu::noinline]] void tell_crossing(const Run& run, std::size_t slot, network::CorridorId line,
                                                network::Aspect aspect, std::vector<record::Event>& events);
[[gnu::cold, gnu::noinline]] void tell_shift_begins(Run& run, std::size_t slot, world::TrackId from,
                                                    std::vector<record::Event>& events);
[[gnu::cold, gnu::noinline]] void tell_shift_ends(Run& run, std::size_t slot,
                                                  std::vector<record::Event>& events);

}  // namespace backlot::sim
