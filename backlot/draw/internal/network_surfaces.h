// The surfaces of a level: areas of intersections, lanes by kind, crosswalks, parking bays.
#pragma once

#include "backlot/draw/internal/network_canvas.h"
#include "backlot/draw/internal/network_levels.h"

namespace backlot::draw::internal {

// A soft edge on what lies below, and then all surfaces. Level 0 lies on the ground and has no shadow.
void draw_shadow(NetworkCanvas& canvas, const NetworkLevel& level);
void draw_surfaces(NetworkCanvas& canvas, const NetworkLevel& level);
// The rails of a bridge, after its markings.
void draw_parapets(NetworkCanvas& canvas, const NetworkLevel& level);

// An intersection and all its parts, the whole one first.
std::vector<network::IntersectionId> with_parts(const network::Network& network, network::IntersectionId id);

}  // namespace backlot::draw::internal
