// Keeping an eye on the object of a lease from step to step.
#pragma once

#include <optional>

#include "backlot/direct/lease.h"
#include "backlot/direct/ways.h"

namespace backlot::direct::internal {

// The object as it is in this step; or, where it is not on the actor's way, how the lease stands.
struct Tracked {
  std::optional<Sighting> seen{};
  double accel_mps2 = 0;  // by its speed in this step and in the one before
  Progress lost{};
};
// In intersections an object may be out of sight for a moment: the lease fails, with `nowhere`, when that lasts longer.
Tracked follow_object(const DirectedActor& actor, world::ObjectId object, Where where, Refusal nowhere,
                      Lease& lease);

// Sets the dials to drive so far ahead of an object.
void aim_ahead_of(const Sighting& seen, double accel_mps2, double gap_m, double headway_s,
                  traffic::Dials& dials);

}  // namespace backlot::direct::internal
