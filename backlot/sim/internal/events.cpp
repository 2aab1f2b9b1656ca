#include "backlot/sim/internal/events.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/direct/event_names.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/right_of_way_now.h"

namespace backlot::sim {

namespace {

using record::Event;
using record::EventKind;
using record::RightOfWay;
using world::Mover;
using world::Side;
using world::Track;
using world::TrackId;

// The lane beside: for the same travel, or, where a vehicle overtakes over it, the oncoming one.
network::LaneId lane_beside(const world::Tracks& tracks, const Track& track, Side side) {
  TrackId beside = side == Side::left ? track.left : track.right;
  if (beside.is_empty()) beside = tracks.oncoming(track);
  return beside.is_empty() ? network::LaneId{} : tracks[beside].lane;
}

bool is_beyond(const Track& track, double lateral) {
  return std::fabs(lateral) > static_cast<double>(track.half_width);
}

// Of the shift that a body is in, or has just ended. The lanes are those of the track that its guide is on.
Event lane_change(const world::Tracks& tracks, const Mover& mover, EventKind kind) {
  const Track& track = tracks[mover.trail.current()];
  Event event;
  event.kind = kind;
  event.side = mover.changes_to;
  if (is_beyond(track, mover.home)) {
    event.from = track.lane;
    event.to = lane_beside(tracks, track, mover.changes_to);
  } else {
    event.from = lane_beside(tracks, track, world::opposite(mover.changes_to));
    event.to = track.lane;
  }
  return event;
}

// To the lane at which side a shift that has just begun leads; none where it stays within the lane.
Side side_of_shift(const world::Tracks& tracks, TrackId from, const Mover& mover) {
  BACKLOT_ASSERT(!from.is_empty(), "a body shifts from a track");
  const Track& track = tracks[mover.trail.current()];
  if (from != mover.trail.current())
    return tracks[from].left == mover.trail.current() ? Side::left : Side::right;
  if (is_beyond(track, mover.home) == is_beyond(track, mover.shift_from)) return Side::none;
  return mover.home > mover.shift_from ? Side::left : Side::right;
}

// The corridor that a body is in: under its guide, else under its nose, else under its tail.
network::CorridorId corridor_under(const world::Tracks& tracks, const world::BodyShape& shape,
                                   const Mover& mover) {
  const Track& track = tracks[mover.trail.current()];
  if (track.is_corridor()) return track.corridor;
  if (mover.trail.ahead() > 0 && mover.metres + static_cast<double>(shape.front_m()) > track.length) {
    const Track& next = tracks[mover.trail.ahead(0)];
    if (next.is_corridor()) return next.corridor;
  }
  if (mover.trail.behind() > 0 && mover.metres < static_cast<double>(shape.rear_m()))
    return tracks[mover.trail.behind(0)].corridor;
  return {};
}

RightOfWay recorded(traffic::RightOfWayNow right) {
  switch (right) {
    case traffic::RightOfWayNow::first:
      return RightOfWay::first;
    case traffic::RightOfWayNow::second:
      return RightOfWay::second;
    case traffic::RightOfWayNow::neither:
      return RightOfWay::neither;
    case traffic::RightOfWayNow::unknown:
      return RightOfWay::unknown;
  }
  return RightOfWay::unknown;
}

EventKind kind_of(direct::AnswerKind answer) {
  switch (answer) {
    case direct::AnswerKind::accepted:
      return EventKind::accepted;
    case direct::AnswerKind::refused:
      return EventKind::refused;
    case direct::AnswerKind::done:
      return EventKind::done;
    case direct::AnswerKind::expired:
      return EventKind::expired;
    case direct::AnswerKind::superseded:
      return EventKind::superseded;
    case direct::AnswerKind::failed:
      return EventKind::failed;
    case direct::AnswerKind::cancelled:
      return EventKind::cancelled;
  }
  return EventKind::refused;
}

Event event_of(const Run& run, EventKind kind, world::ObjectId object) {
  Event event;
  event.time = run.state.tick.time;
  event.kind = kind;
  event.object = object;
  return event;
}

// Of motion: it has the time of the step's end.
Event moved(const Run& run, std::size_t slot, Event event) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  event.time = run.state.tick.time + run.state.tick.step;
  event.object = run.state.numbers.id(run.state.number_of[slot]);
  return event;
}

// That an object of any kind is on; empty off the lanes.
network::LaneId lane_of(const Run& run, world::ObjectId id) {
  const std::uint32_t slot = run.state.numbers.slot(id.slot());
  if (is_external(slot)) return run.state.externals[external_row(slot)].watch.place.lane;
  if (is_walker(slot)) return run.roads.footways[run.state.walkers[walker_row(slot)].footway].lane;
  return run.roads.tracks[run.state.movers[slot].trail.current()].lane;
}

Event left(const Run& run, world::ObjectId id) {
  Event event = event_of(run, EventKind::left, id);
  event.from = lane_of(run, id);
  return event;
}

// How a body of any kind moves, and the corridor that it is in.
struct Touching {
  double heading_x = 1, heading_y = 0, speed_mps = 0;
  network::CorridorId corridor{};
};
Touching touching(const Run& run, std::uint32_t number) {
  const std::uint32_t slot = run.state.numbers.slot(number);
  if (is_external(slot)) {
    const ExternalBody& external = run.state.externals[external_row(slot)];
    const world::LooseBody& body = external.body;
    const network::StripId strip = external.watch.place.strip;
    // the corridor that it is on, not the next one
    const network::CorridorId corridor =
        strip.is_empty() ? network::CorridorId{} : run.roads.tracks.network().corridor_of(strip);
    return {body.heading_x, body.heading_y, body.speed_mps, corridor};
  }
  if (is_walker(slot)) {
    const traffic::Walker& walker = run.state.walkers[walker_row(slot)];
    return {walker.heading_x, walker.heading_y, walker.speed_mps(),
            run.roads.footways[walker.footway].corridor};
  }
  const Mover& mover = run.state.movers[slot];
  return {mover.heading_x, mover.heading_y, mover.speed_mps,
          corridor_under(run.roads.tracks, run.shape_of(mover), mover)};
}

}  // namespace

