#include "backlot/view/test/view_stage.h"

#include <algorithm>
#include <cmath>

namespace backlot::view::test {

ViewStage::ViewStage(const char* corridor, const char* behind)
    : roads(kCrossing),
      course(roads.tracks, {roads.lane("west", "R1"), roads.corridor(corridor),
                            roads.lane(behind, behind[0] == 'e' ? "R1" : "L1")}),
      road(make_course_road(course, 0)) {}

record::FrameObject car_at(world::ObjectId id, double x, double y, double heading_rad) {
  record::FrameObject car;
  car.id = id;
  car.centre = {x, y, 0};
  car.heading_x = std::cos(heading_rad);
  car.heading_y = std::sin(heading_rad);
  car.length_m = 4.5F;
  car.width_m = 1.8F;
  car.height_m = 1.5F;
  return car;
}

record::Frame frame_with(double subject_x, const std::vector<record::FrameObject>& others) {
  record::Frame frame;
  frame.objects = others;
  frame.objects.push_back(car_at(kSubject, subject_x, kLaneY_m));
  std::sort(frame.objects.begin(), frame.objects.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  frame.signals.assign(2, network::Aspect::green);
  return frame;
}

}  // namespace backlot::view::test
