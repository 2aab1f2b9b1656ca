// A director who has the first car that stands on the left go off through red, into the way of the subject.
#pragma once

#include <memory>

#include "backlot/direct/director.h"
#include "subject_watch.h"

namespace violations {

// So long before the subject it is to be in the subject's way.
inline constexpr double kRunnerBefore_s = 1.0;

std::unique_ptr<backlot::direct::Director> red_light_runner(const CountyRoad& set,
                                                            backlot::world::ObjectId subject);

}  // namespace violations
