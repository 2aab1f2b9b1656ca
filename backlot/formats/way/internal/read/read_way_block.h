// Reads what stands in the block of a way.
#pragma once

#include "backlot/formats/way/internal/environment.h"
#include "backlot/formats/way/internal/read/read_spine.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::way {

// The statements of the cursor's block are put into `way`, and those of a spine into `spine`, which is null for a way
// on a road. False when the way has no lanes; that was reported.
bool read_way_block(text::Cursor& c, network::WayDescription& way, SpineReader* spine,
                    const Environment& environment, Reading& reading);

}  // namespace backlot::formats::way
