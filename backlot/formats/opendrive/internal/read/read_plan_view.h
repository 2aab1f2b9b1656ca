#pragma once

#include <vector>

#include "backlot/formats/opendrive/plan_view.h"
#include "backlot/formats/xml/attributes.h"

namespace backlot::formats::opendrive {

// Adds the geometries of the element planView.
void read_plan_view(xml::Attributes& in, xml::Element element, std::vector<Geometry>& geometries);

// The attribute `length` of a road or a geometry: not below zero.
double read_length(xml::Attributes& in, xml::Element element);

}  // namespace backlot::formats::opendrive
