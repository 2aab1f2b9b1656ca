// When an actor can be at a mark, and whether others leave it room.
#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/look/gap.h"
#include "backlot/scene/internal/actor_drive.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/light_times.h"
#include "backlot/scene/internal/nudges.h"
#include "backlot/scene/play.h"
#include "backlot/traffic/vehicle/directing.h"
#include "backlot/traffic/vehicle/free_drive.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kStands_mps = 0.5;
// Between the actor and another body that crosses its way before it, or after it. The driver of one that passes just before it would brake for it.
constexpr double kAirBefore_s = 0.9, kAir_s = 0.5;
constexpr double kLook_m = 160;  // others further off are not looked at
constexpr double kSlow_mps = 1.5;
constexpr double kFast_mps = 10;  // a slower body may be one of a queue that starts
constexpr double kGentle_mps2 = 0.8;
constexpr double kPasses_s = 4;

// Metres from the front of an actor to a metre of a track on its way, or on a way that it could take; empty elsewhere.
std::optional<double> find_way(const Tracks& tracks, const traffic::VehicleView& actor, const MarkWay& way,
                               double metres) {
  BACKLOT_ASSERT(!std::isnan(metres), "a place on a track is a number");
  const double front_m = actor.mover.metres + static_cast<double>(actor.shape.front_m());
  const TrackId goal = way.corridor.is_empty() ? way.mark.track : way.corridor;
  const world::Trail& trail = actor.mover.trail;
  double begins_m = 0;
  for (std::uint32_t k = 0;; ++k) {
    const TrackId at = k == 0 ? trail.current() : trail.ahead(k - 1);
    if (at == goal) return begins_m + metres - front_m;
    // from its lane an actor can be told to take the corridor
    if (!way.corridor.is_empty() && at == way.lane) return begins_m + tracks[at].length + metres - front_m;
    begins_m += tracks[at].length;
    if (k >= trail.ahead()) break;
  }
  // beyond the end of the trail there is often nothing to choose
  TrackId at = trail.last();
  for (int k = 0; k < 4 && tracks.onward(tracks[at]).size() == 1; ++k) {
    at = tracks.onward(tracks[at]).front();
    if (at == goal) return begins_m + metres - front_m;
    if (!way.corridor.is_empty() && at == way.lane) return begins_m + tracks[at].length + metres - front_m;
    begins_m += tracks[at].length;
  }
  return std::nullopt;
}

double launch_seconds(const Tracks& tracks, const traffic::VehicleView& actor, const MarkWay& way,
                      double way_m) {
  traffic::DriverTraits traits = actor.driver.traits;
  traits.accel_mps2 = static_cast<float>(traffic::launch_mps2(actor.shape));
  traffic::PaceZone zone{0, static_cast<double>(traffic::road_mps(traits, tracks[way.lane].limit_mps))};
  return traffic::drive_along(traits, std::max(0.0, actor.mover.speed_mps), way_m, std::span(&zone, 1))
      .seconds;
}

// Whether an actor that stands is told to launch when it is to go to a mark; otherwise it starts as its driver does.
bool is_launched_to(const Play& play, const PlacedMark& mark) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const CanBe* can = play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr;
    if (can == nullptr || can->mark != mark.name) continue;
    for (const ActionDescription& action : play.beat(k).actions) {
      const auto* tell = std::get_if<Tell>(&action.what);
      if (tell != nullptr && std::holds_alternative<direct::Launch>(tell->what)) return true;
    }
  }
  return false;
}

double drive_seconds(const Tracks& tracks, const traffic::VehicleView& actor, const MarkWay& way,
                     double way_m) {
  return ActorDrive(tracks, actor, way).seconds(way_m);
}

// Whether a body that is so far from a stretch of a corridor stops at the red light before it.
bool will_stop(const Play& play, TrackId corridor, double way_m, double v) {
  BACKLOT_ASSERT(!corridor.is_empty(), "a stop is in front of a corridor");
  constexpr double kFirm_mps2 = 4;
  const double red_s = red_seconds(play, play.scene->roads().tracks[corridor].corridor);
  return red_s > 0 && way_m > v * v / (2 * kFirm_mps2) && red_s > way_m / std::max(v, kFast_mps);
}

}  // namespace

