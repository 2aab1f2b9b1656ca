// A road with everything that lifts a surface over its plane.
#pragma once

#include <string>

namespace backlot::formats::opendrive {

// A banked bend that climbs, between sidewalks with kerbs; `lateral` is added to its lateral profile.
std::string raised_bend(const std::string& lateral);

// For that: shapes at three stations, and a cross section surface of three strips that widen, bend and jump.
extern const char* const kShapes;
extern const char* const kStrips;

}  // namespace backlot::formats::opendrive
