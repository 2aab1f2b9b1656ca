// The page of a rehearsal, made from its figures and the storyboard of its typical run.
#pragma once

#include <string>

#include "apps/cli/scenes/rehearsal_output.h"
#include "backlot/storyboard/rehearsal_page.h"
#include "backlot/storyboard/storyboard.h"

namespace backlot::cli {

// All but the storyboard. `file` is the scene as the command line names it.
storyboard::RehearsalPage page_of(const scene::SceneDescription& scene, const std::string& file,
                                  const harness::RehearsalFigures& figures, const RehearsalFacts& facts);

// Adds the pictures of a run.
void add_storyboard(storyboard::RehearsalPage& page, const network::Network& network,
                    const storyboard::Storyboard& board, const std::string& caption);

}  // namespace backlot::cli
