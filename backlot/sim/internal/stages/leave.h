// The stage `leave`: extras that came to the end of the road go.
#pragma once

namespace backlot::sim {

struct Run;

// Reads what `drive` wrote of extras at the end of the road; writes rows, numbers, tally and events.
void leave(Run& run);

}  // namespace backlot::sim
