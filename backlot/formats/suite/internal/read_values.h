// The values that a case gives to a parameter of its scene.
//
//   1.5 s                                   one value, as the scene reads it; also one of ..., LOW..HIGH, normal(...): drawn by the seed of each run
//   each of 0.8, 1.5, 2.5 s                 the case is played with each of them
//   each of first, second
//   each of 2..6 m/s2 step 2
//   each of 5 drawn from normal(50, 5) km/h in 30..70
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backlot/formats/text/cursor.h"

namespace backlot::formats::suite {

inline constexpr std::size_t kMostValues = 10'000;  // of one parameter

// Up to the end of the statement. `owner` is the name of the case and of the parameter: what is drawn depends on it.
std::vector<std::string> read_values(text::Cursor& c, std::string_view owner);

}  // namespace backlot::formats::suite
