#pragma once

#include "backlot/formats/opendrive/road.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

// The element `lanes`: offsets and sections.
void read_lanes(xml::Attributes& in, xml::Element element, Road& road);

}  // namespace backlot::formats::opendrive
