// Objects that become external, and the other way round: between two steps, or when bodies touch.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "backlot/sim/external.h"
#include "backlot/world/body.h"
#include "backlot/world/ids.h"

namespace backlot::sim {

struct Run;

// What became of the wish for a new external object: its id, or why it was refused.
struct AddedExternal {
  world::ObjectId id{};
  std::string_view refused{};
};

// Anywhere, also on top of others. Without a shape it has that of its kind.
AddedExternal add_external(Run& run, world::ObjectKind kind, const PoseCommand& pose,
                           const Behaviour& behaviour, const std::optional<world::BodyShape>& shape);

// Of any object, extras too: it stays where it is and goes on as it moves. An external object becomes an extra where it is within 1 m and
// 0.3 rad of the centre of a lane that runs its way. Why it cannot be, or nothing; a refusal changes nothing.
std::string_view set_behaviour(Run& run, world::ObjectId id, const Behaviour& behaviour);

// An extra gets a behaviour other than AsExtra. Why it cannot be, or nothing.
std::string_view become_external(Run& run, std::size_t slot, const Behaviour& behaviour);

// Takes any object off the road; false for one that left.
bool remove_object(Run& run, world::ObjectId id);

}  // namespace backlot::sim
