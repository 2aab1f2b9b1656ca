#include "backlot/sut_link/test/random_values.h"

namespace backlot::sut_link {

sut::Mission RandomValues::mission() {
  sut::Mission made;
  made.scene = "scene_" + std::to_string(whole(1000));
  made.seed = random_();
  made.cycle_s = number();
  made.start_time_s = number();
  made.vehicle = {number(), number(), number(), number(), number(), number(), number(), number()};
  made.road.spacing_m = number();
  for (std::uint64_t k = whole(9); k > 0; --k)
    made.road.points.push_back({number(), number(), number(), number(), number(), number(), number()});
  for (std::uint64_t k = whole(4); k > 0; --k)
    made.road.lines.push_back(
        {number(), number(), choice<sut::LineRule>(), static_cast<std::int32_t>(whole(3)) - 1});
  for (std::uint64_t k = whole(4); k > 0; --k) made.checkpoints.push_back({number(), number(), number()});
  return made;
}

sut::View RandomValues::view() {
  sut::View made;
  made.cycle = random_();
  made.time_s = number();
  made.own = {number(), number(), number(), number(), number(), number()};
  for (std::uint64_t k = whole(6); k > 0; --k)
    made.objects.push_back({static_cast<std::uint32_t>(random_()), choice<sut::SeenKind>(), number(),
                            number(), number(), number(), number(), number(), number(), number(), number(),
                            coin(), coin(), coin()});
  if (coin())
    made.road = sut::RoadAhead{number(), number(), static_cast<std::int32_t>(whole(100)) - 1,
                               choice<sut::LightState>()};
  return made;
}

sut::Command RandomValues::command() {
  sut::Command made;
  if (coin()) {
    made.motion = sut::Steering{number(), number()};
  } else {
    sut::TargetPath path;
    for (std::uint64_t k = whole(20); k > 0; --k) path.points.push_back({number(), number(), number()});
    made.motion = path;
  }
  made.indicates_left = coin();
  made.indicates_right = coin();
  for (std::uint64_t k = whole(5); k > 0; --k)
    made.signals.push_back({"signal." + std::to_string(k), number()});
  return made;
}

}  // namespace backlot::sut_link
