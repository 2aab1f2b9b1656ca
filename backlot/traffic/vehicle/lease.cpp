#include "backlot/traffic/vehicle/lease.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/traffic/vehicle/directing.h"
#include "backlot/traffic/vehicle/lane_change.h"
#include "backlot/traffic/vehicle/way_finding.h"

namespace backlot::traffic {

namespace {

using world::CarriagewayId;
using world::Track;
using world::TrackId;

constexpr double kFar_m = 800;                           // no mark is looked for further on
constexpr double kMost_mps = 50;                         // that a speed is changed by
constexpr double kMostGap_m = 300, kMostHeadway_s = 20;  // that are kept
constexpr double kLeastHeadway_s = 0.3;
constexpr double kSideAir_m = 0.1;  // between a body and the edge of its lane
constexpr double kReached_mps = 0.5, kReached_m = 0.5;
constexpr double kThere_m = 0.02;     // of an offset
constexpr double kAtMark_m = 1.5;     // who stands so near to a mark stands at it
constexpr double kShort_m = 0.3;      // he stops so far before it rather than past it
constexpr double kFeint_s = 0.5;      // of going off
constexpr double kFeintFrom_mps = 2;  // who is faster does not start any more
constexpr double kSlowest_mps = 0.5;  // who has time drives no slower than this
constexpr double kSure_s = 0.3,
                 kSureShare = 0.03;  // more than the soonest arrival: nobody drives as exactly as that
constexpr double kOften_s = 0.1;     // the soonest arrival is added up in these parts

const Track& track_of(const DirectedActor& a) { return a.tracks[a.mover.trail.current()]; }
double front_of(const world::BodyShape& shape) { return static_cast<double>(shape.front_m()); }

// His way as far as anything is looked for on it.
world::Trail trail_ahead(const DirectedActor& a, double far_m) {
  Driver driver = a.driver;
  world::Mover mover = a.mover;
  look_ahead(a.tracks, a.turning, a.stream, far_m, driver, mover);
  return mover.trail;
}

// From the front to a metre of a track, along a trail.
std::optional<double> way_along(const DirectedActor& a, const world::Trail& trail, const Mark& mark) {
  const Track& goal = a.tracks[mark.track];
  double begins = -a.mover.metres - front_of(a.shape);
  for (std::uint32_t k = 0; k <= trail.ahead(); ++k) {
    const TrackId id = k == 0 ? trail.current() : trail.ahead(k - 1);
    const Track& track = a.tracks[id];
    const bool is_beside = !track.is_corridor() && track.carriageway == goal.carriageway;
    if (id == mark.track || is_beside) {
      const double metres =
          id == mark.track ? mark.metres : a.tracks.metres_at(track, a.tracks.distance_at(goal, mark.metres));
      if (begins + metres >= 0) return begins + metres;
    }
    begins += track.length;
  }
  return std::nullopt;
}

bool is_track(const DirectedActor& a, TrackId id) {
  return !id.is_empty() && id.index() < a.tracks.all().size();
}

// ---- beginning, by kind

Beginning refuse(Refusal why) { return {why}; }

// Whether all that the directive says are numbers, and such as can be.
Refusal find_fault(const Directive& d) {
  for (const double value : {d.speed_mps, d.gap_m, d.headway_s, d.offset_m, d.hold_s, d.mark.metres}) {
    if (!std::isfinite(value)) return Refusal::not_a_number;
  }
  if (d.hold_s < 0 || (d.persistence == Persistence::for_time && d.hold_s == 0)) return Refusal::out_of_range;
  switch (d.kind) {
    case DirectiveKind::adjust_speed:
      return std::fabs(d.speed_mps) <= kMost_mps ? Refusal::none : Refusal::out_of_range;
    case DirectiveKind::keep_gap:
      return d.gap_m > 0 && d.gap_m <= kMostGap_m ? Refusal::none : Refusal::out_of_range;
    case DirectiveKind::keep_headway:
      return d.headway_s >= kLeastHeadway_s && d.headway_s <= kMostHeadway_s ? Refusal::none
                                                                             : Refusal::out_of_range;
    default:
      return Refusal::none;
  }
}

// Between which times he can be `way_m` ahead: as fast as he likes to, and a little faster; or slowly, but not standing.
struct Arrivals {
  double soonest_s = 0, latest_s = 0;
};
Arrivals arrivals_at(const DirectedActor& a, const world::Trail& trail, double way_m) {
  const DriverTraits& traits = a.driver.traits;
  Arrivals found;
  double v = a.mover.speed_mps, done = 0;
  double ends = track_of(a).length - a.mover.metres - front_of(a.shape);  // of the track, from the front
  std::uint32_t k = 0;
  while (done < way_m && found.soonest_s < 3600) {
    while (done >= ends && k < trail.ahead()) ends += a.tracks[trail.ahead(k++)].length;
    const Track& track = a.tracks[k == 0 ? trail.current() : trail.ahead(k - 1)];
    const double top = std::min(kHurry * static_cast<double>(track.limit_mps * traits.speed_factor),
                                static_cast<double>(track.bend_mps));
    const double after = std::max(0.1, std::min(v + kOften_s * free_accel(traits, v, top), std::max(v, top)));
    const double part = 0.5 * (v + after) * kOften_s;
    found.soonest_s += kOften_s * std::min(1.0, (way_m - done) / part);
    done += part;
    v = after;
  }
  found.soonest_s += kSure_s + kSureShare * found.soonest_s;
  const double b = static_cast<double>(traits.brake_mps2), now = a.mover.speed_mps;
  const double braking_m = std::max(0.0, (now * now - kSlowest_mps * kSlowest_mps) / (2 * b));
  found.latest_s = way_m > braking_m
                       ? std::max(0.0, (now - kSlowest_mps) / b) + (way_m - braking_m) / kSlowest_mps
                       : (now - std::sqrt(now * now - 2 * b * way_m)) / b;
  return found;
}

Beginning begin_arrival(const DirectedActor& a, const Lease& lease) {
  const std::optional<double> way = find_way_to(a, lease.directive.mark);
  if (!way) return refuse(Refusal::not_on_his_way);
  const Arrivals can = arrivals_at(a, trail_ahead(a, kFar_m), *way);
  const double now = a.tick.time.seconds(), left_s = lease.directive.time.seconds() - now;
  if (left_s < can.soonest_s) return {Refusal::too_soon, now + can.soonest_s, now + can.latest_s};
  if (left_s > can.latest_s) return {Refusal::too_late, now + can.soonest_s, now + can.latest_s};
  return {};
}

Beginning begin_lane_change(const DirectedActor& a, Lease& lease) {
  const Track& track = track_of(a);
  if (lease.directive.side == Side::none) return refuse(Refusal::no_such_lane);
  if (track.is_corridor()) return refuse(Refusal::in_intersection);
  lease.aim = lease.directive.side == Side::left ? track.left : track.right;
  return refuse(lease.aim.is_empty() ? Refusal::no_such_lane : Refusal::none);
}

Beginning begin_offset(const DirectedActor& a, const Lease& lease) {
  const double room = static_cast<double>(track_of(a).half_width - a.shape.half_width_m()) - kSideAir_m;
  return refuse(std::fabs(lease.directive.offset_m) <= room ? Refusal::none : Refusal::out_of_range);
}

// Where a corridor ends, behind others that follow it: a lane.
TrackId end_of(const world::Tracks& tracks, TrackId id) {
  for (int k = 0; k < 8 && tracks[id].is_corridor(); ++k) {
    const auto onward = tracks.onward(tracks[id]);
    if (onward.empty()) return {};
    id = onward.front();
  }
  return id;
}

// His trail from here on: by this exit, along this corridor where it begins at his lane.
void lay_route(const DirectedActor& a, std::uint8_t exit, TrackId corridor) {
  a.driver.turns.keep(0);
  a.driver.turns.push(exit);
  a.mover.trail.cut_ahead(0);
  if (!corridor.is_empty()) a.mover.trail.extend(corridor);
  a.driver.begin_track();  // what he knew of the crossing ahead was about another corridor
  constexpr double kPlanAhead_m = 40;
  look_ahead(a.tracks, a.turning, a.stream, sight_m(a.mover.speed_mps) + kPlanAhead_m, a.driver, a.mover);
}

Beginning begin_turn(const DirectedActor& a, Lease& lease) {
  const Track& track = track_of(a);
  const Directive& d = lease.directive;
  if (track.is_corridor() || a.driver.is_committed()) return refuse(Refusal::in_intersection);
  const world::Carriageway& way = a.tracks[track.carriageway];
  const std::span<const world::Exit> exits = a.tracks.exits(way);
  bool has_turn = false;
  for (std::size_t k = 0; k < exits.size() && k < 255; ++k) {
    if (exits[k].turn != d.direction) continue;
    has_turn = true;
    // from his own lane if that leads there, else from one that he can still go over to
    const double left_m = static_cast<double>(track.stop_m) - a.mover.metres - front_of(a.shape);
    const bool can_change = left_m > too_late_m(a.mover.speed_mps);
    for (const TrackId from : a.tracks.tracks_of(way)) {
      const bool is_own = from == a.mover.trail.current();
      if (!is_own && !can_change) continue;
      for (const TrackId corridor : a.tracks.onward(a.tracks[from])) {
        const TrackId end = end_of(a.tracks, corridor);
        if (end.is_empty() || a.tracks[end].carriageway != exits[k].to) continue;
        if (d.lane >= 0 && a.tracks[end].abreast != d.lane) continue;
        if (!is_own && (exits[k].lanes & (world::LaneMask{1} << track.abreast)) != 0 && d.lane < 0) continue;
        lay_route(a, static_cast<std::uint8_t>(k), is_own ? corridor : TrackId{});
        return {};
      }
    }
  }
  return refuse(has_turn ? Refusal::no_such_lane : Refusal::no_such_turn);
}

// Carriageways of a path from the one he is on, each by an exit of the one before; false where they are not joined so.
bool find_turns(const DirectedActor& a, const std::vector<TrackId>& path, CarriagewayId from, Turns& turns) {
  CarriagewayId at = from;
  bool has_begun = false;
  for (const TrackId id : path) {
    if (!is_track(a, id)) return false;
    const CarriagewayId next = a.tracks[id].carriageway;
    if (next.is_empty()) continue;  // a corridor: exits know it
    if (!has_begun) {
      has_begun = next == from;
      continue;
    }
    if (next == at) continue;
    const std::span<const world::Exit> exits = a.tracks.exits(a.tracks[at]);
    const auto exit =
        std::find_if(exits.begin(), exits.end(), [&](const world::Exit& e) { return e.to == next; });
    if (exit == exits.end() || exit - exits.begin() >= 255) return false;
    if (!turns.is_full()) turns.push(static_cast<std::uint8_t>(exit - exits.begin()));
    at = next;
  }
  return has_begun;
}

CarriagewayId last_of(const DirectedActor& a, const std::vector<TrackId>& path) {
  for (auto id = path.rbegin(); id != path.rend(); ++id)
    if (!a.tracks[*id].carriageway.is_empty()) return a.tracks[*id].carriageway;
  return {};
}

// Lays the path from the way that he is on.
bool lay_path(const DirectedActor& a, const Lease& lease) {
  Turns turns;
  if (!find_turns(a, lease.directive.path, track_of(a).carriageway, turns)) return false;
  const std::uint32_t laid = a.driver.turns.size();
  bool is_laid = laid >= turns.size();
  for (std::uint32_t k = 0; k < turns.size() && is_laid; ++k) is_laid = a.driver.turns[k] == turns[k];
  if (is_laid) return true;
  a.driver.turns = turns;
  a.mover.trail.cut_ahead(0);
  a.driver.begin_track();
  constexpr double kPlanAhead_m = 40;
  look_ahead(a.tracks, a.turning, a.stream, sight_m(a.mover.speed_mps) + kPlanAhead_m, a.driver, a.mover);
  return true;
}

// ---- going on

bool is_over_line(const DirectedActor& a, const Lease& lease) {
  return !lease.line.is_empty() && line_ahead(a.tracks, a.shape, a.mover) != lease.line;
}

// Metres between his front and the tail of the object, along his way.
std::optional<Lead> find_target(const DirectedActor& a) {
  if (!a.object) return std::nullopt;
  const world::Mover& other = a.object->mover;
  const std::optional<double> way =
      way_along(a, trail_ahead(a, kMostGap_m), {other.trail.current(), other.metres});
  if (!way) return std::nullopt;
  return Lead{*way - static_cast<double>(a.object->shape.rear_m()), other.speed_mps};
}

Progress fail(Refusal why) { return {LeaseState::failed, why}; }
Progress done() { return {LeaseState::done}; }

Progress go_on_keeping(const DirectedActor& a, const Directive& d, Dials& dials) {
  if (!a.object) return fail(Refusal::unknown_object);
  const std::optional<Lead> target = find_target(a);
  if (!target) return fail(Refusal::not_ahead);
  dials.throttle = Throttle::keep;
  dials.target = *target;
  const bool by_time = d.kind == DirectiveKind::keep_headway;
  dials.gap_m = by_time ? 0 : d.gap_m;
  dials.headway_s = by_time ? d.headway_s : 0;
  const double wanted = dials.gap_m + dials.headway_s * a.mover.speed_mps;
  const bool is_reached = std::fabs(target->gap_m - wanted) < kReached_m &&
                          std::fabs(target->speed_mps - a.mover.speed_mps) < kReached_mps;
  return d.persistence == Persistence::once && is_reached ? done() : Progress{};
}

Progress go_on_arriving(const DirectedActor& a, Lease& lease, Dials& dials) {
  const std::optional<double> way = find_way_to(a, lease.directive.mark);
  const double now = a.tick.time.seconds();
  if (!way) {
    // he is past it, unless he took another way
    const double v = std::max(a.mover.speed_mps, kSlowest_mps);
    if (lease.left_m > v * (a.tick.time - lease.seen).seconds() + kReached_m)
      return fail(Refusal::took_another_way);
    const double at = lease.seen.seconds() + lease.left_m / v;
    return {LeaseState::done, Refusal::none, at, at - lease.directive.time.seconds()};
  }
  lease.left_m = *way;
  lease.seen = a.tick.time;
  dials.throttle = Throttle::arrive;
  dials.left_m = *way;
  dials.left_s = lease.directive.time.seconds() - now;
  return {};
}

Progress go_on_turning(const DirectedActor& a, const Lease& lease, Dials& dials) {
  const Track& track = track_of(a);
  const bool is_across = lease.directive.kind == DirectiveKind::turn_across;
  dials.goes_first |= is_across;  // who launches goes first, wherever he is told to turn
  if (track.carriageway == lease.way) return {};
  if (track.is_corridor()) {
    const bool is_right = a.tracks.network().corridor(track.corridor).turn == lease.directive.direction;
    if (!is_right) return fail(Refusal::took_another_way);
    return is_across ? Progress{} : done();
  }
  return done();  // out of the intersection
}

Progress go_on_changing(const DirectedActor& a, const Lease& lease, Dials& dials) {
  if (a.mover.trail.current() == lease.aim) return a.mover.is_shifting() ? Progress{} : done();
  if (track_of(a).carriageway != lease.way) return fail(Refusal::took_another_way);
  dials.side = lease.directive.side;
  return {};
}

Progress go_on_stopping(const DirectedActor& a, Lease& lease, Dials& dials) {
  const bool stands = a.mover.speed_mps == 0;
  if (lease.reached == Directive::kEnd) {
    const std::optional<double> way = find_way_to(a, lease.directive.mark);
    if (!way && lease.left_m > kAtMark_m) return fail(Refusal::took_another_way);
    lease.left_m = way.value_or(0);
    dials.stop_m = lease.left_m - kShort_m;
    if (!way) dials.throttle = Throttle::halt;  // a hand's breadth too far
    if (!stands || lease.left_m > kAtMark_m) return {};
    lease.reached = a.tick.time;
  }
  if (lease.directive.persistence == Persistence::once) return done();
  dials.throttle = Throttle::halt;
  return {};
}

Progress go_on_lurching(const DirectedActor& a, Lease& lease, Dials& dials) {
  lease.is_later = lease.is_later || (a.tick.time - lease.begun).seconds() >= kFeint_s;
  if (lease.is_later && a.mover.speed_mps == 0) {
    a.driver.begin_track();  // he did not mean it
    return done();
  }
  dials.throttle = lease.is_later ? Throttle::brake : Throttle::launch;
  dials.ignores_light = dials.goes_first = !lease.is_later;
  return {};
}

Progress go_on_kind(const DirectedActor& a, Lease& lease, Dials& dials) {
  const Directive& d = lease.directive;
  const bool is_once = d.persistence == Persistence::once;
  switch (d.kind) {
    case DirectiveKind::adjust_speed: {
      dials.speed_change_mps = d.speed_mps;
      const Track& track = track_of(a);
      const double own =
          static_cast<double>(std::min(track.limit_mps * a.driver.traits.speed_factor, track.bend_mps));
      return is_once && std::fabs(a.mover.speed_mps - std::max(0.0, own + d.speed_mps)) < kReached_mps
                 ? done()
                 : Progress{};
    }
    case DirectiveKind::halt:
      dials.throttle = Throttle::halt;
      return is_once && a.mover.speed_mps == 0 ? done() : Progress{};
    case DirectiveKind::launch:
      dials.throttle = Throttle::launch;
      dials.ignores_light = dials.goes_first = true;
      return is_once && !track_of(a).is_corridor() && track_of(a).carriageway != lease.way ? done()
                                                                                           : Progress{};
    case DirectiveKind::lurch:
      return go_on_lurching(a, lease, dials);
    case DirectiveKind::keep_gap:
    case DirectiveKind::keep_headway:
      return go_on_keeping(a, d, dials);
    case DirectiveKind::arrive:
      return go_on_arriving(a, lease, dials);
    case DirectiveKind::stop_at:
      return go_on_stopping(a, lease, dials);
    case DirectiveKind::change_lane:
      return go_on_changing(a, lease, dials);
    case DirectiveKind::set_offset:
      dials.has_home = true;
      dials.home_m = d.offset_m;
      return is_once && std::fabs(a.mover.lateral - d.offset_m) < kThere_m ? done() : Progress{};
    case DirectiveKind::turn:
    case DirectiveKind::turn_across:
      return go_on_turning(a, lease, dials);
    case DirectiveKind::follow_path:
      if (track_of(a).is_corridor()) return {};
      if (track_of(a).carriageway == last_of(a, d.path)) return done();
      if (a.driver.is_committed()) return {};  // too late to change anything before the next way
      return lay_path(a, lease) ? Progress{} : fail(Refusal::took_another_way);
    case DirectiveKind::ignore_light:
      dials.ignores_light = true;
      return is_once && is_over_line(a, lease) ? done() : Progress{};
  }
  return {};
}

}  // namespace

std::optional<double> find_way_to(const DirectedActor& a, const Mark& mark) {
  return way_along(a, trail_ahead(a, kFar_m), mark);
}

Beginning begin(const DirectedActor& a, Lease& lease) {
  const Directive& d = lease.directive;
  if (const Refusal fault = find_fault(d); fault != Refusal::none) return refuse(fault);
  lease.begun = a.tick.time;
  lease.line = line_ahead(a.tracks, a.shape, a.mover);
  lease.way = track_of(a).carriageway;
  switch (d.kind) {
    case DirectiveKind::keep_gap:
    case DirectiveKind::keep_headway:
      if (!a.object) return refuse(Refusal::unknown_object);
      return refuse(find_target(a) ? Refusal::none : Refusal::not_ahead);
    case DirectiveKind::arrive:
      if (!is_track(a, d.mark.track)) return refuse(Refusal::not_on_his_way);
      return begin_arrival(a, lease);
    case DirectiveKind::stop_at: {
      if (!is_track(a, d.mark.track)) return refuse(Refusal::not_on_his_way);
      const std::optional<double> way = find_way_to(a, d.mark);
      if (!way) return refuse(Refusal::not_on_his_way);
      lease.left_m = *way;
      const bool can_stop =
          braking_needed(a.mover.speed_mps, *way) <= static_cast<double>(a.driver.traits.hardest_mps2);
      return refuse(can_stop ? Refusal::none : Refusal::too_soon);
    }
    case DirectiveKind::lurch:
      return refuse(a.mover.speed_mps <= kFeintFrom_mps ? Refusal::none : Refusal::out_of_range);
    case DirectiveKind::change_lane:
      return begin_lane_change(a, lease);
    case DirectiveKind::set_offset:
      return begin_offset(a, lease);
    case DirectiveKind::turn:
    case DirectiveKind::turn_across:
      return begin_turn(a, lease);
    case DirectiveKind::follow_path:
      if (track_of(a).is_corridor() || a.driver.is_committed()) return refuse(Refusal::in_intersection);
      return refuse(lay_path(a, lease) ? Refusal::none : Refusal::no_such_path);
    default:
      return {};
  }
}

Progress go_on(const DirectedActor& a, Lease& lease, Dials& dials) {
  const Directive& d = lease.directive;
  if (lease.line.is_empty()) lease.line = line_ahead(a.tracks, a.shape, a.mover);  // it was out of sight
  // what was asked for to be held for a time is done when that is over
  const base::SimTime from = d.kind == DirectiveKind::stop_at ? lease.reached : lease.begun;
  if (d.persistence == Persistence::for_time && from < Directive::kEnd &&
      (a.tick.time - from).seconds() >= d.hold_s)
    return done();
  if (d.persistence == Persistence::until_line && is_over_line(a, lease)) return done();
  return go_on_kind(a, lease, dials);
}

}  // namespace backlot::traffic
