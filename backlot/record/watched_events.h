// Events from what was seen of a body that no driver of ours drives.
#pragma once

#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/network/signal_description.h"
#include "backlot/record/event.h"
#include "backlot/world/lane_watch.h"

namespace backlot::record {

// Appends the events of one step of an object, in the order of their kinds. `aspect` is what the signals of `seen.crossed` show, dark where
// there are none; `time` is the end of the step.
void add_events(const world::Watched& seen, base::SimTime time, world::ObjectId object,
                network::Aspect aspect, std::vector<Event>& events);

}  // namespace backlot::record
