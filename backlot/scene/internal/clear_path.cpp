// Keeps a path free: extras ahead of the subject hurry on, and those behind do not overtake. Extras that cross the way
// of an actor come earlier or later, so that the actor finds a gap.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/look/region.h"
#include "backlot/network/right_of_way.h"
#include "backlot/scene/internal/actor_drive.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/light_times.h"
#include "backlot/scene/internal/nudges.h"
#include "backlot/scene/internal/sign_times.h"
#include "backlot/traffic/vehicle/overtaking.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;

// So long before the beat that needs the path all extras ahead are past the mark; and a share of the time until then, since others may yet hold
// them up.
constexpr double kClear_s = 1, kClearShare = 0.07;
constexpr double kPastMark_m = 12;               // and so far
constexpr double kBehind_m = 80, kBehind_s = 6;  // extras so near behind the subject do not overtake
constexpr double kAheadOfActor_s = 2.5;
// on a road with several lanes: a vehicle so near ahead that is not so much faster goes to another one
constexpr double kSlower_s = 10, kFaster_mps = 5;
constexpr double kYields_s = 7;   // a driver that yields waits for vehicles that are some six seconds away
constexpr double kActor_mps = 8;  // of an actor that starts at a line, on the last metres before the mark

// The margin of a gap at the time of the actor, and what it grows by for each second until then: the subject may yet be sooner or later.
constexpr double kMargin_s = 0.9, kMarginShare = 0.035, kMostMargin_s = 3;
// One that passes just before the actor would brake for it, and stop in its way.
constexpr double kPassesBefore_s = 0.8;
constexpr double
    kAhead_s = 45,
    kBehindGap_s =
        12;  // bodies so near to a gap are looked at: one ahead that waits to turn holds up all behind it
constexpr double kHurryIsHarder = 2.2;  // a driver gains less than it can lose
// A vehicle that comes so long before the path is needed has left by then, even where it turns and waits within the intersection for oncoming
// vehicles; and so long before where it turns to the other side, and waits for none.
constexpr double kTurnsAcross_s = 45, kTurnsOff_s = 8;
constexpr double kTurnsBack = 1.5;  // to slow down after a hurry, or the other way round, is as much harder

// How long before the path is needed an extra has to be at its line to turn there as it means to; 0 where it goes straight on, and where its driver
// does not look so far yet.
double turning_seconds(Play& play, const ApproachingBody& body) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  const network::Network& net = tracks.network();
  const network::CorridorId next = play.stage().snapshot().next_corridor(body.id.slot());
  const std::span<const TrackId> behind_line = tracks.onward(tracks[body.line.track]);
  const bool is_here =
      !next.is_empty() && std::any_of(behind_line.begin(), behind_line.end(), [&](TrackId track) {
        return tracks[track].is_corridor() && tracks[track].corridor == next;
      });
  if (!is_here || net.corridor(next).turn == network::Turn::straight) return 0;
  const network::Turn off =
      net.side() == network::TrafficSide::right ? network::Turn::right : network::Turn::left;
  return net.corridor(next).turn == off ? kTurnsOff_s : kTurnsAcross_s;
}

// One that turns may have to wait within the intersection, and those behind it have to wait with it: so it goes straight on, unless it has left
// when the path is needed. Up to then it stands at a red light.
void keep_from_turning(Play& play, const ApproachingBody& body, double red_s, double needed_s) {
  BACKLOT_ASSERT(red_s >= 0, "a light is red for some time");
  const double seconds = turning_seconds(play, body);
  if (seconds > 0 && std::max(body.from_s, red_s) + seconds > needed_s) send_straight_on(play, body);
}

// ---- the path of the subject

// How long before the subject is at a mark the first beat commits that waits for an actor there.
double committed_before_s(const Play& play, const PlacedMark& mark) {
  double before_s = 0;
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const CanBe* can = play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr;
    if (can != nullptr && can->mark == mark.name) before_s = std::max(before_s, can->before_s + can->ahead_s);
  }
  return before_s;
}

