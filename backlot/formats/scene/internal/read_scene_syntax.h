// A whole scene from the statements of its file.
#pragma once

#include <vector>

#include "backlot/formats/scene/internal/read_parameters.h"
#include "backlot/formats/scene/internal/reading.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::scene_text {

// What was found is in `r.problems`, the scene in `r.scene`.
void read_scene_syntax(const text::Syntax& syntax, Reading& r, std::vector<GivenValue>& given);

}  // namespace backlot::scene_text
