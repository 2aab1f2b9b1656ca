// Reads what applies along a way, and what stands beside it.
#pragma once

#include <vector>

#include "backlot/formats/way/internal/environment.h"
#include "backlot/network/way_description.h"

namespace backlot::formats::way {

// False, with nothing taken, when the statement is not one of these. What was read is added to the way, or to the features.
bool take_attribute(text::Cursor& c, network::WayDescription& way);
bool take_feature(text::Cursor& c, std::vector<network::FeatureDescription>& features);

}  // namespace backlot::formats::way
