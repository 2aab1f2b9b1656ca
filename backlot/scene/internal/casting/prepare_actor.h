// What an actor is told as soon as it is cast.
#pragma once

#include "backlot/scene/play.h"

namespace backlot::scene {

// What the actor needs to know before its beat: the way that it is to take. Where that way is the deed, it means to take another one until then.
void prepare_actor(Play& play, const RoleDescription& role, RoleState& state);

}  // namespace backlot::scene
