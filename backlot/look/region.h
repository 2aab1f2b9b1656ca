// Which bodies are within a region of the plane.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "backlot/look/snapshot.h"
#include "backlot/world/plan_box.h"

namespace backlot::look {

using world::PlanPoint;

struct Circle {
  PlanPoint centre;
  double radius_m = 0;
};

// Only bodies with a foot between these heights of the world count: all levels, unless the caller says otherwise.
struct Heights {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

// Whether a body seen from above touches a region, be it with a corner.
bool touches(const world::BodyBox& box, const Circle& circle);
// The region is a convex polygon with its corners in order, either way round; two corners make a line. For a polygon that is not convex the answer
// is that of some region between the polygon and its hull.
bool touches(const world::BodyBox& box, std::span<const PlanPoint> corners);

// The numbers of all bodies that touch the region, in order. Replaces the content of `found`. A region that is not one (a coordinate or radius that
// is NaN, a radius below zero, fewer than three corners) has no body in it.
void find_within(const Snapshot& snapshot, const Circle& circle, std::vector<std::uint32_t>& found,
                 const Heights& heights = {});
void find_within(const Snapshot& snapshot, std::span<const PlanPoint> corners,
                 std::vector<std::uint32_t>& found, const Heights& heights = {});

}  // namespace backlot::look
