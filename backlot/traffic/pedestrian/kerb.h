// What a walker sees of the crosswalk ahead, or of the one that it is on: where it has to wait, what the signal says, and whether the vehicles
// that come will let it over.
#pragma once

#include <limits>
#include <span>

#include "backlot/traffic/pedestrian/walker.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::traffic {

// What walkers may look at in a step, besides each other: the world at its beginning.
struct WalkerSurroundings {
  const world::Roads& roads;
  const world::Occupancy& occupancy;
  SignalView& signals;
  base::Tick tick;
  std::uint64_t seed = 1;
  const FootRoutes* routes = nullptr;  // null where no one is bound for a door
  // All drivers yield to people at the kerb. Where they do not, people wait until they see that a vehicle slows down.
  bool all_yield = true;
};

inline constexpr double kFarAhead_m = std::numeric_limits<double>::infinity();

struct KerbView {
  world::FootwayId crosswalk{};  // empty where none is near, or none is crossed by vehicles
  bool is_shortcut = false;      // it crosses where no crosswalk is: it was told to, and does not wait
  bool is_along = true;          // it is walked by growing metres
  double kerb_m = kFarAhead_m;   // to the line where the walker waits; below zero past it
  double over_m = kFarAhead_m;   // to where it is over the last lane
  bool may_go = true;            // no signal tells it to wait
  bool is_clear = true;          // it can cross before the vehicles that will not stop for it
  bool is_barred = false;        // a vehicle stands in its way: drivers need not wait for it
  double hold_m = kFarAhead_m;   // on the roadway: to a lane that it must not enter now

  bool is_near() const { return is_shortcut || !crosswalk.is_empty(); }
  bool is_on_roadway() const { return is_near() && kerb_m < 0 && over_m > 0; }
};
bool has_signal(const world::Roads& roads, const world::Footway& crosswalk);
// Whether the signal of a crosswalk, where it has one, lets people step onto it.
bool lets_walk(const WalkerSurroundings& around, const world::Footway& crosswalk);

KerbView look_at_road(const WalkerSurroundings& around, const Walker& walker);

// Where a walker that goes straight on crosses a lane: in metres of the walk along the crosswalk, and in coordinates of the strip.
struct LaneMeeting {
  double from_m = 0, to_m = 0;  // of the walk along the crosswalk, between which it is in the lane
  double distance = 0;          // of the strip
  double across = 0;            // where it is now, to the left of the lane's centre
  double moves_across = 0;      // by how much that changes for each metre of the walk
};
LaneMeeting meet_lane(const world::Footways& footways, const world::Crossing& crossing,
                      const world::Footway& crosswalk, bool is_along, const geometry::WorldPoint& at);

}  // namespace backlot::traffic
