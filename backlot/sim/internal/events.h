// What is told of a step: objects that came and went, crossed a line or changed lanes, and began to touch; claims and answers of direction.
// Events of motion are rare: these functions are cold and not inlined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/direct/direction.h"
#include "backlot/direct/lights.h"
#include "backlot/network/ids.h"
#include "backlot/network/signal_description.h"
#include "backlot/record/event.h"
#include "backlot/world/ids.h"

namespace backlot::sim {

struct Run;

// ---- coming and going. What is said waits until its order is known
void queue_entered(Run& run, world::ObjectId id);
void queue_left(Run& run, world::ObjectId id);
void report_left(Run& run, world::ObjectId id);  // at the end of the step

// Of the pairs that touch now those that did not in the step before.
void report_contacts(Run& run);
// An object stops for good, since it touched another one.
void report_wrecked(Run& run, world::ObjectId id, world::ObjectId other);

// ---- direction
// The event of a directive that is about to be issued; it is said when its number is known.
record::Event issued(const Run& run, const direct::Directive& directive);
void queue_issued(Run& run, record::Event event, direct::DirectiveNumber number);
void queue_claim(Run& run, world::ObjectId actor, direct::IssuerId issuer, direct::ClaimAnswer answer);
// A request for a light and its answer.
void queue_light(Run& run, const direct::LightRequest& request, const direct::LightAnswer& answer);
void queue_light_released(Run& run, std::uint32_t programme, direct::IssuerId issuer);
// What was answered at the beginning of this step, in order.
void report_answers(Run& run);

// ---- motion, into the list of a chunk
[[gnu::cold, gnu::noinline]] void report_crossing(const Run& run, std::size_t slot, network::CorridorId line,
                                                  network::Aspect aspect, std::vector<record::Event>& events);
[[gnu::cold, gnu::noinline]] void report_shift_begins(Run& run, std::size_t slot, world::TrackId from,
                                                      std::vector<record::Event>& events);
[[gnu::cold, gnu::noinline]] void report_shift_ends(Run& run, std::size_t slot,
                                                    std::vector<record::Event>& events);

}  // namespace backlot::sim
