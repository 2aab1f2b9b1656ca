// Whether two networks are the same but for what a file of OpenDRIVE cannot hold to the last digit.
#pragma once

#include <string>

#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// The first difference, in words; empty where the two are alike. Names, numbers of things and their order must be
// equal. Distances and coordinates may differ by 1e-6 m. Profiles are compared by their values, since records that only
// go on as the one before are not written. The s of the old file may differ by 2 mm: within lines that the old file had
// cut into pieces with cracks between them.
std::string difference(const network::NetworkDescription& a, const network::NetworkDescription& b);

}  // namespace backlot::formats::opendrive
