// Extras behind the subject stay behind it: a driver that is told its place in the lane does not think of overtaking.
#include <algorithm>

#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kBehind_m = 150;     // so far behind the subject
constexpr double kHeld_s = 30;        // then it is told again
constexpr std::uint64_t kEvery = 10;  // steps

}  // namespace

void hold_back_others(Play& play) {
  const SubjectWatch& watch = play.state.watch;
  if (!watch.is_there() || play.stage().tick().index % kEvery != 0) return;
  const look::Snapshot now = play.stage().snapshot();
  const world::Course& course = play.scene->course();
  std::vector<std::uint32_t> near;
  const geometry::WorldPoint at = course.point_at(watch.front_m());
  look::find_within(now, look::Circle{{at.x, at.y}, kBehind_m}, near);
  for (const std::uint32_t number : near) {
    const world::ObjectId id = now.id(number);
    if (id == play.subject || now.is_external(number)) continue;
    const std::optional<record::FrameObject> body = play.stage().find(id);
    const std::optional<double> metre = body ? find_on_course(*play.scene, *body) : std::nullopt;
    if (!metre || *metre > watch.rear_m()) continue;
    auto held = std::find_if(play.state.nudged.begin(), play.state.nudged.end(),
                             [&](const Nudged& nudged) { return nudged.id == id; });
    if (held == play.state.nudged.end()) held = play.state.nudged.insert(play.state.nudged.end(), {.id = id});
    if (held->lane != 0 && play.now_s() - held->told_s < kHeld_s) continue;
    held->told_s = play.now_s();
    held->lane = play.directing->direct(
        {.actor = id, .hold = direct::ForTime{kHeld_s}, .what = direct::SetOffset{.offset_m = 0}});
  }
}

}  // namespace backlot::scene
