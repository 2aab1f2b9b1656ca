// From what a network is to be to an OpenDRIVE file: translate() the other way round.
//
// A road for each ribbon, a lane section for each way; lanes through intersections are lanes of connecting roads.
// docs/opendrive.md tells what a file can hold.
#pragma once

#include "backlot/base/result.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

// With a warning for each kind of thing that gets lost. Fails where a network has to be built to know its corridors, and
// cannot be.
base::Result<Document> to_document(const network::NetworkDescription& network);

}  // namespace backlot::formats::opendrive
