// Keeps a path free: extras ahead of the subject hurry on, and those behind do not overtake; those who cross the way of an actor come earlier or
// later, so that the actor finds a gap.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "backlot/network/right_of_way.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/light_times.h"
#include "backlot/scene/internal/nudges.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;

constexpr double kClear_s = 4.5;    // so long before the subject is at the mark all extras ahead are past it
constexpr double kPastMark_m = 12;  // and so far
constexpr double kBehind_m = 80, kBehind_s = 6;  // extras so near behind the subject do not overtake
constexpr double kYields_s = 7;   // a driver that yields waits for vehicles that are some six seconds away
constexpr double kActor_mps = 8;  // of an actor that starts at a line, on the last metres before the mark

// The margin of a gap at the time of the actor, and what it grows by for each second until then: the subject may yet be sooner or later.
constexpr double kMargin_s = 0.9, kMarginShare = 0.035, kMostMargin_s = 3;
constexpr double kAround_s = 12;        // bodies so near to a gap are looked at
constexpr double kHurryIsHarder = 2.2;  // a driver gains less than it can lose

// ---- the path of the subject

void clear_subject_path(Play& play, const PlacedMark& mark, double ahead_s) {
  const SubjectWatch& watch = play.state.watch;
  const std::optional<double> subject_s = play.subject_s(*mark.subject_m);
  if (!subject_s || *subject_s <= 0) return;
  const world::Course& course = play.scene->course();
  const world::Tracks& tracks = play.scene->roads().tracks;
  // the line before the mark, or the mark itself: all that are ahead of the subject come there, wherever they go then
  std::size_t part = course.part_at(*mark.subject_m);
  world::Mark goal{course.list()[part], *mark.subject_m - course.start_of(part)};
  double past_m = kPastMark_m;
  if (tracks[goal.track].is_corridor() && part > 0) {
    --part;
    goal = world::line_of(tracks, course.list()[part]);
    past_m += *mark.subject_m - course.start_of(part) - goal.metres;
  }
  const double subject_way_m = course.start_of(part) + goal.metres - watch.front_m();
  for (const Coming& body :
       find_coming(play, {.line = goal, .length_m = past_m}, 0, *subject_s + kBehind_s)) {
    if (body.way_m < subject_way_m) {
      send_straight_on(play, body);
      shift(play, body, std::min(0.0, *subject_s - ahead_s - body.to_s));
    } else if (body.way_m < subject_way_m + kBehind_m) {
      keep_in_lane(play, body.id);
    }
  }
}

// ---- gaps in streams

// Seconds from now between which a stretch that others cross is to be free of them.
struct Window {
  double from_s = 0, to_s = 0;
};

// Divides the bodies of a stream, in order of their coming, into those that go before the window and those that go behind it, such that the
// largest change of a driver's time is least. Returns how many go before.
std::size_t divide(const std::vector<Coming>& stream, const Window& window) {
  const auto cost = [&](std::size_t before) {
    double most = 0;
    for (std::size_t k = 0; k < stream.size(); ++k)
      most = std::max(most, k < before ? kHurryIsHarder * (stream[k].to_s - window.from_s) /
                                             std::max(stream[k].from_s, 1.0)
                                       : (window.to_s - stream[k].from_s) / std::max(stream[k].from_s, 1.0));
    return most;
  };
  std::size_t best = 0;
  for (std::size_t k = 1; k <= stream.size(); ++k)
    if (cost(k) < cost(best)) best = k;
  return best;
}

void make_way(Play& play, const std::vector<Coming>& stream, const Window& window) {
  const std::size_t before = divide(stream, window);
  for (std::size_t k = 0; k < stream.size(); ++k) {
    // one that turns may have to wait within the intersection
    send_straight_on(play, stream[k]);
    shift(play, stream[k],
          k < before ? std::min(0.0, window.from_s - stream[k].to_s)
                     : std::max(0.0, window.to_s - stream[k].from_s));
  }
}

// ---- streams to which the subject yields

// Whether the subject has to wait for a stream when it is where the two ways meet.
bool yields_to(const Play& play, const MarkWay& way, double in_s) {
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

void open_streams(Play& play, const PlacedMark& mark) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  for (const MarkWay& way : mark.ways) {
    const std::optional<double> subject_s = play.subject_s(way.touch[0].subject_m);
    if (!subject_s || !yields_to(play, way, *subject_s)) continue;
    const world::Mark line = world::line_of(tracks, way.lane);
    const Window window{*subject_s - kYields_s, *subject_s + kYields_s};
    make_way(play,
             find_coming(play,
                         {.line = line,
                          .begins_m = tracks[way.lane].length - line.metres + way.touch[0].actor_m,
                          .length_m = kPastMark_m},
                         window.from_s - kAround_s, window.to_s + kAround_s),
             window);
  }
}

// ---- the path of an actor

// Opens a gap for an actor in the stream that comes from a lane.
void open_gap(Play& play, TrackId lane, std::span<const Crossed> crosses, const MarkWay& way,
              double at_mark_s) {
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
  const Window window{actor.from_s - margin_s, actor.to_s + margin_s};
  make_way(play,
           find_coming(play,
                       {.line = line,
                        .begins_m = behind_line_m + other_from_m,
                        .length_m = other_to_m - other_from_m,
                        .red_s = red_s},
                       window.from_s - kAround_s, window.to_s + kAround_s),
           window);
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
      // those ahead of the subject are its own matter; those at a red light stay where they are
      const std::span<const TrackId> course = play.scene->course().list();
      if (lane == way.lane || std::find(course.begin(), course.end(), lane) != course.end()) continue;
      if (!light_then(play, tracks[crossed.other].corridor, *subject_s - can->before_s).is_green) continue;
      if (std::find(lanes.begin(), lanes.end(), lane) == lanes.end()) lanes.push_back(lane);
    }
    for (const TrackId lane : lanes) open_gap(play, lane, way.crosses, way, *subject_s - can->before_s);
  }
}

}  // namespace

void clear_path(Play& play, const KeepPathFree& what) {
  const PlacedMark* mark = play.scene->find_mark(what.mark);
  if (mark == nullptr || !mark->subject_m || !play.state.watch.is_known()) return;
  if (play.stage().tick().index % kNudgeSteps != 0) return;
  if (what.role.empty() || what.role == kSubject) {
    clear_subject_path(play, *mark, what.ahead_s.value_or(kClear_s));
    if (mark->is_conflict) open_streams(play, *mark);
  } else if (mark->is_conflict) {
    clear_role_path(play, what, *mark);
  }
}

}  // namespace backlot::scene
