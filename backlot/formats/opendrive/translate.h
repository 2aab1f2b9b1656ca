// From an OpenDRIVE file to what a network is to be.
//
// One ribbon for each road. The sections of a road are ways on it, joined by intersections of zero length; the lanes of
// connecting roads are corridors, which keep the reference line of their road. docs/opendrive.md tells how each thing is
// taken.
#pragma once

#include <set>
#include <string>

#include "backlot/base/result.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// Roads of the names in `left_out`, as the network would call them, are left out with all that hangs on them.
base::Result<network::NetworkDescription> translate(const Document& document,
                                                    const std::set<std::string>& left_out = {});

}  // namespace backlot::formats::opendrive
