// From an OpenDRIVE file to what a network is to be.
//
// One ribbon for each road. The sections of a road are ways on it, joined by intersections of zero length; the lanes of
// connecting roads are corridors, which keep the reference line of their road. docs/opendrive.md tells how each thing is
// taken.
#pragma once

#include "backlot/base/result.h"
#include "backlot/formats/opendrive/document.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::opendrive {

base::Result<network::NetworkDescription> translate(const Document& document);

}  // namespace backlot::formats::opendrive
