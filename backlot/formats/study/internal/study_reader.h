// A study from the statements of its file.
//
//   study intersection
//   title "Red lights in sparse and dense traffic"
//   participants 12                        # P01 ... P12; or names: participants anna, ben
//   subject me                             # who drives: me, a style, or driver NAME
//   seed 100 by participant
//
//   condition dense {
//     title "Dense traffic"
//     scene "run_red_light.scene"
//     parameter side_flow = 600 per hour
//     instruction "Please drive straight on."
//     spare again
//   }
//   instruction "Welcome."
//   block main {
//     conditions sparse, dense
//     order latin square
//     repetitions 2
//     break 2 min every 2 trials "Please take a rest."
//   }
#pragma once

#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/problems.h"
#include "backlot/formats/text/syntax.h"
#include "backlot/study/study.h"

namespace backlot::formats::study {

// What of it can be read; errors and warnings are added to `problems`.
backlot::study::StudyDescription read_syntax(const text::Syntax& syntax, const text::Loader& scenes,
                                             text::Problems& problems);

}  // namespace backlot::formats::study
