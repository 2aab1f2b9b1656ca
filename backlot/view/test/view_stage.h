// A crossing with signals and a house, a subject on its course, and frames that are put together by hand, for the tests of this room.
//
//               | north |
//     west ======   x   ====== east        the subject comes from the west at y = -1.6 m; the house stands south-west of the crossing
//      [house]  | south |
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/sut/view.h"
#include "backlot/view/route_road.h"
#include "backlot/view/sensing.h"
#include "backlot/view/view_maker.h"
#include "backlot/world/course.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::view::test {

inline constexpr const char* kCrossing = R"(network corner
traffic on the right
speed limit 50 km/h

profile road {
  vehicle backward 3.2 m
  spine
  vehicle forward 3.2 m
}

intersection x {
  arm west: west.end signal main
  arm east: east.start signal main
  arm south: south.start signal side
  arm north: north.start signal side
  signals {
    groups main side
    programme { 60 s: main green, side red }
  }
}

way west {
  profile road
  begin at (-315 m, 0 m) heading 0 deg
  line 300 m
  start open
  stop line at 299 m forward
  building at 240 m offset -25 m size (40 m, 20 m, 8 m)
}
way east {
  profile road
  begin at (15 m, 0 m) heading 0 deg
  line 200 m
  end open
  stop line at 1 m backward
  speed limit 30 km/h from 100 m to 200 m
}
way south {
  profile road
  begin at (0 m, -15 m) heading 270 deg
  line 200 m
  end open
  stop line at 1 m backward
}
way north {
  profile road
  begin at (0 m, 15 m) heading 90 deg
  line 200 m
  end open
  stop line at 1 m backward
}
)";

inline constexpr double kLaneY_m = -1.6;
inline constexpr base::Duration kCycle = base::Duration::from_milliseconds(50);
inline const world::ObjectId kSubject{0, 1};

struct ViewStage {
  explicit ViewStage(const char* corridor = "x.west_to_east", const char* behind = "east");

  // A view maker of the course from its start on.
  ViewMaker maker(const Sensing& sensing, std::uint64_t seed = 1) const {
    return {roads.roads, course, road, sensing, seed, kCycle};
  }

  world::TestRoads roads;
  world::Course course;
  CourseRoad road;
};

// A car with its middle at a place.
record::FrameObject car_at(world::ObjectId id, double x, double y, double heading_rad = 0);
// A frame with the subject at a place of its lane and some others, all by id, all lights green.
record::Frame frame_with(double subject_x, const std::vector<record::FrameObject>& others);

}  // namespace backlot::view::test
