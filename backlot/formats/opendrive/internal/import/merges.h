// Roads that run into one lane lie on top of each other before they meet. Their last metres become gaps, and the lanes
// of the gaps become corridors of one intersection, so that one of them yields.
//
//      a  -------------|::::::.
//                              >------------ c        :  gaps of a and b
//      b  ------------|::::::.
#pragma once

#include <set>
#include <vector>

#include "backlot/formats/opendrive/internal/import/touches.h"

namespace backlot::formats::opendrive {

// Leaves the gaps, before anything is translated. Of the ends that touch, either those of one side are cut or those of
// the other. Where a road is too short, or another junction lies there, no end is cut.
void cut_merges(Translation& translation);

// The intersection of ends that touch, some of which are cut; `out` has its name and place.
void add_merge(Translation& translation, const std::vector<Touch>& touches, const std::set<RoadEnd>& ends,
               network::IntersectionDescription out);

// Warns of the touches that are left: no traffic yields there.
void warn_of_merges(Translation& translation, const std::vector<Touch>& touches);

}  // namespace backlot::formats::opendrive
