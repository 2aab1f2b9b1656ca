// Speeds that an actor is told: one to hold, one that swings, or one that brings it to its place ahead of the subject.
//
// A driver comes to a new speed slowly. So that the actor has the acceleration that the speed needs, it is told a wish of speed at which its driver
// model (traffic::free_accel) accelerates as much.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/scene/play.h"
#include "backlot/traffic/vehicle/following.h"

namespace backlot::scene {

namespace {

constexpr double kCorrects_s = 1.5;  // in which a speed that is wrong gets right
constexpr double kMostGain = 0.9;    // of what the driver can
constexpr double kMostLoss_mps2 = 1.5;
constexpr double kHeld_s = 0.5;            // longer than until it is told again
constexpr std::uint64_t kSpeedsEvery = 4;  // steps
constexpr double kLeastSpeed_mps = 1;
constexpr double kFree_s = 5;  // a subject with a leader further off drives by itself
// An actor on its way to its place ahead of the subject.
constexpr double kPlaceRate = 0.2;                           // per s, of the distance that is wrong
constexpr double kSpeedsSlower = 0.25, kSpeedsFaster = 0.2;  // shares of the speed of the subject

// The speed at which a driver on a free road accelerates as wanted; the inverse of traffic::free_accel.
double wish_for(const traffic::DriverTraits& traits, double v, double accel_mps2) {
  BACKLOT_ASSERT(v >= 0, "a driver drives forward");
  const auto a = static_cast<double>(traits.accel_mps2), b = static_cast<double>(traits.brake_mps2);
  if (accel_mps2 >= 0) return v / std::sqrt(std::sqrt(1 - std::min(accel_mps2 / a, kMostGain)));
  return v / (1 + std::min(-accel_mps2, b) / (4 * b));
}

void tell_speed(Play& play, std::size_t beat, const std::string& name, double speed_mps, double accel_mps2) {
  BACKLOT_ASSERT(!std::isnan(speed_mps), "a role is told a speed");
  const RoleState* role = play.find_role(name);
  const std::optional<traffic::VehicleView> actor =
      role->actor.is_empty() ? std::nullopt : play.stage().find_extra(role->actor);
  if (role->is_committed && !play.beat(beat).commits) return;  // another beat has taken over
  if (!actor) {
    if (role->is_committed)
      play.fail(Trouble::actor_lost, static_cast<std::uint32_t>(beat), play.scene->find_role(name));
    return;
  }
  const double v = std::max(actor->mover.speed_mps, kLeastSpeed_mps);
  const double wanted =
      std::max(accel_mps2 + (speed_mps - actor->mover.speed_mps) / kCorrects_s, -kMostLoss_mps2);
  const world::Track& track = play.scene->roads().tracks[actor->mover.trail.current()];
  const auto usual = static_cast<double>(traffic::road_mps(actor->driver.traits, track.limit_mps));
  play.directing->direct(
      {.actor = role->actor,
       .hold = direct::ForTime{kHeld_s},
       .what = direct::AdjustSpeed{.speed_mps = wish_for(actor->driver.traits, v, wanted) - usual}});
}

// The speed that the subject drives by itself. While another vehicle is near ahead of it, which may be the actor, that is the highest share of
// what the road allows that it has driven: otherwise an actor that slows the subject down would follow it down to standing.
double own_speed_of_subject(Play& play, std::size_t beat) {
  BACKLOT_ASSERT(beat < play.state.beats.size(), "the script has no such beat");
  const SubjectWatch& watch = play.state.watch;
  const double allowed_mps = play.scene->travel_times().speed_at(watch.front_m(), 1);
  const double share = watch.speed_mps() / allowed_mps;
  double& known = play.state.beats[beat].subject_share;
  known = watch.gap_m() < kFree_s * watch.speed_mps() ? std::max(known, share) : share;
  return known * allowed_mps;
}

}  // namespace

void take_position(Play& play, std::size_t beat, const TakePosition& what) {
  BACKLOT_ASSERT(beat < play.state.beats.size(), "the script has no such beat");
  if (play.stage().tick().index % kSpeedsEvery != 0 || !play.state.watch.is_there()) return;
  if (what.for_s && play.now_s() - play.state.beats[beat].began_s > *what.for_s) return;
  const double own_mps = own_speed_of_subject(play, beat);
  const RoleState* role = play.find_role(what.role);
  const std::optional<record::FrameObject> actor =
      role->actor.is_empty() ? std::nullopt : play.stage().find(role->actor);
  const std::optional<double> middle_m = actor ? find_on_course(*play.scene, *actor) : std::nullopt;
  if (!middle_m || (role->is_committed && !play.beat(beat).commits)) return;
  const double gap_m = *middle_m - 0.5 * static_cast<double>(actor->length_m) - play.state.watch.front_m();
  const double wrong_m = gap_m - what.gap_m - what.headway_s * own_mps;
  const double change_mps =
      std::clamp(-kPlaceRate * wrong_m, -kSpeedsSlower * own_mps, kSpeedsFaster * own_mps);
  tell_speed(play, beat, what.role, own_mps + change_mps, 0);
}

void hold_speed(Play& play, std::size_t beat, const DriveAt& what) {
  BACKLOT_ASSERT(beat < play.state.beats.size(), "the script has no such beat");
  if (play.stage().tick().index % kSpeedsEvery != 0) return;
  if (what.for_s && play.now_s() - play.state.beats[beat].began_s > *what.for_s) return;
  double speed_mps = what.speed_mps;
  if (!what.than.empty()) {
    const world::ObjectId object = play.object(what.than);
    const std::optional<record::FrameObject> body =
        object.is_empty() ? std::nullopt : play.stage().find(object);
    if (!body) return;
    const double object_mps = what.than == kSubject ? own_speed_of_subject(play, beat) : body->speed_mps;
    speed_mps = std::max(0.0, object_mps + what.speed_mps);
  }
  tell_speed(play, beat, what.role, speed_mps, 0);
}

void swing_speed(Play& play, std::size_t beat, const Swing& swing) {
  BACKLOT_ASSERT(beat < play.state.beats.size(), "the script has no such beat");
  BACKLOT_ASSERT(swing.period_s > 0, "a swing has a period");
  BeatState& state = play.state.beats[beat];
  if (state.base_mps < 0) {
    const world::ObjectId id = play.object(swing.role);
    const std::optional<record::FrameObject> actor = id.is_empty() ? std::nullopt : play.stage().find(id);
    if (!actor) return;
    state.base_mps = actor->speed_mps;
  } else if (play.stage().tick().index % kSpeedsEvery != 0) {
    return;
  }
  const double since_s = play.now_s() - state.began_s, rate = base::kTwoPi / swing.period_s;
  if (since_s > swing.for_s) return;
  const base::SinCos phase = base::sin_cos(rate * since_s);
  tell_speed(play, beat, swing.role, state.base_mps + swing.by_mps * phase.sin,
             swing.by_mps * rate * phase.cos);
}

}  // namespace backlot::scene