// Actors that drive ahead of the subject in its lane, one behind the other.
struct Row {
  double end_m = 0;                       // the metre of the course of the foremost front
  std::optional<look::Neighbour> leader;  // the first vehicle ahead of them that is no actor
};
Row find_row(Play& play) {
  const SubjectWatch& watch = play.state.watch;
  const look::Snapshot now = play.stage().snapshot();
  look::PathNeighbours neighbours;
  look::AlongPath along{.from_m = watch.front_m(),
                        .within_m = kSlower_s * watch.speed_mps(),
                        .speed_mps = watch.speed_mps(),
                        .self = play.subject};
  for (;;) {
    const std::optional<look::Neighbour> leader = neighbours.find_leader(now, play.scene->path(), along);
    const bool is_actor =
        leader && std::any_of(play.state.roles.begin(), play.state.roles.end(),
                              [&](const RoleState& role) { return role.actor == leader->id; });
    if (!is_actor) return {along.from_m, leader && is_nudgeable(play, leader->id) ? leader : std::nullopt};
    along.from_m += std::max(leader->gap_m, 0.0) + now.motion(leader->number).length_m;
    along.self = leader->id;
  }
}

// Vehicles beside a row of actors stay in their lanes, so that none comes in between.
void close_row(Play& play, const Row& row) {
  constexpr double kBeyond_m = 20;
  const double from_m = play.state.watch.front_m();
  if (row.end_m <= from_m) return;
  const world::Course& course = play.scene->course();
  const look::Snapshot now = play.stage().snapshot();
  const geometry::WorldPoint middle = course.point_at(0.5 * (from_m + row.end_m));
  std::vector<std::uint32_t> near;
  look::find_within(now, look::Circle{{middle.x, middle.y}, 0.5 * (row.end_m - from_m) + kBeyond_m}, near);
  for (const std::uint32_t number : near) {
    const world::ObjectId id = now.id(number);
    const std::optional<record::FrameObject> body = play.stage().find(id);
    const std::optional<double> metre = body ? find_on_course(*play.scene, *body) : std::nullopt;
    if (metre && *metre > from_m && *metre < row.end_m + kBeyond_m && is_nudgeable(play, id) &&
        !is_to_leave_lane(play, *body, *metre))
      keep_in_lane(play, id);
  }
}

// On a road with several lanes a vehicle ahead that is not faster than the subject goes to the lane beside. It does not go where an actor drives,
// nor to a lane that ends.
void clear_lane(Play& play, const std::optional<look::Neighbour>& leader) {
  if (!leader || leader->speed_mps > play.state.watch.speed_mps() + kFaster_mps) return;
  const world::Tracks& tracks = play.scene->roads().tracks;
  const auto lane_of = [&](world::ObjectId id) {
    const std::optional<traffic::VehicleView> extra = play.stage().find_extra(id);
    return extra ? extra->mover.trail.current() : TrackId{};
  };
  const Track& track = tracks[lane_of(leader->id)];
  const auto is_free = [&](TrackId lane) {
    return !lane.is_empty() && tracks[lane].onward_count > 0 &&
           std::none_of(play.state.roles.begin(), play.state.roles.end(), [&](const RoleState& role) {
             return !role.actor.is_empty() && lane_of(role.actor) == lane;
           });
  };
  const world::Side passing = traffic::passing_side(tracks), kept = world::opposite(passing);
  const auto beside = [&](world::Side side) { return side == world::Side::left ? track.left : track.right; };
  if (is_free(beside(kept)))
    move_over(play, leader->id, kept);
  else if (is_free(beside(passing)))
    move_over(play, leader->id, passing);
}

