// The stage manager: where nobody would be in place for a part, one more extra comes in, at the far end of the road.
#pragma once

#include <memory>

#include "backlot/direct/director.h"
#include "subject_watch.h"

namespace violations {

// Whom a part needs. All times are seconds before the subject comes to where the two ways touch.
struct Call {
  Part part;
  double earliest_s = 0, latest_s = 0;  // between them somebody is to come to the line, were he not held up
  double look_s = 0, last_look_s = 0;   // between them it is looked whether there is anybody
};

// One to stand at the line on the left, and one to come to his line with the subject.
Call call_for_runner(const CountyRoad& set);
Call call_for_turner(const CountyRoad& set);

std::unique_ptr<backlot::direct::Director> stage_manager(const CountyRoad& set,
                                                         backlot::world::ObjectId subject, const Call& call);

}  // namespace violations
