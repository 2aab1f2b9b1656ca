// Ways that are driven backwards.
#pragma once

#include <string_view>

namespace backlot::network {

// The name of the custom attribute of a way that is driven backwards, as out of a parking spot. Such a way begins and ends at cusps:
// joints of zero length at which the way on lies upon the one that led there. Corridors between two such ways are driven so too.
inline constexpr std::string_view kBackwards = "backwards";

}  // namespace backlot::network
