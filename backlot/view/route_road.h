// The road of a mission, made from the course that the subject is to take.
#pragma once

#include <vector>

#include "backlot/network/ids.h"
#include "backlot/sut/mission.h"
#include "backlot/world/course.h"

namespace backlot::view {

struct CourseRoad {
  sut::RouteRoad road;
  std::vector<network::CorridorId> corridors;  // one for each line of the road: the one that begins behind it
  double from_m = 0;                           // metre of the course that is metre 0 of the road
};

// From the point of the course at or before a metre on, to its end.
CourseRoad make_course_road(const world::Course& course, double from_m);

// What rules the entry of a corridor.
sut::LineRule rule_of(const network::Network& network, network::CorridorId corridor);

}  // namespace backlot::view
