// How a strip lies across at one distance: the cubics of its boundaries there. Inline, since every query reads it.
#pragma once

#include <cstdint>

#include "backlot/base/assert.h"
#include "backlot/base/inline.h"
#include "backlot/network/internal/network_data.h"

namespace backlot::network::internal {

// The cubics of all boundaries of a strip that hold at a distance, and how far past their break it is.
struct Across {
  const Cubic* boundaries;
  double t;
};

BACKLOT_INLINE Across across(const NetworkData& data, const Strip& strip, double distance) {
  BACKLOT_ASSERT(strip.break_count > 0, "a strip has a cross section");
  const double* breaks = &data.breaks[strip.first_break];
  std::uint32_t i = strip.break_count - 1;
  while (i > 0 && breaks[i] > distance) --i;
  return {&data.boundaries[strip.first_boundary + i * (strip.lane_count + 1)], distance - breaks[i]};
}

BACKLOT_INLINE LaneEdges edges_of(const Strip& strip, const Across& a) {
  return {a.boundaries[0].at(a.t), a.boundaries[strip.lane_count].at(a.t)};
}

// The lane of a strip with these edges that holds an offset; empty outside of all. A boundary belongs to the lane at its left.
BACKLOT_INLINE LaneId lane_at_offset(const Strip& strip, const Across& a, const LaneEdges& edges,
                                     double offset) {
  if (!(offset <= edges.left)) return {};
  for (std::uint32_t k = 0; k + 1 < strip.lane_count; ++k)
    if (offset >= a.boundaries[k + 1].at(a.t)) return LaneId(strip.first_lane + k);
  return offset >= edges.right ? LaneId(strip.first_lane + strip.lane_count - 1) : LaneId{};
}

}  // namespace backlot::network::internal
