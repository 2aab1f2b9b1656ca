// Keeps the lane free into which an actor is to swerve: extras near the actor on that lane go one lane further, and stay there.
#include <algorithm>
#include <cmath>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/look/region.h"
#include "backlot/scene/internal/nudges.h"

namespace backlot::scene {

namespace {

using world::TrackId;

constexpr double kBesideAhead_m = 400, kBesideBehind_m = 40;  // of the actor

TrackId lane_on_side(const world::Track& track, world::Side side) {
  return side == world::Side::left ? track.left : track.right;
}

// The swerve that a beat is yet to tell, with its actor; without a side where no beat has one.
struct Swerving {
  world::ObjectId actor{};
  world::Side side = world::Side::none;
};
Swerving find_swerving(const Play& play) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    if (play.state.beats[k].phase != BeatPhase::waits) continue;
    for (const ActionDescription& action : play.beat(k).actions) {
      const auto* tell = std::get_if<Tell>(&action.what);
      const auto* swerve = tell == nullptr ? nullptr : std::get_if<direct::Swerve>(&tell->what);
      if (swerve != nullptr && !play.object(tell->role).is_empty())
        return {play.object(tell->role), swerve->side};
    }
  }
  return {};
}

// The lane into which the actor swerves, and the one beyond it, beside a metre of the course; both empty where one of them is not there.
struct Lanes {
  TrackId wanted{}, further{};
};
Lanes lanes_at(const Play& play, world::Side side, double metre) {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  const world::Tracks& tracks = play.scene->roads().tracks;
  const world::Course& course = play.scene->course();
  const world::Track& own = tracks[course.list()[course.part_at(metre)]];
  if (side == world::Side::none || own.is_corridor()) return {};
  const TrackId wanted = lane_on_side(own, side);
  const TrackId further = wanted.is_empty() ? TrackId{} : lane_on_side(tracks[wanted], side);
  if (further.is_empty() || tracks[further].onward_count == 0) return {};
  return {wanted, further};
}

}  // namespace

bool is_to_leave_lane(const Play& play, const record::FrameObject& body, double metre) {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  const Lanes lanes = lanes_at(play, find_swerving(play).side, metre);
  return !lanes.further.is_empty() && body.lane == play.scene->roads().tracks[lanes.wanted].lane;
}

void clear_lane_beside(Play& play) {
  const Swerving swerving = find_swerving(play);
  const std::optional<record::FrameObject> actor =
      swerving.side == world::Side::none ? std::nullopt : play.stage().find(swerving.actor);
  const std::optional<double> actor_m = actor ? find_on_course(*play.scene, *actor) : std::nullopt;
  if (!actor_m) return;
  const world::Tracks& tracks = play.scene->roads().tracks;
  const look::Snapshot now = play.stage().snapshot();
  std::vector<std::uint32_t> near;
  look::find_within(now, look::Circle{{actor->centre.x, actor->centre.y}, kBesideAhead_m}, near);
  for (const std::uint32_t number : near) {
    const world::ObjectId id = now.id(number);
    const std::optional<record::FrameObject> body = play.stage().find(id);
    const std::optional<double> metre = body ? find_on_course(*play.scene, *body) : std::nullopt;
    if (!metre || *metre < *actor_m - kBesideBehind_m || !is_nudgeable(play, id)) continue;
    const Lanes lanes = lanes_at(play, swerving.side, *metre);
    if (lanes.further.is_empty()) continue;
    if (body->lane == tracks[lanes.wanted].lane) move_over(play, id, swerving.side);
    if (body->lane == tracks[lanes.further].lane) keep_in_lane(play, id);
  }
}

}  // namespace backlot::scene
