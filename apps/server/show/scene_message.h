// The message `scene`: beats, roles, marks and the subject, from the state of a play.
#pragma once

#include <string>
#include <string_view>

#include "apps/server/show/static_world.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/world/ids.h"

namespace backlot::server {

Json scene_message(const Set& set, const scene::Scene& scene, const scene::PlayState& play,
                   world::ObjectId subject);

}  // namespace backlot::server