void clear_subject_path(Play& play, const PlacedMark& mark, std::optional<double> ahead_s) {
  const SubjectWatch& watch = play.state.watch;
  const std::optional<double> subject_s = play.subject_s(*mark.subject_m);
  if (!subject_s || *subject_s <= 0) return;
  const world::Course& course = play.scene->course();
  const world::Tracks& tracks = play.scene->roads().tracks;
  // the line before the mark, or the mark itself: all extras ahead of the subject come there, wherever they go then
  std::size_t part = course.part_at(*mark.subject_m);
  world::Mark goal{course.list()[part], *mark.subject_m - course.start_of(part)};
  double past_m = kPastMark_m, red_s = 0;
  if (tracks[goal.track].is_corridor() && part > 0) {
    red_s = red_seconds(play, tracks[goal.track].corridor);
    --part;
    goal = world::line_of(tracks, course.list()[part]);
    past_m += *mark.subject_m - course.start_of(part) - goal.metres;
  }
  const double subject_way_m = course.start_of(part) + goal.metres - watch.front_m();
  std::vector<ApproachingBody> ahead;
  for (const ApproachingBody& body :
       find_approaching(play, {.line = goal, .length_m = past_m}, 0, *subject_s + kBehind_s)) {
    if (body.way_m < subject_way_m) {
      ahead.push_back(body);
    } else if (body.way_m < subject_way_m + kBehind_m) {
      keep_in_lane(play, body.id);
    }
  }
  const double before_s = ahead_s.value_or(committed_before_s(play, mark) + kClear_s);
  const std::vector<double> hurries = find_hurries(ahead, *subject_s * (1 - kClearShare) - before_s);
  for (std::size_t k = 0; k < ahead.size(); ++k) {
    keep_from_turning(play, ahead[k], red_s, *subject_s - before_s);
    shift(play, ahead[k], std::min(0.0, -hurries[k]));
  }
  clear_lane_beside(play);
  const Row row = find_row(play);
  close_row(play, row);
  clear_lane(play, row.leader);
}

// ---- gaps in streams

// Seconds from now between which a stretch that others cross is to be free of them.
struct Window {
  double from_s = 0, to_s = 0;
};

// By how much each body of a stream has to come later, or earlier below zero, so that none is within the window: those before a certain one hurry
// on, it and those behind it come later. Of all such divisions the one that asks least of any driver; one that drivers have been told to keep to
// before is preferred.
//
// An actor that comes in the stream divides it: those ahead of it hurry on, and do not hold it up.
std::vector<double> divide(const Play& play, std::span<const ApproachingBody> stream, const Window& window,
                           std::optional<double> actor_way_m) {
  BACKLOT_ASSERT(window.from_s <= window.to_s, "a window has an order");
  std::vector<double> best;
  double least = std::numeric_limits<double>::infinity();
  std::size_t first = 0, last = stream.size();
  if (actor_way_m)
    first = last = static_cast<std::size_t>(
        std::count_if(stream.begin(), stream.end(),
                      [&](const ApproachingBody& body) { return body.way_m < *actor_way_m; }));
  for (std::size_t before = first; before <= last; ++before) {
    std::vector<double> shifts = find_hurries(stream.first(before), window.from_s);
    for (double& shift_s : shifts) shift_s = std::min(0.0, -shift_s);
    for (std::size_t k = before; k < stream.size(); ++k)
      shifts.push_back(std::max(0.0, window.to_s - stream[k].from_s));
    double most = 0;
    for (std::size_t k = 0; k < stream.size(); ++k) {
      const double asked =
          (shifts[k] < 0 ? -kHurryIsHarder : 1) * shifts[k] / std::max(stream[k].from_s, 1.0);
      most =
          std::max(most, has_opposing_directive(play, stream[k].id, shifts[k]) ? kTurnsBack * asked : asked);
    }
    if (most >= least) continue;
    least = most;
    best = std::move(shifts);
  }
  return best;
}

// Makes the bodies of a stream that would be on a stretch within the window come before it or behind it.
void make_way(Play& play, const BehindLine& stretch, const Window& window,
              std::optional<double> actor_way_m = std::nullopt) {
  BACKLOT_ASSERT(window.from_s <= window.to_s, "a window has an order");
  const std::vector<ApproachingBody> stream =
      find_approaching(play, stretch, window.from_s - kAhead_s, window.to_s + kBehindGap_s);
  const std::vector<double> shifts = divide(play, stream, window, actor_way_m);
  for (std::size_t k = 0; k < stream.size(); ++k) {
    keep_from_turning(play, stream[k], stretch.red_s, window.from_s);
    shift(play, stream[k], shifts[k]);
  }
}

// ---- streams to which the subject yields

