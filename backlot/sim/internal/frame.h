// The world as frames show it.
#pragma once

#include <optional>

#include "backlot/record/frame.h"
#include "backlot/traffic/vehicle/vehicle_view.h"

namespace backlot::sim {

struct Run;

// The world as it is now, into memory that is used again. Reads the run and changes nothing in it.
void make_frame(const Run& run, record::Frame& frame, const record::FrameOptions& options);

// One object as a frame shows it; empty for one that left.
std::optional<record::FrameObject> find_object(const Run& run, world::ObjectId id);

// An extra with its driver, by slot and by id; empty for one that left, and for external objects.
traffic::VehicleView view_of(const Run& run, std::size_t slot);
std::optional<traffic::VehicleView> find_extra(const Run& run, world::ObjectId id);

}  // namespace backlot::sim
