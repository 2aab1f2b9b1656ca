#include "backlot/world/lane_watch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/geometry/curvature_bound.h"
#include "backlot/world/footprint.h"

namespace backlot::world {

static_assert(count_of(Side{}) == static_cast<std::uint32_t>(Side::right) + 1);

namespace {

using network::CorridorId;
using network::DirectedLane;
using network::LaneId;

constexpr double kJump_m = 10;     // no body drives so far in a step
constexpr double kBefore_m = 0.5;  // the front must go back so far before it can cross the same line again
constexpr double kOver_m = 0.2,
                 kWithin_m = 0.1;  // past the boundary of a lane: a change has begun, has ended
constexpr int kTracksToLine = 4;   // so far the next line is looked for

// ---- stop lines

struct Line {
  LaneId lane{};
  TrackId track{};
  double ahead_m = 0;  // of the front
};

bool leads_to_corridor(const Tracks& tracks, const Track& track) {
  return std::ranges::any_of(tracks.onward(track), [&](TrackId id) { return tracks[id].is_corridor(); });
}

// The next stop line ahead of the middle of a body, over joints of ways and the corridor that it is on. None where the way divides first.
std::optional<Line> find_line(const Roads& roads, const LanePlace& place, const LooseBody& body,
                              double cosine) {
  const Tracks& tracks = roads.tracks;
  TrackId id = track_along(roads, place, cosine >= 0);
  if (id.is_empty()) return std::nullopt;
  const Track& here = tracks[id];
  const double at = std::clamp(place.distance, 0.0, here.strip_length);
  const double front = tracks.metres_at(here, at) + here.sign() * (place.distance - at) +
                       0.5 * static_cast<double>(body.shape.length_m) * std::fabs(cosine);
  double start = 0;  // of the track, ahead of that of the first one
  for (int k = 0; k < kTracksToLine; ++k) {
    const Track& track = tracks[id];
    if (!track.is_corridor() && leads_to_corridor(tracks, track))
      return Line{track.lane, id, start + static_cast<double>(track.stop_m) - front};
    const std::span<const TrackId> onward = tracks.onward(track);
    if (onward.size() != 1) return std::nullopt;
    start += track.length;
    id = onward[0];
  }
  return std::nullopt;
}

// The corridor behind a line: the one that the body is on already, if it leads there from this line's way; else by its course.
CorridorId corridor_behind(const Roads& roads, LaneId lane, const LanePlace& place, const LooseBody& body) {
  const network::Network& net = roads.tracks.network();
  if (const CorridorId on = net.corridor_of(place.strip); !on.is_empty()) {
    const DirectedLane from = net.corridor(on).from;
    if (!from.is_empty() && net.lane(from.lane).strip == net.lane(lane).strip) return on;
  }
  for (const bool is_along : {true, false}) {
    const TrackId id = roads.tracks.track_of(DirectedLane{lane, is_along});
    if (!id.is_empty() && leads_to_corridor(roads.tracks, roads.tracks[id]))
      return corridor_of_course(roads, roads.tracks[id], body);
  }
  return {};
}

std::optional<LineCrossing> watch_line(const Roads& roads, const LooseBody& body, double cosine,
                                       bool has_come, bool is_from_way, LaneWatch& state) {
  const network::Network& net = roads.tracks.network();
  const LaneId before = state.line;
  const bool was_past = state.is_past;
  const std::optional<Line> line = find_line(roads, state.place, body, cosine);
  state.line = line ? line->lane : LaneId();
  state.is_past = line && line->ahead_m <= 0;
  if (!has_come) return std::nullopt;
  const auto crossing = [&](LaneId lane) {
    return LineCrossing{lane, corridor_behind(roads, lane, state.place, body)};
  };
  const bool is_same = line && !before.is_empty() &&
                       net.lane(before).strip == net.lane(line->lane).strip;  // or of the lane beside
  if (is_same) {
    state.is_past = was_past ? line->ahead_m <= kBefore_m : line->ahead_m <= 0;
    return state.is_past && !was_past ? std::optional(crossing(line->lane)) : std::nullopt;
  }
  // a short body may have its middle in the corridor already in the step in which its front crosses the line
  const CorridorId on = net.corridor_of(state.place.strip);
  const bool has_passed = is_from_way && !before.is_empty() && !was_past && !on.is_empty() &&
                          !net.corridor(on).from.is_empty() &&
                          net.lane(net.corridor(on).from.lane).strip == net.lane(before).strip;
  if (has_passed) return crossing(before);
  return state.is_past ? std::optional(crossing(line->lane)) : std::nullopt;
}

// ---- lane changes

// The offsets between which a body lies on a strip, and how far it may reach over the boundaries of a lane.
struct Reach {
  double right = 0, left = 0;
  double distance = 0;  // within the strip
  double width_m = 0;   // of the body