// Whether the subject has to wait for a stream when it is where the two ways meet.
bool yields_to(const Play& play, const MarkWay& way, double in_s) {
  BACKLOT_ASSERT(!way.corridor.is_empty(), "a way to a conflict leads over a corridor");
  const world::Tracks& tracks = play.scene->roads().tracks;
  const network::Network& net = tracks.network();
  const world::Course& course = play.scene->course();
  const Track& own = tracks[course.list()[course.part_at(way.touch[0].subject_m)]];
  const network::CorridorId other = tracks[way.corridor].corridor;
  if (!own.is_corridor() || !light_then(play, other, in_s).is_green) return false;
  const network::SignalState green(net.signal_groups().size(), network::Aspect::green);
  const auto dependencies = net.dependencies(own.corridor);
  return std::any_of(dependencies.begin(), dependencies.end(), [&](const network::Dependency& d) {
    return d.other == other &&
           network::precedence(net, own.corridor, d, green) == network::Precedence::yields;
  });
}

// Metres to the mark from the front of the actor that a beat waits for there; empty where no such actor comes by this way.
std::optional<double> find_actor_way(const Play& play, const PlacedMark& mark, const MarkWay& way) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const CanBe* can = play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr;
    if (can == nullptr || can->mark != mark.name) continue;
    const std::optional<ActorTime> time = find_actor_time(play, play.object(can->role), mark);
    if (time && time->way == &way) return time->way_m;
  }
  return std::nullopt;
}

void open_streams(Play& play, const PlacedMark& mark) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  for (const MarkWay& way : mark.ways) {
    const std::optional<double> subject_s = play.subject_s(way.touch[0].subject_m);
    if (!subject_s || !yields_to(play, way, *subject_s)) continue;
    const world::Mark line = world::line_of(tracks, way.lane);
    const Window window{*subject_s - kYields_s, *subject_s + kYields_s};
    make_way(play,
             {.line = line,
              .begins_m = tracks[way.lane].length - line.metres + way.touch[0].actor_m,
              .length_m = kPastMark_m},
             window, find_actor_way(play, mark, way));
  }
}

// ---- the path of an actor

// Opens a gap for an actor in the stream that comes from a lane.
void open_gap(Play& play, TrackId lane, std::span<const Crossed> crosses, const MarkWay& way,
              double at_mark_s) {
  BACKLOT_ASSERT(!lane.is_empty() && !std::isnan(at_mark_s), "a gap is opened in the stream of a lane");
  const world::Tracks& tracks = play.scene->roads().tracks;
  const world::Mark line = world::line_of(tracks, lane);
  const double behind_line_m = tracks[lane].length - line.metres;
  const double length_m = static_cast<double>(world::usual_shape(world::ObjectKind::car).length_m);
  const double infinity = std::numeric_limits<double>::infinity();
  Window actor{infinity, -infinity};
  double other_from_m = infinity, other_to_m = 0, red_s = 0;
  for (const Crossed& crossed : crosses) {
    if (tracks.before(tracks[crossed.other]).front() != lane) continue;
    actor.from_s = std::min(actor.from_s, at_mark_s - (way.touch[0].actor_m - crossed.from_m) / kActor_mps);
    actor.to_s =
        std::max(actor.to_s, at_mark_s + (crossed.to_m + length_m - way.touch[0].actor_m) / kActor_mps);
    other_from_m = std::min(other_from_m, crossed.other_from_m);
    other_to_m = std::max(other_to_m, crossed.other_to_m);
    red_s = std::max(red_s, red_seconds(play, tracks[crossed.other].corridor));
  }
  const double margin_s = std::min(kMostMargin_s, kMargin_s + kMarginShare * std::max(0.0, actor.from_s));
  const Window window{actor.from_s - margin_s - kPassesBefore_s, actor.to_s + margin_s};
  make_way(play,
           {.line = line,
            .begins_m = behind_line_m + other_from_m,
            .length_m = other_to_m - other_from_m,
            .red_s = red_s},
           window);
}

