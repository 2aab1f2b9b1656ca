// A director who has the light of the subject in the middle of its green when the subject comes to the line.
#pragma once

#include <memory>

#include "backlot/direct/director.h"
#include "subject_watch.h"

namespace violations {

std::unique_ptr<backlot::direct::Director> light_on_cue(const CountyRoad& set,
                                                        backlot::world::ObjectId subject);

}  // namespace violations
