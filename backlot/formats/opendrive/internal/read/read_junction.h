#pragma once

#include "backlot/formats/opendrive/junction.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

Junction read_junction(xml::Attributes& in, xml::Element element);

}  // namespace backlot::formats::opendrive
