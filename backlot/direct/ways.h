// Distances along the way of an actor: to marks, and to objects ahead of it and behind it.
#pragma once

#include <cstdint>
#include <optional>

#include "backlot/direct/actors.h"
#include "backlot/world/mark.h"

namespace backlot::direct {

inline constexpr double kMarkReach_m = 800;    // no mark is looked for further on
inline constexpr double kObjectReach_m = 350;  // nor any object, in either direction

// The tracks that the actor will take, for so far: its own trail, made longer as its driver would do it.
world::Trail trail_ahead(const DirectedActor& actor, double far_m);

// Metres from the actor's front to a mark ahead on its way. A mark on a lane beside its own counts as beside it.
std::optional<double> find_way_to(const DirectedActor& actor, const world::Mark& mark);
// The same along a trail that is known.
std::optional<double> find_way_to(const DirectedActor& actor, const world::Trail& trail,
                                  const world::Mark& mark);
// Metres from the front of any object to a mark. The route of an external object is not known: it counts as coming to every mark to which
// its lane leads, by the shortest way.
std::optional<double> find_way_to(const DirectedActor& actor, world::ObjectId object,
                                  const world::Mark& mark);

// An object on the way of an actor. Objects on lanes beside the actor's count as beside it.
struct Sighting {
  SeenObject object;
  double way_m = 0;  // from the actor's guide to the reference point of the object; below zero: it is behind
  double ahead_m = 0;   // from the actor's front to the rear of the object
  double behind_m = 0;  // from the front of the object to the actor's rear
};
enum class Where : std::uint8_t { ahead, behind, nearest };
std::optional<Sighting> find_along(const DirectedActor& actor, const SeenObject& object, Where where);

}  // namespace backlot::direct
