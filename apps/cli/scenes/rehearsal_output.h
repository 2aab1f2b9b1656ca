// What a rehearsal found, for people and as JSON.
#pragma once

#include <string>

#include "apps/cli/json_output.h"
#include "backlot/harness/advice.h"
#include "backlot/harness/rehearsal.h"
#include "backlot/scene/scene_description.h"

namespace backlot::cli {

// What is known of a rehearsal besides its figures.
struct RehearsalFacts {
  std::uint64_t asked = 0;       // runs; fewer were played where it was interrupted
  double wall_s = 0, cpu_s = 0;  // of everything
  double runs_s = 0;             // wall time of the runs alone, without advice and page
  std::size_t jobs = 1;
  std::string report;           // the file of the page; empty where none was written
  harness::AllAdvice advice{};  // empty where none was looked for
  bool is_advice_asked = true;

  // Of a limit; empty where none was looked for.
  harness::Advice advice_of(std::size_t limit) const {
    return limit < advice.of_limits.size() ? advice.of_limits[limit] : harness::Advice{};
  }
};

// SCENES 4: a line for the whole, then one for each role, light and event, the styles, and what limits the rate.
std::string rehearsal_text(const scene::SceneDescription& scene, const harness::RehearsalFigures& figures,
                           const RehearsalFacts& facts);
Json rehearsal_json(const scene::SceneDescription& scene, const harness::RehearsalFigures& figures,
                    const RehearsalFacts& facts);

}  // namespace backlot::cli
