// Names that a user gave and that are not in the network.
#pragma once

#include <string>
#include <string_view>

#include "backlot/network/network.h"

namespace backlot::network {

// `no way or corridor "hihg_street"; did you mean "high_street"?`
std::string unknown_strip(const Network& network, std::string_view name);

// `way "a" has no lane "R9"; it has L1, R1`
std::string unknown_lane(const Network& network, StripId strip, std::string_view name);

}  // namespace backlot::network
