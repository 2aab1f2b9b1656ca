// The heights of strips over the planes of their ribbons, as build() makes them and the queries read them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backlot/network/internal/cross_section.h"
#include "backlot/network/strip.h"
#include "backlot/network/surface_description.h"
#include "backlot/network/text_place.h"

namespace backlot::network::internal {

struct Build;
struct NetworkData;

// Of a strip that does not lie in the plane. Heights keep the measure of their description: they change slowly, and what is asked
// for them can bear a look into the table of plan distances.
struct StripSurface {
  static constexpr std::uint32_t kNoRoad = ~0U;

  std::vector<LaneHeights> lanes;  // left to right; empty where no lane has any
  std::uint32_t road = kNoRoad;    // into NetworkData::road_surfaces
  bool is_in_plan = false;
  double from = 0;  // where the strip begins on its road, in that measure
};

// What a description says of a strip.
struct SurfaceWords {
  std::vector<LaneHeights> lanes;
  std::uint32_t road = StripSurface::kNoRoad;
  bool is_in_plan = false;
  double from = 0, to = 0;  // of the road, in the measure of the description
  std::string name;         // of the way or corridor
  TextPlace place;
};

// Whether stations are finite and in order, and their records too.
bool is_sound(std::span<const SurfaceStation> stations);

// Gives a strip its heights, if there are any; none that are out of all proportion.
void add_surface(Build& build, StripId strip, SurfaceWords words);

// A place on a lane of a strip.
struct LaneSpot {
  std::uint32_t lane = 0;           // from the left
  double distance = 0, offset = 0;  // of the strip, within its ends and edges
  double share = 0;                 // of the way across the lane: 0 at its right edge, 1 at its left one
};

// Over the plane. The strip has heights.
double height_on(const NetworkData& data, const Strip& strip, const LaneSpot& at);

}  // namespace backlot::network::internal
