#pragma once

#include "backlot/formats/opendrive/road.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

Road read_road(xml::Attributes& in, xml::Element element);

// A limit as the element `speed` of a road type or a lane gives it, in metres per second.
Speed read_speed(xml::Attributes& in, xml::Element element, double s);

}  // namespace backlot::formats::opendrive
