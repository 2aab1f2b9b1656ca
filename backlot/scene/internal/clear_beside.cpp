// Keeps the lane free into which an actor is to swerve: extras near the actor on that lane go one lane further, and stay there.
#include <algorithm>
#include <vector>

#include "backlot/look/region.h"
#include "backlot/scene/internal/nudges.h"

namespace backlot::scene {

namespace {

using world::TrackId;

constexpr double kBesideAhead_m = 220, kBesideBehind_m = 40;  // of the actor

TrackId lane_on_side(const world::Track& track, world::Side side) {
  return side == world::Side::left ? track.left : track.right;
}

// The swerve that a beat is yet to tell, with its actor; no side where there is none.
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

}  // namespace

void clear_lane_beside(Play& play) {
  const Swerving swerving = find_swerving(play);
  const std::optional<record::FrameObject> actor =
      swerving.side == world::Side::none ? std::nullopt : play.stage().find(swerving.actor);
  const std::optional<double> actor_m = actor ? find_on_course(*play.scene, *actor) : std::nullopt;
  if (!actor_m) return;
  const world::Course& course = play.scene->course();
  const world::Tracks& tracks = play.scene->roads().tracks;
  const look::Snapshot now = play.stage().snapshot();
  std::vector<std::uint32_t> near;
  look::find_within(now, look::Circle{{actor->centre.x, actor->centre.y}, kBesideAhead_m}, near);
  for (const std::uint32_t number : near) {
    const world::ObjectId id = now.id(number);
    const std::optional<record::FrameObject> body = play.stage().find(id);
    const std::optional<double> metre = body ? find_on_course(*play.scene, *body) : std::nullopt;
    if (!metre || *metre < *actor_m - kBesideBehind_m || !is_nudgeable(play, id)) continue;
    const TrackId own = course.list()[course.part_at(*metre)];
    const TrackId wanted = tracks[own].is_corridor() ? TrackId{} : lane_on_side(tracks[own], swerving.side);
    const TrackId further = wanted.is_empty() ? TrackId{} : lane_on_side(tracks[wanted], swerving.side);
    if (further.is_empty() || tracks[further].onward_count == 0) continue;
    if (body->lane == tracks[wanted].lane) move_over(play, id, swerving.side);
    if (body->lane == tracks[further].lane) keep_in_lane(play, id);
  }
}

}  // namespace backlot::scene
