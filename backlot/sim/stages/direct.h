// The stage `direct`: directives are answered, leases looked at, and the dials of actors under a lease are set.
#pragma once

namespace backlot::sim {

struct Run;

// Reads the world; writes `RunState::direction`, the routes of actors, and the events of answers.
void direct(Run& run);

}  // namespace backlot::sim
