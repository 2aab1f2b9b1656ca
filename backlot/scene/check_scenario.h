// What is wrong with a scenario on a network, before it is played.
#pragma once

#include "backlot/base/diagnostic.h"
#include "backlot/scene/scene_description.h"
#include "backlot/world/roads.h"

namespace backlot::scene {

// What Scene::build finds in each scene, spares included, and what scenes in a row cannot both have: a place that the subject has passed
// before its scene begins, a light that the scene before still holds. Each finding once, however often a scene is played.
base::Diagnostics check_scenario(const ScenarioDescription& scenario, const world::Roads& roads);

}  // namespace backlot::scene
