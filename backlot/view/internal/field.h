// Where a sensor is, and what lies in its field.
#pragma once

#include "backlot/geometry/points.h"
#include "backlot/record/frame.h"
#include "backlot/view/sensing.h"

namespace backlot::view::internal {

// On the ground, below the place where it is mounted.
geometry::WorldPoint place_of(const Sensor& sensor, const record::FrameObject& own);

// From centre to centre, in plan.
bool is_in_range(const record::FrameObject& own, const record::FrameObject& other, double range_m);

// Whether the centre of a body is in the field of a sensor at a place, and in its range.
bool is_in_field(const Sensor& sensor, const geometry::WorldPoint& eye, const record::FrameObject& own,
                 const record::FrameObject& other);

}  // namespace backlot::view::internal
