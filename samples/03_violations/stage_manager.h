// The stage manager: where no vehicle would be in place for a part, one more extra comes in, at the far end of the road.
#pragma once

#include <memory>

#include "backlot/direct/director.h"
#include "subject_watch.h"

namespace violations {

// What a part needs. All times are seconds before the subject comes to where the two ways touch.
struct Call {
  Part part;
  double earliest_s = 0, latest_s = 0;  // between them a vehicle is to come to the line, were it not held up
  double look_s = 0, last_look_s = 0;   // between them the stage manager looks whether there is one
};

// A vehicle to stand at the line on the left, and one to come to its line with the subject.
Call call_for_runner(const CountyRoad& set);
Call call_for_turner(const CountyRoad& set);

std::unique_ptr<backlot::direct::Director> stage_manager(const CountyRoad& set,
                                                         backlot::world::ObjectId subject, const Call& call);

}  // namespace violations
