// Bodies as boxes, compared one with another: what any onlooker could do with a frame. It shares nothing with the questions that the directors
// and the judge ask.
#pragma once

#include <span>

#include "backlot/record/frame.h"
#include "backlot/world/building.h"

namespace backlot::harness {

// Whether two bodies overlap in plan, by the separating axes of their boxes. Bodies that touch at an edge do not.
bool is_overlapping(const record::FrameObject& a, const record::FrameObject& b);

// Whether a straight line from an eye 1.2 m above the middle of the subject to one of five points of the body (its middle and its corners,
// at half its height) meets no building and no other body of the frame.
bool is_visible(const record::FrameObject& body, const record::FrameObject& subject,
                const record::Frame& frame, std::span<const world::Building> buildings);

double distance_m(const record::FrameObject& a, const record::FrameObject& b);

}  // namespace backlot::harness
