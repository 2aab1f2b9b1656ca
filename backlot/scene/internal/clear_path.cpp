// Keeps a way free: extras are told to come a little earlier or later, so that none is in the way when it matters.
#include <algorithm>
#include <cmath>

#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;

constexpr double kClear_s = 5;       // so long before the subject is at the mark all extras ahead are past it
constexpr double kRetold_s = 2;      // an extra is told again after that long
constexpr double kMostFaster = 0.3;  // than it would drive, as a share
constexpr double kLeastFaster_mps = 0.3;               // less is not worth telling
constexpr double kBehind_m = 80, kBehind_s = 6;        // extras so near behind the subject do not overtake
constexpr double kFree_m = 70;                         // before a line a driver can still change its mind
constexpr double kAir_s = 1.3;                         // between the actor and others that cross its way
constexpr double kMostHurry = 1.12, kMostDelay = 1.6;  // of the time that others take to the line
constexpr double kCrossingShare = 0.9;                 // of the limit: through a crossing
constexpr double kMoves_mps = 4;
constexpr std::uint64_t kEvery = 10;  // steps
constexpr double kPastMark_m = 25;

Nudged& nudged_of(Play& play, world::ObjectId id) {
  std::vector<Nudged>& list = play.state.nudged;
  const auto at = std::find_if(list.begin(), list.end(), [&](const Nudged& n) { return n.id == id; });
  if (at != list.end()) return *at;
  list.push_back({.id = id});
  return list.back();
}

bool plays_role(const Play& play, world::ObjectId id) {
  return std::any_of(play.state.roles.begin(), play.state.roles.end(),
                     [&](const RoleState& role) { return role.actor == id; });
}

// Extras ahead of the subject are past the mark before it matters: those that would not be drive faster by as much as they are late.
void hurry_on(Play& play, const look::Snapshot& now, const look::Arriving& body, double left_s,
              double past_line_m) {
  const world::ObjectId id = now.id(body.number);
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(id);
  if (!extra || plays_role(play, id)) return;
  Nudged& nudged = nudged_of(play, id);
  if (nudged.told_s >= 0 && play.now_s() - nudged.told_s < kRetold_s) return;
  const Track& track = play.scene->roads().tracks[extra->mover.trail.current()];
  const double usual = static_cast<double>(track.limit_mps * extra->driver.traits.speed_factor);
  const double beyond_m = past_line_m + static_cast<double>(extra->shape.length_m) + kPastMark_m;
  const double takes_s = body.arrival.expected_s + beyond_m / (kCrossingShare * usual);
  if (body.way_m > kFree_m && nudged.route == 0)
    nudged.route =
        play.directing->direct({.actor = id, .what = direct::Turn{.direction = network::Turn::straight}});
  // what it was told so far counts as its own
  const double factor = takes_s / std::max(left_s, 1.0);
  nudged.target = std::clamp(nudged.target + (factor - 1) * usual, 0.0, kMostFaster * usual);
  nudged.told_s = play.now_s();
  if (nudged.target < kLeastFaster_mps) return;
  nudged.pace = play.directing->direct({.actor = id,
                                        .hold = direct::ForTime{kRetold_s + 0.5},
                                        .what = direct::AdjustSpeed{.speed_mps = nudged.target}});
}

void clear_subject_path(Play& play, const PlacedMark& mark, double ahead_s) {
  const SubjectWatch& watch = play.state.watch;
  const std::optional<double> subject_s = play.subject_s(*mark.subject_m);
  if (!subject_s || *subject_s <= 0) return;
  const world::Course& course = play.scene->course();
  const world::Tracks& tracks = play.scene->roads().tracks;
  // the line, or the place itself, that all come to who are ahead of the subject
  std::size_t part = course.part_at(*mark.subject_m);
  world::Mark goal{course.list()[part], *mark.subject_m - course.start_of(part)};
  double past_m = 0;
  if (tracks[goal.track].is_corridor() && part > 0) {
    --part;
    goal = world::line_of(tracks, course.list()[part]);
    past_m = *mark.subject_m - course.start_of(part) - goal.metres;
  }
  const look::Snapshot now = play.stage().snapshot();
  const double subject_way_m = course.start_of(part) + goal.metres - watch.front_m();
  for (const look::Arriving& body : play.arrivals.find(now, goal, 0, *subject_s + kBehind_s)) {
    const world::ObjectId id = now.id(body.number);
    if (id == play.subject || now.is_external(body.number)) continue;
    if (body.way_m < subject_way_m) {
      hurry_on(play, now, body, *subject_s - ahead_s, past_m);
    } else if (body.way_m < subject_way_m + kBehind_m) {
      Nudged& nudged = nudged_of(play, id);
      if (nudged.lane == 0)
        nudged.lane = play.directing->direct(
            {.actor = id, .hold = direct::ForTime{120}, .what = direct::SetOffset{.offset_m = 0}});
    }
  }
}

