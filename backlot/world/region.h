// Who is within a region of the plane.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "backlot/world/casting_view.h"
#include "backlot/world/plan_box.h"

namespace backlot::world {

struct Circle {
  PlanPoint centre;
  double radius_m = 0;
};

// The feet of bodies that count: all levels, unless somebody says otherwise.
struct Heights {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

// Whether a body seen from above touches a region, be it with a corner.
bool touches(const BodyBox& box, const Circle& circle);
// A convex polygon, its corners one after the other either way round. Of one that is not convex the answer is that of some region
// between it and its hull.
bool touches(const BodyBox& box, std::span<const PlanPoint> corners);

// The numbers of all bodies that touch the region, in order. Replaces the content of `found`. What is no region (NaN, a radius below zero,
// fewer than three corners) has nobody in it.
void find_within(const CastingView& view, const Circle& circle, std::vector<std::uint32_t>& found,
                 const Heights& heights = {});
void find_within(const CastingView& view, std::span<const PlanPoint> corners,
                 std::vector<std::uint32_t>& found, const Heights& heights = {});

// All whose bodies may touch a box, and some from around it; each once, in no particular order. Adds them to `found`.
void add_near(const CastingView& view, const PlanBox& box, std::vector<std::uint32_t>& found);

}  // namespace backlot::world
