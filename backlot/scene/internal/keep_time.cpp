// A moving actor that is to be at a mark at the same time as the subject, but for some seconds.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/actor_drive.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kMostSlower = 0.6, kMostFaster = 0.2;  // shares of the speed that the driver would drive
constexpr double kLeastChange_mps = 0.05;               // a smaller one is not worth telling
// From one telling to the next, until the actor has to be exact: so much, and more for each second by which it would be early or late.
constexpr double kNews_mps = 0.6, kNewsPerSecond_mps = 4;
constexpr double kNearlyInTime_s = 0.04;  // until then one that is as good as in time is told nothing new
constexpr double kExact_s = 4;            // before the mark
constexpr double kHold_s = 0.5;
constexpr double kEarlyShare = 0.05, kMostEarly_s = 1.2;
constexpr std::uint64_t kKeepTimeEvery = 4;  // steps

// What an actor is told about its speed now, so that it needs so many seconds to a mark. It changes little by little, and not at all while the actor is
// in time: where its driver brakes for a bend hardly anything depends on it. In the last seconds only the time counts.
double told_change(const ActorDrive& drive, double way_m, double seconds, double told_mps, bool is_exact) {
  const double off_s = std::fabs(drive.seconds(way_m, told_mps) - seconds);
  if (!is_exact && off_s < kNearlyInTime_s) return told_mps;
  const double own_mps = drive.own_mps();
  const double change_mps = drive.change_for(way_m, seconds, -kMostSlower * own_mps, kMostFaster * own_mps);
  const double news_mps = kNews_mps + kNewsPerSecond_mps * off_s;
  return is_exact ? change_mps : std::clamp(change_mps, told_mps - news_mps, told_mps + news_mps);
}

// The actor is told, again and again, to drive so much faster or slower that it comes to the mark in time.
void steer(Play& play, RoleState& role, const PlacedMark& mark, double target_s) {
  BACKLOT_ASSERT(!std::isnan(target_s), "a target is a time");
  const std::optional<ActorTime> time = find_actor_time(play, role.actor, mark);
  const std::optional<traffic::VehicleView> actor = play.stage().find_extra(role.actor);
  if (!time || !actor || time->stands) {
    role.change_mps = 0;
    return;
  }
  if (play.stage().tick().index % kKeepTimeEvery != 0) return;
  const ActorDrive drive(play.scene->roads().tracks, *actor, *time->way);
  // A driver that brakes for a bend can still be slowed down, but not hurried: until then the actor is a little early.
  const double left_s = target_s - play.now_s();
  const double early_s = std::clamp(kEarlyShare * (left_s - kExact_s), 0.0, kMostEarly_s);
  role.change_mps = told_change(drive, time->way_m, left_s - early_s, role.change_mps, left_s <= kExact_s);
  if (std::fabs(role.change_mps) < kLeastChange_mps) return;
  role.pace = play.directing->direct({.actor = role.actor,
                                      .hold = direct::ForTime{kHold_s},
                                      .what = direct::AdjustSpeed{.speed_mps = role.change_mps}});
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

// Whether a beat that plays has told the actor of a role to stop somewhere: until the beat is over it waits there.
bool is_directed_to_stop(const Play& play, const std::string& role) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    if (play.state.beats[k].phase != BeatPhase::plays) continue;
    for (const ActionDescription& action : play.beat(k).actions) {
      const auto* tell = std::get_if<Tell>(&action.what);
      if (tell != nullptr && tell->role == role && std::holds_alternative<direct::StopAt>(tell->what))
        return true;
    }
  }
  return false;
}

}  // namespace

double longest_seconds(const Play& play, world::ObjectId actor, const ActorTime& time) {
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(actor);
  if (!extra) return 0;
  const ActorDrive drive(play.scene->roads().tracks, *extra, *time.way);
  return drive.seconds(time.way_m, -kMostSlower * drive.own_mps());
}

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
    if (is_directed_to_stop(play, can->role)) {
      role->target_s = -1;
      continue;
    }
    if (beat.phase == BeatPhase::plays && role->target_s < 0) continue;  // it started from standing
    if (beat.phase == BeatPhase::waits) {
      const std::optional<ActorTime> time = find_actor_time(play, role->actor, *mark);
      const std::optional<double> subject_s = time ? play.subject_s(time->touch.subject_m) : std::nullopt;
      if (time && time->stands && mark->is_conflict)
        role->target_s = -1;  // from here on it starts from standing
      if (!subject_s || time->stands) continue;
      role->target_s = play.now_s() + *subject_s - can->before_s;
    }
    steer(play, *role, *mark, role->target_s);
  }
}

}  // namespace backlot::scene