std::optional<ActorTime> find_actor_time(const Play& play, world::ObjectId id, const PlacedMark& mark) {
  if (id.is_empty()) return std::nullopt;
  if (const std::optional<traffic::WalkerView> walker = play.stage().find_walker(id))
    return find_foot_time(play, walker->walker, mark);
  const std::optional<traffic::VehicleView> actor = play.stage().find_extra(id);
  if (!actor) return std::nullopt;
  const Tracks& tracks = play.scene->roads().tracks;
  const auto kind = static_cast<std::size_t>(actor->mover.kind);
  std::optional<ActorTime> best;
  for (const MarkWay& way : mark.ways) {
    const double metres = mark.is_conflict ? way.touch[kind].actor_m : way.mark.metres;
    const std::optional<double> way_m = find_way(tracks, *actor, way, metres);
    if (!way_m || *way_m < 0 || (best && best->way_m <= *way_m)) continue;
    ActorTime time{.way = &way, .way_m = *way_m, .stands = actor->mover.speed_mps < kStands_mps};
    time.touch = mark.is_conflict ? way.touch[kind] : Touch{metres, mark.subject_m.value_or(0)};
    time.soonest_s = time.stands && mark.is_conflict && is_launched_to(play, mark)
                         ? launch_seconds(tracks, *actor, way, *way_m)
                         : drive_seconds(tracks, *actor, way, *way_m);
    best = time;
  }
  return best;
}

namespace {

// A body with a way that the actor crosses before its mark, if the actor starts now.
struct Crosser {
  world::ObjectId id{};
  bool is_before = false;    // it has passed when the actor comes
  bool leaves_room = false;  // or it comes later, and need hardly brake for that
};

std::vector<Crosser> find_crossers(const Play& play, world::ObjectId id, const PlacedMark& mark) {
  std::vector<Crosser> found;
  const std::optional<ActorTime> time = find_actor_time(play, id, mark);
  const std::optional<traffic::VehicleView> actor = play.stage().find_extra(id);
  if (!time || !actor || time->way->corridor.is_empty()) return found;
  const Tracks& tracks = play.scene->roads().tracks;
  const look::Snapshot now = play.stage().snapshot();
  look::Gaps gaps;
  const double length_m = static_cast<double>(actor->shape.length_m);
  // metres from the actor's front to the start of its corridor
  const double begins_m = time->way_m - time->touch.actor_m;
  const bool launches = time->stands && is_launched_to(play, mark);
  const auto seconds_to = [&](double metres) {
    const double way_m = std::max(0.0, begins_m + metres);
    return launches ? launch_seconds(tracks, *actor, *time->way, way_m)
                    : drive_seconds(tracks, *actor, *time->way, way_m);
  };
  for (const Crossed& crossed : time->way->crosses) {
    const double from_s = seconds_to(crossed.from_m) - kAirBefore_s,
                 to_s = seconds_to(crossed.to_m + length_m) + kAir_s;
    const double over_m = crossed.other_to_m - crossed.other_from_m;
    for (const look::StreamBody& body : gaps.find(now, {crossed.other, crossed.other_from_m}, kLook_m)) {
      const world::ObjectId other = now.id(body.number);
      if (other == id || other == play.subject) continue;
      const look::Motion motion = now.motion(body.number);
      if (!body.is_over && will_stop(play, crossed.other, body.way_m, motion.speed_mps)) continue;
      const double v = std::max(0.0, motion.speed_mps), way_m = body.is_over ? 0 : body.way_m;
      const double goes_s = (way_m + over_m + motion.length_m) / std::max(v, kSlow_mps);
      const double brakes_s = std::min(to_s, v / kGentle_mps2);
      const double comes_m = v * brakes_s - 0.5 * kGentle_mps2 * brakes_s * brakes_s;
      found.push_back(
          {.id = other, .is_before = goes_s <= from_s, .leaves_room = !body.is_over && comes_m <= way_m});
    }
  }
  return found;
}

}  // namespace

bool has_room(const Play& play, world::ObjectId id, const PlacedMark& mark) {
  const std::vector<Crosser> crossers = find_crossers(play, id, mark);
  return std::all_of(crossers.begin(), crossers.end(),
                     [](const Crosser& c) { return c.is_before || c.leaves_room; });
}

void let_pass(Play& play, world::ObjectId id, const PlacedMark& mark) {
  for (const Crosser& c : find_crossers(play, id, mark)) {
    if (!c.is_before || !is_nudgeable(play, c.id)) continue;
    play.directing->direct({.actor = c.id, .hold = direct::ForTime{kPasses_s}, .what = direct::GoFirst{}});
  }
}

}  // namespace backlot::scene
