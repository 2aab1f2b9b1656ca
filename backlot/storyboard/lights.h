// What signals show, at the stop lines of the lanes that they are for.
#pragma once

#include <vector>

#include "backlot/draw/projection.h"
#include "backlot/draw/svg.h"
#include "backlot/geometry/points.h"
#include "backlot/network/network.h"

namespace backlot::storyboard {

// A light for the traffic of one lane.
struct Light {
  geometry::WorldPoint at{};  // a metre past the stop line; those of several groups stand side by side
  double heading_x = 1, heading_y = 0;  // unit: the way of the traffic
  network::SignalGroupId group{};
  network::Aspect aspect = network::Aspect::dark;
};

// All lights of the network, by lane and group. A group that the state does not have is dark.
std::vector<Light> find_lights(const network::Network& network, const network::SignalState& signals);

// "#rrggbb": red, green or yellow, told apart by most eyes; the same for flashing. Dark is grey. Red with yellow is red.
const char* colour_of(network::Aspect aspect);

// The middle of the disc: past the stop line, so that the line stays visible.
draw::SheetPoint disc_centre(const draw::Projection& projection, const Light& light, double radius);

// A disc in the colour of the aspect, with a sign for readers who do not see colours: a bar across the lane for stop, an arrowhead for go,
// a dot for yellow; flashing lights have a ring of dashes.
void draw_light(draw::Sheet& sheet, const draw::Projection& projection, const Light& light, double radius);

}  // namespace backlot::storyboard
