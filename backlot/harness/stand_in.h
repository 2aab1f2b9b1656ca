// A model driver that stands in for a system under test in a fork of a run: what the subject would have done without an event. A system
// cannot be copied, whatever it is (a process has no second copy of itself), so that a model goes on in its place, at its share of the limit.
#pragma once

#include <memory>

#include "backlot/harness/subject_slot.h"
#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/course.h"

namespace backlot::harness {

// Changes the behaviour of the subject in `fork`. The course stays where it is for as long as the slot is used. Null where the subject
// is not in the frame, or is at the end of its course.
std::unique_ptr<SubjectSlot> make_stand_in(sim::Simulation& fork, const world::Course& course,
                                           const record::Frame& frame, world::ObjectId subject);

}  // namespace backlot::harness
