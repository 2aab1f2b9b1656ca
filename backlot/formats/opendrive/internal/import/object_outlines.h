// The polygons that an object covers, from its outlines or its radius.
#pragma once

#include <vector>

#include "backlot/formats/opendrive/object.h"
#include "backlot/network/feature_description.h"

namespace backlot::formats::opendrive {

// In the frame of the road `along` is still the s of the file.
struct ObjectOutline {
  network::OutlineFrame frame = network::OutlineFrame::own;
  std::vector<network::FeatureCorner> corners;  // three or more
  double height_m = 0;                          // of its highest corner; zero where none says
};

// Outer ones alone. What is a line, open or of two corners, becomes as wide as the object's markings or itself, or as the width given where
// it has neither. None where the object is a box, or its outlines are no polygons.
std::vector<ObjectOutline> outlines_of(const Object& object, double usual_width_m);

// How far its outlines reach to both sides together; zero without any.
double breadth_of(const Object& object);

}  // namespace backlot::formats::opendrive
