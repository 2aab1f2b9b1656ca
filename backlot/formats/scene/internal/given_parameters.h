// Parameters that are given from outside, from their texts.
#pragma once

#include <span>
#include <vector>

#include "backlot/formats/scene/internal/read_parameters.h"
#include "backlot/formats/scene/scene_text.h"

namespace backlot::scene_text {

// Errors are placed in "--param NAME". A value that could not be read is left out.
std::vector<GivenValue> read_given_parameters(std::span<const GivenParameter> given, const Reading& r);

}  // namespace backlot::scene_text