// What an actor loses before its line by braking for a turn. A vehicle ahead that goes straight on must be gone so much sooner not to hold it up.
double lost_to_turn_s(const Play& play, world::ObjectId id, const MarkWay& way, const world::Mark& line,
                      double line_m) {
  const std::optional<traffic::VehicleView> actor = play.stage().find_extra(id);
  if (!actor || line_m <= 0) return 0;
  const world::Tracks& tracks = play.scene->roads().tracks;
  MarkWay straight;
  straight.mark = line;
  straight.lane = way.lane;
  return std::max(0.0, ActorDrive(tracks, *actor, way).seconds(line_m) -
                           ActorDrive(tracks, *actor, straight).seconds(line_m));
}

// Makes the vehicles ahead of a moving actor on its own lane leave before it comes to the mark.
void clear_own_lane(Play& play, world::ObjectId id, const ActorTime& actor, double at_mark_s) {
  BACKLOT_ASSERT(!id.is_empty() && !std::isnan(at_mark_s), "an actor comes to its mark at some time");
  const MarkWay& way = *actor.way;
  const world::Tracks& tracks = play.scene->roads().tracks;
  const world::Mark line = world::line_of(tracks, way.lane);
  const double begins_m = tracks[way.lane].length - line.metres;
  std::vector<ApproachingBody> ahead;
  for (const ApproachingBody& body : find_approaching(
           play, {.line = line, .begins_m = begins_m, .length_m = actor.touch.actor_m}, 0, at_mark_s))
    if (body.way_m < actor.way_m - actor.touch.actor_m) ahead.push_back(body);
  const double lost_s = lost_to_turn_s(play, id, way, line, actor.way_m - actor.touch.actor_m - begins_m);
  const std::vector<double> hurries =
      find_hurries(ahead, at_mark_s * (1 - kMarginShare) - kAheadOfActor_s - lost_s -
                              sign_seconds(play, tracks[way.corridor].corridor));
  const double red_s = red_seconds(play, tracks[way.corridor].corridor);
  for (std::size_t k = 0; k < ahead.size(); ++k) {
    keep_from_turning(play, ahead[k], red_s, at_mark_s);
    shift(play, ahead[k], std::min(0.0, -hurries[k]));
  }
}

void clear_role_path(Play& play, const KeepPathFree& what, const PlacedMark& mark) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  // the beat that waits for the role at the mark knows when
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const CanBe* can = play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr;
    if (can == nullptr || can->role != what.role || play.state.beats[k].phase != BeatPhase::waits) continue;
    const MarkWay& way = mark.ways.front();
    const std::optional<double> subject_s = play.subject_s(way.touch[0].subject_m);
    if (!subject_s) return;
    std::vector<TrackId> lanes;
    for (const Crossed& crossed : way.crosses) {
      if (tracks.before(tracks[crossed.other]).empty()) continue;
      const TrackId lane = tracks.before(tracks[crossed.other]).front();
      // extras ahead of the subject are handled with its own path; those at a red light stay where they are
      const std::span<const TrackId> course = play.scene->course().list();
      if (lane == way.lane || std::find(course.begin(), course.end(), lane) != course.end()) continue;
      if (!light_then(play, tracks[crossed.other].corridor, *subject_s - can->before_s).is_green) continue;
      if (std::find(lanes.begin(), lanes.end(), lane) == lanes.end()) lanes.push_back(lane);
    }
    const double at_mark_s = *subject_s - can->before_s;
    for (const TrackId lane : lanes) open_gap(play, lane, way.crosses, way, at_mark_s);
    const std::optional<ActorTime> actor = find_actor_time(play, play.object(what.role), mark);
    if (actor && !actor->stands) clear_own_lane(play, play.object(what.role), *actor, at_mark_s);
  }
}

}  // namespace

void clear_path(Play& play, const KeepPathFree& what) {
  const PlacedMark* mark = play.scene->find_mark(what.mark);
  if (mark == nullptr || !mark->subject_m || !play.state.watch.is_known()) return;
  if (play.stage().tick().index % kNudgeSteps != 0) return;
  if (what.role.empty() || what.role == kSubject) {
    clear_subject_path(play, *mark, what.ahead_s);
    if (mark->is_conflict) open_streams(play, *mark);
  } else if (mark->is_conflict) {
    clear_role_path(play, what, *mark);
  }
}

}  // namespace backlot::scene