// When the actor will cross the ways of others: seconds from now, by the time at which it is to be at the mark.
struct Passing {
  double from_s = 0, to_s = 0;
};

// Extras that would be where the actor crosses their way come earlier or later.
void shift_others(Play& play, const Crossed& crossed, const Passing& passing) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  const Track& corridor = tracks[crossed.other];
  if (tracks.before(corridor).empty()) return;
  const TrackId lane = tracks.before(corridor).front();
  const world::Mark line = world::line_of(tracks, lane);
  const double from_line_m = tracks[lane].length - line.metres + crossed.other_from_m;
  const double over_m = crossed.other_to_m - crossed.other_from_m;
  const look::Snapshot now = play.stage().snapshot();
  const double until_s = passing.to_s + 10;
  for (const look::Arriving& body : play.arrivals.find(now, {crossed.other, 0}, 0, until_s)) {
    const world::ObjectId id = now.id(body.number);
    const std::optional<traffic::VehicleView> extra = play.stage().find_extra(id);
    if (!extra || plays_role(play, id) || extra->mover.speed_mps < kMoves_mps) continue;
    const double way_m = body.way_m - (tracks[lane].length - line.metres);  // to the line
    if (way_m < 5) continue;
    Nudged& nudged = nudged_of(play, id);
    if (nudged.told_s >= 0 && play.now_s() - nudged.told_s < kRetold_s) continue;
    const double through_mps =
        std::max(kCrossingShare * static_cast<double>(tracks[lane].limit_mps), kMoves_mps);
    const double length_m = static_cast<double>(extra->shape.length_m);
    // while it keeps a time that it was told, that is when it comes
    const double line_s = nudged.is_timed
                              ? nudged.target - play.now_s()
                              : body.arrival.expected_s - (tracks[lane].length - line.metres) / through_mps;
    const double comes_s = line_s + from_line_m / through_mps,
                 goes_s = comes_s + (over_m + length_m) / through_mps;
    if (goes_s < passing.from_s - kAir_s || comes_s > passing.to_s + kAir_s) continue;
    const double earlier_s = goes_s - (passing.from_s - kAir_s), later_s = passing.to_s + kAir_s - comes_s;
    const bool can_earlier = line_s - earlier_s > line_s / kMostHurry,
               can_later = line_s + later_s < line_s * kMostDelay;
    if (!can_earlier && !can_later) continue;
    // a driver gains less than it can lose
    const bool is_later = can_later && (!can_earlier || later_s < 2 * earlier_s);
    nudged.target = play.now_s() + line_s + (is_later ? later_s : -earlier_s);
    nudged.is_timed = true;
    nudged.told_s = play.now_s();
    nudged.pace = play.directing->direct(
        {.actor = id,
         .what = direct::Arrive{.mark = line,
                                .time = base::SimTime{} + base::Duration::from_seconds(nudged.target)}});
  }
}

void clear_role_path(Play& play, const KeepPathFree& what, const PlacedMark& mark) {
  // the beat that waits for the role at the mark knows when
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const CanBe* can = play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr;
    if (can == nullptr || can->role != what.role || play.state.beats[k].phase != BeatPhase::waits) continue;
    const MarkWay& way = mark.ways.front();
    const std::optional<double> subject_s = play.subject_s(way.touch[0].subject_m);
    if (!subject_s) return;
    const double at_mark_s = *subject_s - can->before_s;
    // it goes through the last metres at some eight metres a second
    constexpr double kThrough_mps = 8;
    for (const Crossed& crossed : way.crosses) {
      const double from_s = at_mark_s - (way.touch[0].actor_m - crossed.from_m) / kThrough_mps;
      const double to_s = at_mark_s + (crossed.to_m + 5 - way.touch[0].actor_m) / kThrough_mps;
      shift_others(play, crossed, {std::min(from_s, at_mark_s - 0.5), std::max(to_s, from_s + 0.8)});
    }
  }
}

}  // namespace

void clear_path(Play& play, const KeepPathFree& what) {
  const PlacedMark* mark = play.scene->find_mark(what.mark);
  if (mark == nullptr || !mark->subject_m || !play.state.watch.is_known()) return;
  if (play.stage().tick().index % kEvery != 0) return;
  if (what.role.empty() || what.role == kSubject) {
    clear_subject_path(play, *mark, what.ahead_s.value_or(kClear_s));
  } else if (mark->is_conflict) {
    clear_role_path(play, what, *mark);
  }
}

// Those who were told when to come keep to it: they are near, and the actor is about to cross their way.
void stop_clearing(Play& play) {
  for (const Nudged& nudged : play.state.nudged)
    for (const direct::DirectiveNumber number : {nudged.pace, nudged.lane, nudged.route})
      if (number != 0 && !nudged.is_timed) play.stage().cancel(number);
  play.state.nudged.clear();
}

}  // namespace backlot::scene
