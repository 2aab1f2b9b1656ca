// Writes out the crosswalks of an intersection: a corridor over each such arm, and a corner wherever two sides meet.
#pragma once

#include <memory>
#include <vector>

#include "backlot/network/internal/build/build.h"

namespace backlot::network::internal {

//         sidewalk |  way north | sidewalk          corner: sidewalk of west and of north and the ends of their
//                  |            |                   crosswalks, every one joined with every other
//      ----------- + ========== + -----------
//         corner   #  crosswalk #   corner
//      -- + ###### +            + ###### + --
//         =        =            =        =          way west, way east: likewise
//
// A copy of the description with the corridors and parts added; null where no arm has a crosswalk.
std::unique_ptr<IntersectionDescription> with_crosswalks(Build& build,
                                                         const IntersectionDescription& intersection,
                                                         const std::vector<ResolvedArm>& arms);

}  // namespace backlot::network::internal
