// Where a place is on a network.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/geometry/locate.h"
#include "backlot/geometry/points.h"
#include "backlot/geometry/ribbon_index.h"
#include "backlot/network/network.h"

namespace backlot::network {

enum class On : std::uint8_t {
  nowhere,  // the point is no place (NaN, infinite, beyond 1e9 m), or the network has no surface
  strip,    // on a way or corridor
  area,     // inside an intersection but on none of its strips: the nearest corridor is given
  nothing,  // off all surfaces: the nearest one is given
};

// Where a point is; it serves as the hint of the next query.
struct NetworkLocated {
  On on = On::nowhere;
  StripId strip;                // of the way or corridor, or the nearest one
  LaneId lane;                  // empty between lanes
  IntersectionId intersection;  // of the corridor or area; empty on ways
  geometry::RibbonPoint point;  // distance of the strip; loft over its surface
  double gap_m = 0;             // how far off the surface: 0 on it
  double nudge_m = 0;           // how far outside of edges or ends, where the crack rule forgave it
};

// What counts as on a surface: no more than this far below and above.
struct LoftWindow {
  double low = -1, high = 3;
};

// Memory that a caller keeps from query to query.
struct LocateScratch {
  std::vector<geometry::IndexAnswer> answers;
  std::vector<NetworkLocated> located;
  std::vector<IntersectionId> areas;
};

// The best answer: the strip of the hint or one that follows it, then the smallest |loft|, then inside a lane, then
// nearest to the lane's centre, then the smallest id. A crack up to kCrack between joined surfaces is forgiven.
NetworkLocated locate(const Network& network, const geometry::WorldPoint& p, LocateScratch& scratch,
                      const NetworkLocated* hint = nullptr, const LoftWindow& window = {});

// Every strip with a surface that holds the point, best first; else areas; else the nearest. Never empty for a place on
// a network with surfaces. Replaces the content of `answers`.
void locate_all(const Network& network, const geometry::WorldPoint& p, LocateScratch& scratch,
                std::vector<NetworkLocated>& answers, const LoftWindow& window = {});

// Every surface vertically above or below (x, y), the highest first, with loft 0. Empty where no surface is there.
// Replaces the content of `answers`.
void locate_column(const Network& network, double x, double y, LocateScratch& scratch,
                   std::vector<NetworkLocated>& answers);

// The place of a point of a strip; `point.distance` counts from the strip's start and may lie past its ends. Lofts count from the
// surface; heading and axes are those of the ribbon.
geometry::PlacedPose place(const Network& network, StripId strip, const geometry::RibbonPoint& point);

// The strip of a ribbon that holds a distance and an offset of it; else the one that comes nearest to them. Empty where the ribbon
// has none.
StripId find_strip_on(const Network& network, RibbonId ribbon, double distance, double offset);

// The same of a point of a ribbon, over the surface of the strip there.
geometry::PlacedPose place(const Network& network, RibbonId ribbon, const geometry::RibbonPoint& point);

}  // namespace backlot::network
