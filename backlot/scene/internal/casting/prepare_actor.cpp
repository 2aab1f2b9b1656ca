// What an actor is told as soon as it is cast.
#include "backlot/scene/internal/casting/prepare_actor.h"

#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/nudges.h"

namespace backlot::scene {

namespace {

using world::TrackId;

// The turn that a beat tells a role to take, where its way itself is the deed; null where it is not.
const direct::Turn* find_directed_turn(const BeatDescription& beat, const std::string& role) {
  for (const ActionDescription& action : beat.actions) {
    const auto* tell = std::get_if<Tell>(&action.what);
    if (beat.commits && tell != nullptr && tell->role == role)
      if (const auto* turn = std::get_if<direct::Turn>(&tell->what)) return turn;
  }
  return nullptr;
}

bool meets_subject(const Play& play, network::CorridorId corridor) {
  BACKLOT_ASSERT(!corridor.is_empty(), "a corridor meets the course or not");
  const world::Tracks& tracks = play.scene->roads().tracks;
  const auto& list = play.scene->course().list();
  return std::any_of(list.begin(), list.end(), [&](TrackId id) {
    if (!tracks[id].is_corridor()) return false;
    const auto dependencies = tracks.network().dependencies(tracks[id].corridor);
    return std::any_of(dependencies.begin(), dependencies.end(),
                       [&](const network::Dependency& d) { return d.other == corridor; });
  });
}

// A way from the same lane by which the actor does not come into the way of the subject; the deed itself where no such way exists.
network::Turn harmless_turn(const Play& play, TrackId lane, network::Turn deed) {
  BACKLOT_ASSERT(!lane.is_empty(), "a turn begins on a lane");
  const world::Tracks& tracks = play.scene->roads().tracks;
  for (const TrackId id : tracks.onward(tracks[lane])) {
    if (!tracks[id].is_corridor() || meets_subject(play, tracks[id].corridor)) continue;
    const network::Turn turn = tracks.network().corridor(tracks[id].corridor).turn;
    if (turn != deed) return turn;
  }
  return deed;
}

}  // namespace

void prepare_actor(Play& play, const RoleDescription& role, RoleState& state) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const CanBe* can = play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr;
    if (can == nullptr || can->role != role.name) continue;
    const std::optional<ActorTime> time =
        find_actor_time(play, state.actor, *play.scene->find_mark(can->mark));
    if (!time || time->way->corridor.is_empty()) continue;
    const world::Tracks& tracks = play.scene->roads().tracks;
    network::Turn turn = tracks.network().corridor(tracks[time->way->corridor].corridor).turn;
    if (find_directed_turn(play.beat(k), role.name) != nullptr)
      turn = harmless_turn(play, time->way->lane, turn);
    state.route = play.directing->direct({.actor = state.actor, .what = direct::Turn{.direction = turn}});
    if (!time->stands) keep_in_lane(play, state.actor);
  }
}

}  // namespace backlot::scene
