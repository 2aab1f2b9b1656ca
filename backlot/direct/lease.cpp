#include "backlot/direct/lease.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "backlot/direct/directive_table.h"
#include "backlot/direct/ways.h"
#include "backlot/traffic/vehicle/routing/way_finding.h"

namespace backlot::direct {

namespace {

constexpr double kPlaceReached_m = 0.5;

// Looks through the fields of a directive for what cannot be.
struct FieldCheck {
  std::size_t tracks = 0;
  bool is_finite = true, has_tracks = true;

  template <class... Ts>
  void operator()(const Ts&... values) {
    (one(values), ...);
  }
  void one(double value) { is_finite = is_finite && std::isfinite(value); }
  void one(world::TrackId id) { has_tracks = has_tracks && (id.is_empty() || id.index() < tracks); }
  void one(const std::vector<world::TrackId>& path) {
    for (const world::TrackId id : path) has_tracks = has_tracks && !id.is_empty() && id.index() < tracks;
  }
  template <class... Ts>
  void one(const std::variant<Ts...>& value) {
    std::visit([this](const auto& held) { this->one(held); }, value);
  }
  template <class T>
  void one(const T& value) {
    if constexpr (requires { T::visit(value, *this); }) T::visit(value, *this);
  }
};

FieldCheck look_through(const Directive& directive, std::size_t tracks) {
  FieldCheck check{.tracks = tracks};
  Directive::visit(directive, check);
  return check;
}

// The object of a condition; the actor where it names none.
template <class Actor>
world::ObjectId watched(const Actor& a, world::ObjectId object) {
  return object.is_empty() ? a.id : object;
}

// ---- whether a condition is met

template <class Actor>
bool is_met(const Actor&, const EventSeen&, Lease& lease) {
  return lease.has_seen_event;
}
template <class Actor>
bool is_met(const Actor& a, const TimeReached& c, Lease&) {
  return a.tick().time >= c.time;
}
template <class Actor>
bool is_met(const Actor& a, const SpeedBelow& c, Lease&) {
  const std::optional<SeenObject> object = find_object(a.run, watched(a, c.object));
  return object && std::fabs(object->speed_mps) < c.speed_mps;
}
template <class Actor>
bool is_met(const Actor& a, const SpeedAbove& c, Lease&) {
  const std::optional<SeenObject> object = find_object(a.run, watched(a, c.object));
  return object && std::fabs(object->speed_mps) > c.speed_mps;
}

// A person on foot has no way along tracks.
template <class Condition>
constexpr bool is_of_ways = std::is_same_v<Condition, LineCrossed> || std::is_same_v<Condition, MarkPassed> ||
                            std::is_same_v<Condition, GapBelow>;
template <class Condition>
requires is_of_ways<Condition>
bool is_met(const DirectedWalker&, const Condition&, Lease&) {
  return false;  // such a hold is refused
}

bool is_met(const DirectedActor& a, const LineCrossed&, Lease& lease) { return is_over_line(a, lease); }

bool is_met(const DirectedActor& a, const MarkPassed& c, Lease& lease) {
  const world::ObjectId id = watched(a, c.object);
  const std::optional<SeenObject> object = find_object(a.run, id);
  if (!object) return false;
  // a mark that it was near to in the last step, and that does not lie ahead any more
  const std::optional<double> way = find_way_to(a, id, c.mark);
  const double before_m = lease.watched_m, moved_m = std::fabs(object->speed_mps) * a.tick().step.seconds();
  lease.watched_m = way.value_or(std::numeric_limits<double>::infinity());
  if (way && *way <= before_m) return false;
  if (std::isfinite(before_m) && before_m <= 2 * moved_m + kPlaceReached_m) return true;
  // or one that it was past already
  for (const Place& place : find_places(a.run, a.scratch, *object))
    if (place.track == c.mark.track && place.metres + object->front_m >= c.mark.metres) return true;
  return false;
}

bool is_met(const DirectedActor& a, const GapBelow& c, Lease&) {
  const std::optional<SeenObject> object = find_object(a.run, c.object);
  const std::optional<Sighting> seen = object ? find_along(a, *object, Where::nearest) : std::nullopt;
  return seen && (seen->way_m >= 0 ? seen->ahead_m : seen->behind_m) < c.gap_m;
}

template <class Actor>
bool is_hold_over(const Actor& a, Lease& lease) {
  const Hold& hold = lease.directive.hold;
  if (const auto* time = std::get_if<ForTime>(&hold))
    return lease.held_from < Directive::kEnd && (a.tick().time - lease.held_from).seconds() >= time->hold_s;
  if (const auto* until = std::get_if<Until>(&hold))
    return std::visit([&](const auto& condition) { return is_met(a, condition, lease); }, *until);
  return false;
}

template <class Actor>
Refusal find_fault(const Actor& a, const Directive& d) {
  if (!look_through(d, a.run.roads.tracks.all().size()).is_finite) return Refusal::not_a_number;
  if (const auto* time = std::get_if<ForTime>(&d.hold); time != nullptr && !(time->hold_s > 0))
    return Refusal::out_of_range;
  return row_of(d).check(d.what);
}

}  // namespace

bool is_over_line(const DirectedActor& a, const Lease& lease) {
  return !lease.line.is_empty() && traffic::line_ahead(a.tracks(), a.shape, a.mover) != lease.line;
}

Beginning begin(const DirectedActor& a, Lease& lease) {
  if (!row_of(lease.directive).is_for_vehicles()) return {Refusal::only_on_foot};
  if (const Refusal fault = find_fault(a, lease.directive); fault != Refusal::none) return {fault};
  lease.begun = lease.held_from = lease.seen = a.tick().time;
  lease.line = traffic::line_ahead(a.tracks(), a.shape, a.mover);
  lease.way = a.track().carriageway;
  return row_of(lease.directive).begin(a, lease);
}

Beginning begin(const DirectedWalker& a, Lease& lease) {
  const DirectiveRow& row = row_of(lease.directive);
  if (!row.is_for_people()) return {Refusal::not_on_foot};
  const auto* until = std::get_if<Until>(&lease.directive.hold);
  const bool needs_way =
      until != nullptr &&
      std::visit([]<class Condition>(const Condition&) { return is_of_ways<Condition>; }, *until);
  if (needs_way) return {Refusal::not_on_foot};
  if (const Refusal fault = find_fault(a, lease.directive); fault != Refusal::none) return {fault};
  lease.begun = lease.held_from = lease.seen = a.tick().time;
  return row.begin_on_foot(a, lease);
}

Progress go_on(const DirectedWalker& a, Lease& lease, traffic::FootDials& dials) {
  if (is_hold_over(a, lease)) return {LeaseState::done};
  return row_of(lease.directive).go_on_on_foot(a, lease, dials);
}

Progress go_on(const DirectedActor& a, Lease& lease, traffic::Dials& dials) {
  if (lease.line.is_empty()) lease.line = traffic::line_ahead(a.tracks(), a.shape, a.mover);
  if (is_hold_over(a, lease)) return {LeaseState::done};
  return row_of(lease.directive).go_on(a, lease, dials);
}

bool waits_for_event(const Lease& lease) {
  const auto* until = std::get_if<Until>(&lease.directive.hold);
  return until != nullptr && std::holds_alternative<EventSeen>(*until) && !lease.has_seen_event;
}

void notice(std::span<const record::Event> events, Lease& lease) {
  if (!waits_for_event(lease)) return;
  const EventSeen& wanted = std::get<EventSeen>(std::get<Until>(lease.directive.hold));
  const world::ObjectId object = wanted.object.is_empty() ? lease.directive.actor : wanted.object;
  lease.has_seen_event = std::ranges::any_of(events, [&](const record::Event& event) {
    return event.kind == wanted.kind &&
           (event.object == object || (event.kind == record::EventKind::contact && event.other == object));
  });
}

bool is_sound(const Directive& directive, std::size_t tracks) {
  const FieldCheck check = look_through(directive, tracks);
  return check.is_finite && check.has_tracks;
}

bool is_sound(const Lease& lease, std::size_t tracks) {
  const auto is_time = [](base::SimTime time) { return time >= base::SimTime{}; };
  return is_sound(lease.directive, tracks) && is_time(lease.begun) && is_time(lease.seen) &&
         is_time(lease.held_from) && (lease.aim.is_empty() || lease.aim.index() < tracks) &&
         std::isfinite(lease.left_m) && std::isfinite(lease.object_mps) && std::isfinite(lease.expected_s) &&
         !std::isnan(lease.watched_m);
}

}  // namespace backlot::direct
