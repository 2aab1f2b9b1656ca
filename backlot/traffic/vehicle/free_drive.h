// How long a way takes on a road without others: the driver's model in closed form, zone by zone.
#pragma once

#include <span>

#include "backlot/traffic/vehicle/traits.h"

namespace backlot::traffic {

// Where it gets slower or faster on a way: metres from the guide.
struct PaceZone {
  double from_m = 0;
  double speed_mps = 0;     // as the driver likes to drive there, above zero
  double at_start_mps = 0;  // the driver comes to it no faster, for what lies ahead: filled in by drive_along
};

struct Drive {
  double seconds = 0;
  double speed_mps = 0;  // at the end
};

// From a speed, over so many metres. Zones in order, the first one from zero on or before; they may go on past the way, since drivers brake for
// what lies behind it. Infinite without a zone.
//
// The driver gains speed as on a free road, dv/dt = a (1 - (v/v0)^4). Time and way of it are the same functions of v/v0 for all drivers, up to
// their scale. Before a slower zone the driver brakes evenly, as late as drivers do.
Drive drive_along(const DriverTraits& traits, double v, double way_m, std::span<PaceZone> zones);

}  // namespace backlot::traffic
