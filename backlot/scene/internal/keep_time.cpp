// A moving actor that is to be at a mark at the same time as the subject, but for some seconds.
#include <algorithm>
#include <cmath>

#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kBrake_mps2 = 2;    // of a driver that slows down for a bend
constexpr double kBendShare = 0.93;  // planned speed in a bend: the rest is for corrections
constexpr double kSame_s = 0.04;     // a time that differs by less is no news
constexpr double kSoonest_s = 0.5, kSlowest_mps = 3;
constexpr double kNear_m = 3;  // from there on it is steered to the mark itself

void tell_time(Play& play, RoleState& role, const world::Mark& mark, double time_s) {
  if (std::fabs(time_s - role.told_s) < kSame_s) return;
  role.told_s = time_s;
  role.pace = play.directing->direct(
      {.actor = role.actor,
       .what = direct::Arrive{
           .mark = mark,
           .time = base::SimTime{} + base::Duration::from_seconds(std::max(time_s, play.now_s() + 0.05))}});
}

// Up to the bend the actor is told when to be at its beginning, less what it will lose by braking for the bend; from there on, when to be at the mark.
void steer(Play& play, RoleState& role, const PlacedMark& mark, double target_s) {
  const std::optional<ActorTime> time = find_actor_time(play, role.actor, mark);
  const std::optional<traffic::VehicleView> actor = play.stage().find_extra(role.actor);
  if (!time || !actor || time->stands) return;
  const world::Tracks& tracks = play.scene->roads().tracks;
  const MarkWay& way = *time->way;
  const double begins_m = time->way_m - time->touch.actor_m;
  if (way.corridor.is_empty() || begins_m < kNear_m) {
    tell_time(play, role, way.corridor.is_empty() ? way.mark : world::Mark{way.corridor, time->touch.actor_m},
              target_s);
    return;
  }
  const world::Track& corridor = tracks[way.corridor];
  const double bend_mps = kBendShare * static_cast<double>(std::min(corridor.bend_mps, corridor.limit_mps));
  const double v = actor->mover.speed_mps;
  const double lost_s = v > bend_mps ? (v - bend_mps) * (v - bend_mps) / (2 * kBrake_mps2 * v) : 0;
  // one that has time goes through the corridor no faster than it comes
  const double even_mps = time->way_m / std::max(target_s - play.now_s(), kSoonest_s);
  const double through_mps = std::clamp(even_mps, kSlowest_mps, std::max(kSlowest_mps, bend_mps));
  tell_time(play, role, {way.lane, tracks[way.lane].length},
            target_s - time->touch.actor_m / through_mps - lost_s);
}

// An actor that a beat tells to be at a mark so long before the subject.
void keep_told_time(Play& play, const Tell& tell, bool is_fixed) {
  RoleState* role = play.find_role(tell.role);
  const PlacedMark* mark = play.scene->find_mark(tell.mark);
  if (role == nullptr || mark == nullptr || !mark->subject_m || role->actor.is_empty()) return;
  if (!is_fixed || role->target_s < 0) {
    const std::optional<double> subject_s = play.subject_s(*mark->subject_m);
    if (!subject_s) return;
    role->target_s = play.now_s() + *subject_s - std::get<direct::KeepTime>(tell.what).before_s;
  }
  steer(play, *role, *mark, role->target_s);
}

}  // namespace

void keep_on_time(Play& play) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    if (play.state.beats[k].phase != BeatPhase::plays) continue;
    for (const ActionDescription& action : play.beat(k).actions)
      if (const auto* tell = std::get_if<Tell>(&action.what);
          tell != nullptr && keeps_time_with_subject(*tell))
        keep_told_time(play, *tell, play.beat(k).commits);
  }
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const BeatState& beat = play.state.beats[k];
    if (beat.phase == BeatPhase::over || beat.phase == BeatPhase::missed || !play.beat(k).when) continue;
    const CanBe* can = find_can_be(*play.beat(k).when);
    RoleState* role = can == nullptr ? nullptr : play.find_role(can->role);
    const PlacedMark* mark = can == nullptr ? nullptr : play.scene->find_mark(can->mark);
    if (role == nullptr || mark == nullptr || role->actor.is_empty()) continue;
    if (beat.phase == BeatPhase::plays && role->target_s < 0) continue;  // it started from standing
    if (beat.phase == BeatPhase::waits) {
      const std::optional<ActorTime> time = find_actor_time(play, role->actor, *mark);
      const std::optional<double> subject_s = time ? play.subject_s(time->touch.subject_m) : std::nullopt;
      if (!subject_s || time->stands) continue;
      role->target_s = play.now_s() + *subject_s - can->before_s;
    }
    steer(play, *role, *mark, role->target_s);
  }
}

}  // namespace backlot::scene
