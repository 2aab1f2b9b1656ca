// How much of an XML file is read at most: no map comes near these, and no file can fill the memory or the stack.
#pragma once

#include <cstddef>

namespace backlot::formats::xml {

inline constexpr std::size_t kLargestFile = std::size_t{256} << 20;      // bytes
inline constexpr std::size_t kMostElements = std::size_t{10'000'000};    // as many as there are "<"
inline constexpr std::size_t kMostAttributes = std::size_t{50'000'000};  // as many as there are "="
inline constexpr std::size_t kDeepestElement = 64;
inline constexpr std::size_t kLongestAttribute = std::size_t{64} << 10;  // bytes
inline constexpr double kLargestNumber = 1e9;                            // metres, radians, coefficients

}  // namespace backlot::formats::xml
