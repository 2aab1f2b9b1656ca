// External objects as bytes, for saved states.
#pragma once

#include "backlot/sim/external.h"
#include "backlot/sim/state_bytes.h"

namespace backlot::sim {

void write_external(ByteWriter& field, const ExternalBody& external);
// False where the bytes cannot be those of an object under these settings.
bool read_external(ByteReader& field, const ExternalSettings& settings, ExternalBody& external);

}  // namespace backlot::sim
