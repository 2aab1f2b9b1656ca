// The shipped network of the paper's scenes, built once for all tests of this room.
#pragma once

#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/formats/text/loader.h"
#include "backlot/world/roads.h"

namespace backlot::scene_text {

// scenes/study_road.way; the way of its text.
const std::string& study_road_text();
const world::Roads& study_road();

// All that `backlot check` says of a scene or scenario on the study road: reading, then building.
base::Diagnostics findings_of(std::string_view text, const std::string& file_name,
                              const text::Loader& imports);

}  // namespace backlot::scene_text
