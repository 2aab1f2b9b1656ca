// A whole scenario from the statements of its file, and from the files of the scenes that it plays.
//
//   scenario intersection_study
//   import "run_red_light.scene"
//   play run_red_light(crossing = first), or else run_red_light(crossing = third)
//   drive freely between 20 s and 90 s until calm
//   play run_red_light(crossing = second, decoy = yes)
#pragma once

#include <vector>

#include "backlot/formats/scene/internal/read_parameters.h"
#include "backlot/formats/scene/internal/reading.h"
#include "backlot/formats/text/syntax.h"

namespace backlot::scene_text {

// What was found is in `r.problems`; of `r.scene` only the parameters count, which are those of the scenario.
scene::ScenarioDescription read_scenario_syntax(const text::Syntax& syntax, Reading& r,
                                                std::vector<GivenValue>& given);

// What is wrong with the scenes as a row: networks that differ, actors that are handed over to no role.
void check_scenario(const scene::ScenarioDescription& scenario, text::Problems& problems);

}  // namespace backlot::scene_text
