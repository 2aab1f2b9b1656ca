// What covers ground beside and on the roads, by its outline: houses, walls, crosswalks, parking spaces.
#pragma once

#include "backlot/draw/internal/network_canvas.h"

namespace backlot::draw::internal {

// Houses, to be drawn before the roads.
void draw_buildings(NetworkCanvas& canvas);
// Crosswalks and parking spaces, on the roads.
void draw_painted_features(NetworkCanvas& canvas);
// Walls and hedges. What hangs over the road is shown through.
void draw_barriers(NetworkCanvas& canvas);

}  // namespace backlot::draw::internal