  double slack(const network::LaneEdges& edges, double usual_m) const {
    return usual_m + std::max(0.0, 0.5 * (width_m - edges.width()));
  }
};

// Whether the strip of a lane is known to be straight.
bool is_straight(const Tracks& tracks, LaneId lane) {
  BACKLOT_ASSERT(!lane.is_empty(), "a lane is straight or not");
  return std::ranges::any_of(std::array{true, false}, [&](bool is_along) {
    const TrackId id = tracks.track_of(DirectedLane{lane, is_along});
    return !id.is_empty() && tracks[id].is_straight;
  });
}

// None while a part of the body is in an intersection: there it may lie across the lanes of the way.
std::optional<Reach> find_reach(const Roads& roads, const LooseBody& body, const StripFit& fit,
                                const LanePlace& place) {
  const network::Network& net = roads.tracks.network();
  const network::Way& way = net.way(net.way_of(place.strip));
  const double length = net.strip(place.strip).length();
  const double curvature = is_straight(roads.tracks, place.lane) ? 0 : curvature_at(net, place);
  const StripView view{fit.distance, fit.offset, fit.cosine, fit.sine, curvature};
  const Footprint foot = footprint_of(body.shape.guided_at(0.5F * body.shape.length_m), view);
  if ((foot.from < 0 && !way.at_start.is_empty()) || (foot.to > length && !way.at_end.is_empty()))
    return std::nullopt;
  return Reach{static_cast<double>(foot.right), static_cast<double>(foot.left),
               std::clamp(view.distance, 0.0, length), static_cast<double>(body.shape.width_m)};
}

// Whether a body is so far within its lane that it reaches over no boundary, however its road bends just there: that takes less to find out than its
// reach. Most bodies are, most of the time.
bool is_well_within(const network::Network& net, const LooseBody& body, const StripFit& fit, LaneId lane) {
  constexpr double kFootprint_m = 1e-3;  // to which an outline is rounded
  const network::Strip& strip = net.strip(fit.strip);
  const double at = std::clamp(fit.distance, 0.0, strip.length());
  const network::LaneEdges edges = net.edges(lane, at);
  const double half_m = 0.5 * static_cast<double>(body.shape.length_m);
  const double bend = geometry::curvature_bound(net.ribbon(strip.ribbon), strip.from + at);
  const double side_m = static_cast<double>(body.shape.half_width_m()) + half_m * std::fabs(fit.sine) +
                        0.5 * bend * half_m * half_m + kFootprint_m;
  return fit.offset + side_m < edges.left + kOver_m && fit.offset - side_m > edges.right - kOver_m;
}

// The lane of the strip that follows a lane as its traffic goes, over a corridor at most; empty where none does.
LaneId lane_after(const network::Network& net, LaneId lane, network::StripId strip) {
  BACKLOT_ASSERT(!lane.is_empty() && !strip.is_empty(), "a lane leads on to a strip");
  for (const bool is_along : {true, false}) {
    if (!net.lane(lane).permits(is_along)) continue;
    for (const DirectedLane next : net.onward(DirectedLane{lane, is_along})) {
      if (net.lane(next.lane).strip == strip) return next.lane;
      if (net.corridor_of(net.lane(next.lane).strip).is_empty()) continue;
      for (const DirectedLane last : net.onward(next))
        if (net.lane(last.lane).strip == strip) return last.lane;
    }
  }
  return {};
}

// The boundary that a body reaches over by more than it may: none, left or right, seen along the distance.
Side side_over(const network::Network& net, LaneId lane, const Reach& reach, double usual_m) {
  const network::LaneEdges edges = net.edges(lane, reach.distance);
  const double slack = reach.slack(edges, usual_m);
  const double left = reach.left - edges.left - slack, right = edges.right - slack - reach.right;
  if (left <= 0 && right <= 0) return Side::none;
  return left >= right ? Side::left : Side::right;
}

Side seen_by_driver(Side side, const StripFit& fit) { return fit.cosine < 0 ? opposite(side) : side; }

void watch_lanes(const Roads& roads, const LooseBody& body, const StripFit& fit, bool has_come,
                 LaneWatch& state, Watched& watched) {
  const network::Network& net = roads.tracks.network();
  const LanePlace& place = state.place;
  const bool is_on_way = net.corridor_of(place.strip).is_empty();
  const bool is_home_on_other_strip = !state.home.is_empty() && net.lane(state.home).strip != place.strip;
  if (state.changes == Side::none && (!is_on_way || is_home_on_other_strip)) state.home = {};
  if (!is_on_way || place.lane.is_empty()) return;
  if (state.changes == Side::none && state.home == place.lane && is_well_within(net, body, fit, place.lane))
    return;
  const std::optional<Reach> whole = find_reach(roads, body, fit, place);
  if (!whole) return;
  const Reach& reach = *whole;
  if (state.changes != Side::none && is_home_on_other_strip)
    state.home = lane_after(net, state.home, place.strip);
  // a change ends where one lane holds the body
  if (state.changes != Side::none && side_over(net, place.lane, reach, kWithin_m) == Side::none) {
    const bool is_back = place.lane == state.home;
    LaneChange change{state.changes, state.home, place.lane};
    if (is_back) {
      const bool is_left = seen_by_driver(state.changes, fit) == Side::left;  // seen along the distance
      change.side = opposite(state.changes);
      change.from = is_left ? net.lane(place.lane).left : net.lane(place.lane).right;
    }
    watched.ended = change;
    state.changes = Side::none;
    state.home = place.lane;
  }
  if (state.changes != Side::none) return;
  if (state.home.is_empty()) state.home = place.lane;
  const Side over = side_over(net, state.home, reach, kOver_m);
  if (over == Side::none) return;
  const LaneId beside = over == Side::left ? net.lane(state.home).left : net.lane(state.home).right;
  if (!is_for_vehicles(roads.tracks, beside)) {
    state.home = place.lane;  // it may have come back from beside the road
    return;
  }
  state.changes = seen_by_driver(over, fit);
  if (has_come) watched.began = LaneChange{state.changes, state.home, beside};
}

}  // namespace

bool is_sound(const LaneWatch& state, const network::Network& network) {
  const auto is_there = [](auto id, std::size_t count) { return id.is_empty() || id.index() < count; };
  const LanePlace& p = state.place;
  return is_there(p.strip, network.strips().size()) && is_there(p.lane, network.lanes().size()) &&
         is_there(p.corridor, network.corridors().size()) && is_there(state.line, network.lanes().size()) &&
         is_there(state.home, network.lanes().size()) && std::isfinite(p.distance) &&
         std::isfinite(p.offset) && geometry::is_place(state.middle);
}

Watched watch(const Roads& roads, const LooseBody& body, LaneWatch& state, PlaceScratch& scratch,
              std::span<const geometry::IndexAnswer> located) {
  const bool has_jumped =
      state.has_middle && !(geometry::distance_between(state.middle, body.middle) <= kJump_m);
  if (has_jumped) state = {};
  const bool has_come = state.has_middle && !state.place.strip.is_empty();
  const bool is_from_way = has_come && roads.tracks.network().corridor_of(state.place.strip).is_empty();
  const std::optional<StripFit> fit = follow(roads, body, state.place, scratch, located);
  if (!fit) {
    state = {};
    return {};
  }
  state.middle = body.middle;
  state.has_middle = true;
  Watched watched;
  watched.crossed = watch_line(roads, body, fit->cosine, has_come, is_from_way, state);
  watch_lanes(roads, body, *fit, has_come, state, watched);
  return watched;
}

}  // namespace backlot::world
