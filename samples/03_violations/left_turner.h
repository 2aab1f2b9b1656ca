// A director who has an oncoming car turn left just in front of the subject.
#pragma once

#include <memory>

#include "backlot/direct/director.h"
#include "subject_watch.h"

namespace violations {

// So long before the subject it is to be in the subject's way.
inline constexpr double kTurnerBefore_s = 1.7;

std::unique_ptr<backlot::direct::Director> left_turner(const CountyRoad& set,
                                                       backlot::world::ObjectId subject);

}  // namespace violations
