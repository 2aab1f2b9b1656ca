// What became of runs of scenes, as JSON.
#pragma once

#include <span>
#include <string>

#include "apps/cli/json_output.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene/scene_description.h"

namespace backlot::cli {

Json to_json(const harness::RunResult& result, std::span<const scene::Parameter> given);
// "240 per hour", as the language of scenes reads it.
std::string value_text(const scene::Parameter& parameter);

}  // namespace backlot::cli
