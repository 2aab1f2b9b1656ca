// The page of a rehearsal that never was, with plausible numbers.
#pragma once

#include "backlot/storyboard/rehearsal_page.h"

namespace backlot::storyboard::test {

// 1000 runs of run_red_light, 987 of them staged, with the panels of sample_storyboard().
RehearsalPage sample_page();

}  // namespace backlot::storyboard::test
