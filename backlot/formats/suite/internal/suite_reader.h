// A suite from the statements of its file and of the files that it imports.
//
//   suite nightly
//   title "What every revision has to pass"
//   import "shipped.suite"
//
//   seeds 1..20
//   drivers reference, "python3 mine.py"
//   timeout 60 s
//   evaded at most 5 %
//   not staged retry 3
//
//   requirement AEB-014 "The vehicle avoids a contact with a vehicle ahead that brakes."
//
//   case hard_braking {
//     scene "lead_brakes.scene"
//     tags longitudinal, quick
//     verifies AEB-014
//     parameter decel = each of 2..6 m/s2 step 2
//     parameter headway = each of 0.8, 1.5, 2.5 s
//     combine pairwise
//     judge { never contact; ttc over 1.5 s }
//   }
//   case dense extends hard_braking { parameter flow = 600 per hour }
//   play shipped only tag quick
#pragma once

#include "backlot/campaign/suite.h"
#include "backlot/formats/text/imports.h"
#include "backlot/formats/text/loader.h"
#include "backlot/formats/text/problems.h"

namespace backlot::formats::suite {

// The suite of the last file of the library.
campaign::SuiteDescription read_library(const text::Library& library, const text::Loader& loader,
                                        text::Problems& problems);

}  // namespace backlot::formats::suite
