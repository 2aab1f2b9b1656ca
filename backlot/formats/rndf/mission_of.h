// From a mission as it is written to one on a network.
#pragma once

#include "backlot/base/result.h"
#include "backlot/formats/rndf/mdf_document.h"
#include "backlot/formats/rndf/network_of.h"
#include "backlot/network/network.h"
#include "backlot/network/routing/mission.h"

namespace backlot::formats::rndf {

// The speeds of a mission as limits of the network that is to be built: they hold for all vehicles. Where a way is
// slower already, as in parking spots, it stays so.
void apply_speeds(const MdfDocument& mission, RouteNetwork& network);

// Checkpoints by their places, and speeds by way. Unknown checkpoints are errors (R311); a mission that was written for a network of
// another name (R310), and speeds for segments that are not there (R312), are warnings.
base::Result<network::Mission> mission_of(const MdfDocument& mission, const RouteNetwork& route_network,
                                          const network::Network& network);

}  // namespace backlot::formats::rndf