void queue_entered(Run& run, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an event is that of an object");
  Event event = event_of(run, EventKind::entered, id);
  event.to = lane_of(run, id);
  run.queue_event(event);
}

void queue_left(Run& run, world::ObjectId id) { run.queue_event(left(run, id)); }

void report_left(Run& run, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "an event is that of an object");
  Event event = left(run, id);
  event.time = run.state.tick.time + run.state.tick.step;
  run.report(event);
}

void report_wrecked(Run& run, world::ObjectId id, world::ObjectId other) {
  BACKLOT_ASSERT(id != other, "a body does not touch itself");
  Event event = event_of(run, EventKind::wrecked, id);
  event.other = other;
  run.report(event);
}

void report_contacts(Run& run) {
  const std::vector<Contact>& contacts = run.memory.contacts;
  std::vector<Contact>& before = run.state.touching;
  if (contacts.empty() && before.empty()) return;
  traffic::SignalView signals(run.roads.conflicts, run.state.clocks, run.state.tick.time);
  for (const Contact& pair : contacts) {
    if (std::binary_search(before.begin(), before.end(), pair)) continue;
    const Touching one = touching(run, pair.one), other = touching(run, pair.other);
    const double x = one.speed_mps * one.heading_x - other.speed_mps * other.heading_x,
                 y = one.speed_mps * one.heading_y - other.speed_mps * other.heading_y;
    Event event = event_of(run, EventKind::contact, run.state.numbers.id(pair.one));
    event.other = run.state.numbers.id(pair.other);
    event.relative_speed_mps = static_cast<float>(std::sqrt(x * x + y * y));
    event.corridor = one.corridor;
    event.other_corridor = other.corridor;
    event.right_of_way =
        recorded(traffic::right_of_way_now(run.roads, signals, event.corridor, event.other_corridor));
    run.report(event);
  }
  before.assign(contacts.begin(), contacts.end());
}

// ---- direction

Event issued(const Run& run, const direct::Directive& directive) {
  Event event = event_of(run, EventKind::issued, directive.actor);
  event.other = direct::object_of(directive);
  event.issuer = directive.issuer.raw();
  event.directive_kind = static_cast<std::uint8_t>(directive.kind());
  return event;
}

void queue_issued(Run& run, Event event, direct::DirectiveNumber number) {
  event.directive = number;
  run.queue_event(event);
}

void queue_claim(Run& run, world::ObjectId actor, direct::IssuerId issuer, direct::ClaimAnswer answer) {
  Event event = event_of(run,
                         answer == direct::ClaimAnswer::granted    ? EventKind::claimed
                         : answer == direct::ClaimAnswer::released ? EventKind::released
                                                                   : EventKind::claim_refused,
                         actor);
  event.issuer = issuer.raw();
  run.queue_event(event);
}

void queue_light(Run& run, const direct::LightRequest& request, const direct::LightAnswer& answer) {
  Event event = event_of(run, EventKind::light_requested, {});
  event.programme = request.wish.programme;
  event.issuer = request.issuer.raw();
  run.queue_event(event);
  event.kind = answer.is_accepted() ? EventKind::light_accepted : EventKind::light_refused;
  event.reason = direct::reason_of(answer.refusal);
  run.queue_event(event);
}

void queue_light_released(Run& run, std::uint32_t programme, direct::IssuerId issuer) {
  Event event = event_of(run, EventKind::light_released, {});
  event.programme = programme;
  event.issuer = issuer.raw();
  run.queue_event(event);
}

void report_answers(Run& run) {
  for (const direct::Claim& claim : run.state.direction.given_back()) {
    Event event = event_of(run, EventKind::released, claim.actor);
    event.issuer = claim.issuer.raw();
    run.report(event);
  }
  for (const direct::Answer& answer : run.state.direction.new_answers()) {
    Event event = event_of(run, kind_of(answer.answer), answer.actor);
    event.directive = answer.directive;
    event.directive_kind = answer.kind;
    event.issuer = answer.issuer.raw();
    event.reason = direct::reason_of(answer.why);
    run.report(event);
  }
}

// ---- motion

void report_crossing(const Run& run, std::size_t slot, network::CorridorId line, network::Aspect aspect,
                     std::vector<Event>& events) {
  Event event;
  event.kind = EventKind::crossed_line;
  event.corridor = line;
  event.aspect = aspect;
  events.push_back(moved(run, slot, event));
}

void report_shift_begins(Run& run, std::size_t slot, TrackId from, std::vector<Event>& events) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  Mover& mover = run.state.movers[slot];
  // one that is still under way ends with it
  if (mover.changes_to != Side::none) report_shift_ends(run, slot, events);
  mover.changes_to = side_of_shift(run.roads.tracks, from, mover);
  if (mover.changes_to == Side::none) return;
  events.push_back(moved(run, slot, lane_change(run.roads.tracks, mover, EventKind::began_lane_change)));
}

void report_shift_ends(Run& run, std::size_t slot, std::vector<Event>& events) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  Mover& mover = run.state.movers[slot];
  events.push_back(moved(run, slot, lane_change(run.roads.tracks, mover, EventKind::ended_lane_change)));
  mover.changes_to = Side::none;
}

}  // namespace backlot::sim
