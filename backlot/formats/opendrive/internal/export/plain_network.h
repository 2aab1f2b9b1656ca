// A network in the form that a reader of OpenDRIVE gives it, so that it can be written as such a file.
#pragma once

#include "backlot/base/result.h"
#include "backlot/formats/opendrive/internal/export/losses.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// Plain is: roads are plans and measured in plan, lanes are called L1, R1 ... outwards with those that run along the road on the
// side where traffic keeps, every corridor lies on a road, and joints say which lanes they join. A network that came from
// OpenDRIVE is plain already. All others are built, for the shapes of their corridors and for what is automatic in them.
base::Result<network::NetworkDescription> plain_network(const network::NetworkDescription& network,
                                                        Losses& lost);

}  // namespace backlot::formats::opendrive
