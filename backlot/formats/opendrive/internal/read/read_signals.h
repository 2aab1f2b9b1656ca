#pragma once

#include "backlot/formats/opendrive/road.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

// The element `signals`: signals and references to those of other roads.
void read_signals(xml::Attributes& in, xml::Element element, Road& road);

Controller read_controller(xml::Attributes& in, xml::Element element);

}  // namespace backlot::formats::opendrive
