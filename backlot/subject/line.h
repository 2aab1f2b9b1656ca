// The lines of a course: where the driver of the subject stops at red or gives way, and which corridors it gives way to behind each.
//
//              ||  rival: oncoming traffic, with the lanes by which it comes
//   ===========||===========
//    subject ->|  .-'           own_from_m ... own_to_m: where the two touch, in metres of the course
//   ===========|-'==========
//              ^ metre of the line
#pragma once

#include <vector>

#include "backlot/network/dependency.h"
#include "backlot/record/frame.h"
#include "backlot/subject/style.h"
#include "backlot/world/course.h"

namespace backlot::subject {

// A track by which bodies come to a conflict, and the distance from its start to the conflict.
struct RivalReach {
  world::TrackId track{};
  network::StripId strip{};
  network::LaneId lane{};
  double to_conflict_m = 0;
};

// A corridor that touches the course.
struct Rival {
  network::Dependency dependency;
  double own_to_m = 0;              // metre of the course where the conflict ends
  double conflict_m = 0;            // length of the conflict on the other corridor
  std::vector<RivalReach> reaches;  // the other corridor first, then the lanes that lead to it
};

struct Line {
  double metre = 0;
  double end_m = 0;  // where the corridor behind it ends
  network::CorridorId corridor{};
  std::vector<Rival> rivals;
};

// In order of metres.
std::vector<Line> lines_of(const world::Course& course);

// Whether the subject, with its front at a metre of the course, must still wait for another body before it enters the corridor behind a line. A
// body that has priority must be 6 s or more away from the conflict, and more where the subject needs longer to clear it. Of signals the
// frame must tell.
struct Entry {
  double front_m = 0, length_m = 0, speed_mps = 0;
  world::ObjectId self{};
};
bool must_give_way(const world::Course& course, const Line& line, const Style& style,
                   const record::Frame& frame, const Entry& entry);

}  // namespace backlot::subject
