// Speeds that an actor is told: one to hold, or one that swings.
//
// A driver comes to a new speed slowly. So that the actor has the acceleration that the speed needs, it is told a wish of speed at which its driver
// model (traffic::free_accel) accelerates as much.
#include <algorithm>
#include <cmath>

#include "backlot/base/math.h"
#include "backlot/scene/play.h"
#include "backlot/traffic/vehicle/following.h"

namespace backlot::scene {

namespace {

constexpr double kCorrects_s = 1.5;  // in which a speed that is wrong gets right
constexpr double kMostGain = 0.9;    // of what the driver can
constexpr double kMostLoss_mps2 = 1.5;
constexpr double kHeld_s = 0.5;      // longer than until it is told again
constexpr std::uint64_t kEvery = 4;  // steps
constexpr double kLeast_mps = 1;

// The speed at which a driver on a free road accelerates as wanted; the inverse of traffic::free_accel.
double wish_for(const traffic::DriverTraits& traits, double v, double accel_mps2) {
  const auto a = static_cast<double>(traits.accel_mps2), b = static_cast<double>(traits.brake_mps2);
  if (accel_mps2 >= 0) return v / std::sqrt(std::sqrt(1 - std::min(accel_mps2 / a, kMostGain)));
  return v / (1 + std::min(-accel_mps2, b) / (4 * b));
}

void tell_speed(Play& play, std::size_t beat, const std::string& name, double speed_mps, double accel_mps2) {
  const RoleState* role = play.find_role(name);
  const std::optional<traffic::VehicleView> actor =
      role->actor.is_empty() ? std::nullopt : play.stage().find_extra(role->actor);
  if (role->is_committed && !play.beat(beat).commits) return;  // another beat has taken over
  if (!actor) {
    if (role->is_committed)
      play.fail(Trouble::actor_lost, static_cast<std::uint32_t>(beat), play.scene->find_role(name));
    return;
  }
  const double v = std::max(actor->mover.speed_mps, kLeast_mps);
  const double wanted =
      std::max(accel_mps2 + (speed_mps - actor->mover.speed_mps) / kCorrects_s, -kMostLoss_mps2);
  const world::Track& track = play.scene->roads().tracks[actor->mover.trail.current()];
  const double usual = static_cast<double>(track.limit_mps * actor->driver.traits.speed_factor);
  play.directing->direct(
      {.actor = role->actor,
       .hold = direct::ForTime{kHeld_s},
       .what = direct::AdjustSpeed{.speed_mps = wish_for(actor->driver.traits, v, wanted) - usual}});
}

}  // namespace

void hold_speed(Play& play, std::size_t beat, const DriveAt& what) {
  if (play.stage().tick().index % kEvery != 0) return;
  if (what.for_s && play.now_s() - play.state.beats[beat].began_s > *what.for_s) return;
  double speed_mps = what.speed_mps;
  if (!what.than.empty()) {
    const world::ObjectId object = play.object(what.than);
    const std::optional<record::FrameObject> body =
        object.is_empty() ? std::nullopt : play.stage().find(object);
    if (!body) return;
    // what the object drives by itself: one that is slowed down by the actor would be followed down to standing
    double& base_mps = play.state.beats[beat].base_mps;
    base_mps = std::max(base_mps, body->speed_mps);
    speed_mps = std::max(0.0, base_mps + what.speed_mps);
  }
  tell_speed(play, beat, what.role, speed_mps, 0);
}

void swing_speed(Play& play, std::size_t beat, const Swing& swing) {
  BeatState& state = play.state.beats[beat];
  if (state.base_mps < 0) {
    const world::ObjectId id = play.object(swing.role);
    const std::optional<record::FrameObject> actor = id.is_empty() ? std::nullopt : play.stage().find(id);
    if (!actor) return;
    state.base_mps = actor->speed_mps;
  } else if (play.stage().tick().index % kEvery != 0) {
    return;
  }
  const double since_s = play.now_s() - state.began_s, rate = base::kTwoPi / swing.period_s;
  if (since_s > swing.for_s) return;
  const base::SinCos phase = base::sin_cos(rate * since_s);
  tell_speed(play, beat, swing.role, state.base_mps + swing.by_mps * phase.sin,
             swing.by_mps * rate * phase.cos);
}

}  // namespace backlot::scene
