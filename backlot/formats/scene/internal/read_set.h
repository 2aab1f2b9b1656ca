// The set: where a scene happens, and what life is there.
#pragma once

#include "backlot/formats/scene/internal/reading.h"

namespace backlot::scene_text {

// The block `set { ... }`, into the scene. Marks come first, since other statements look at them.
void read_set(const text::Node& block, Reading& r);

// ---- its statements, each behind its first word

void read_mark(text::Cursor& c, Reading& r);
void read_traffic(const text::Node& block, Reading& r);
void read_prop(text::Cursor& c, Reading& r);
void read_source(text::Cursor& c, Reading& r);
void read_sink(text::Cursor& c, Reading& r);

// `{ car 85 %; truck 15 % }` behind a flow, a density or a source. Without a block all are cars.
scene::Mix read_mix(text::Cursor& c, Reading& r);

// `20 per km`: a number of vehicles for each length of road.
double read_per_length(text::Cursor& c, Reading& r);

}  // namespace backlot::scene_text
