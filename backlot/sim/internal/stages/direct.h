// The stage `direct`: directors look and tell; then directives are answered, leases looked at, and the dials of actors under a lease are set.
#pragma once

#include <cstddef>

namespace backlot::sim {

struct Run;

// Reads the world; writes directors, directives, leases, claims and lights, the routes of actors, extras that a director adds, and the events of
// all that. `part` counts the parts of a long step.
void direct_actors(Run& run, std::size_t part);

// At the end of a part: leases that are held until an event see the events of it, from this one on.
void notice_events(Run& run, std::size_t first_event);

}  // namespace backlot::sim
