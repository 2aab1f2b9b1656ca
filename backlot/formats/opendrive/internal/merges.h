// Where roads run into one lane they lie on top of each other before they meet. Their last metres become gaps, whose lanes are corridors
// of one intersection, so that one of them yields.
//
//      a  -------------|::::::.
//                              >------------ c        :  gaps of a and b
//      b  ------------|::::::.
#pragma once

#include <set>
#include <vector>

#include "backlot/formats/opendrive/internal/touches.h"

namespace backlot::opendrive {

// Leaves the gaps, before anything is translated. Of the ends that touch, either those of one side are cut or those of the other; where a
// road is too short, or another junction lies there, none is.
void cut_merges(Translation& translation);

// The intersection of ends that touch, some of which are cut; `out` has its name and place.
void add_merge(Translation& translation, const std::vector<Touch>& touches, const std::set<RoadEnd>& ends,
               network::IntersectionDescription out);

// Of those that are left: nobody yields there.
void warn_of_merges(Translation& translation, const std::vector<Touch>& touches);

}  // namespace backlot::opendrive
