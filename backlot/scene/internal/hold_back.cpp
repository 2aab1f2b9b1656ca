// Extras behind the subject stay behind it: a driver that is told its place in the lane does not think of overtaking, and one on a lane beside drives
// no faster than the subject.
#include <algorithm>

#include "backlot/scene/internal/nudges.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kHeldBehind_m = 150;                    // so far behind the subject
constexpr double kSlower_mps = 0.5, kLeastHeld_mps = 5;  // than the subject, on a lane beside it
constexpr std::uint64_t kHoldBackEvery = 10;             // steps

}  // namespace

void hold_back_others(Play& play) {
  const SubjectWatch& watch = play.state.watch;
  if (!watch.is_there() || play.stage().tick().index % kHoldBackEvery != 0) return;
  const look::Snapshot now = play.stage().snapshot();
  const world::Course& course = play.scene->course();
  const world::Tracks& tracks = play.scene->roads().tracks;
  std::vector<std::uint32_t> near;
  const geometry::WorldPoint at = course.point_at(watch.front_m());
  look::find_within(now, look::Circle{{at.x, at.y}, kHeldBehind_m}, near);
  for (const std::uint32_t number : near) {
    const world::ObjectId id = now.id(number);
    if (id == play.subject || now.is_external(number)) continue;
    const std::optional<record::FrameObject> body = play.stage().find(id);
    const std::optional<double> metre = body ? find_on_course(*play.scene, *body) : std::nullopt;
    if (!metre || *metre > watch.rear_m() || !is_nudgeable(play, id)) continue;
    keep_in_lane(play, id);
    const world::Track& own = tracks[course.list()[course.part_at(*metre)]];
    if (body->lane != own.lane) slow_to(play, id, std::max(kLeastHeld_mps, watch.speed_mps() - kSlower_mps));
  }
}

}  // namespace backlot::scene
