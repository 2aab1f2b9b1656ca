#pragma once

#include "backlot/formats/opendrive/road.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

// The element `objects`: objects, references, tunnels and bridges.
void read_objects(xml::Attributes& in, xml::Element element, Road& road);

}  // namespace backlot::formats::opendrive
