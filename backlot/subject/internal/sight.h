// Whether the driver of the subject can see a body.
#pragma once

#include <vector>

#include "backlot/record/frame.h"
#include "backlot/world/building.h"

namespace backlot::subject::internal {

// From an eye 1.2 m above the middle of the subject: one of the five points of the body is hidden by no other body and no building. `near` is scratch
// memory of the caller.
bool can_see(const record::Frame& frame, const world::BuildingIndex& buildings,
             const record::FrameObject& self, const record::FrameObject& body,
             std::vector<world::BuildingIndex::Near>& near);

}  // namespace backlot::subject::internal
