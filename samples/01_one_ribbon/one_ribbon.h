#pragma once

#include "backlot/draw/svg.h"
#include "backlot/geometry/ribbon.h"

namespace one_ribbon {

// A road that turns left while it climbs over itself, swings right, and ends in a full twist.
backlot::geometry::RibbonDescription description();

// The model of a description that is known to be good.
backlot::geometry::Ribbon built(const backlot::geometry::RibbonDescription& description);

// Its picture.
backlot::draw::Sheet picture(const backlot::geometry::Ribbon& ribbon);

}  // namespace one_ribbon
