// What callers and directors of a run do to its actors and lights, with the events that tell of it.
#pragma once

#include "backlot/direct/direction.h"
#include "backlot/direct/directive.h"
#include "backlot/direct/lights.h"

namespace backlot::sim {

struct Run;

// The directive waits for the stage `direct` of this step, or of the next one.
direct::DirectiveNumber issue(Run& run, direct::Directive directive);
direct::ClaimAnswer claim(Run& run, world::ObjectId actor, direct::IssuerId issuer);
direct::ClaimAnswer release(Run& run, world::ObjectId actor, direct::IssuerId issuer);

// Lights are answered at once.
direct::LightAnswer ask_light(Run& run, const direct::LightRequest& request);
bool release_light(Run& run, std::uint32_t programme, direct::IssuerId issuer);

}  // namespace backlot::sim
