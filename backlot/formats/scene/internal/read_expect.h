// What a scene asks afterwards: premises, expectations, judgements and coverage.
#pragma once

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

// The blocks `given`, `expect`, `judge` and `cover`, into the scene; the script has been read.
void read_given(const text::Node& block, Reading& r);
void read_expect(const text::Node& block, Reading& r);
void read_judge(const text::Node& block, Reading& r);
void read_cover(const text::Node& block, Reading& r);

}  // namespace backlot::scene_text
