// What is told of a step: who came and went, who crossed a line or changed lanes, who began to touch whom.
#include <algorithm>
#include <cmath>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

namespace {

using record::Event;
using record::EventKind;
using record::RightOfWay;
using world::Mover;
using world::Side;
using world::Track;
using world::TrackId;

// The lane beside: for the same travel, or, where one overtakes over it, the oncoming one.
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

// As those who come to the two corridors see it (crossing.cpp), but for who was there first.
RightOfWay right_of_way(const world::Roads& roads, traffic::SignalView& signals, network::CorridorId one,
                        network::CorridorId other) {
  if (one.is_empty() || other.is_empty()) return RightOfWay::unknown;
  const TrackId track = roads.tracks.track_of(one);
  if (track.is_empty()) return RightOfWay::unknown;
  for (const world::Conflict& conflict : roads.conflicts.of(roads.tracks[track])) {
    if (conflict.corridor != other) continue;
    network::Precedence rule = conflict.standing;
    const bool is_lit =
        signals.aspect(one) != network::Aspect::dark || signals.aspect(other) != network::Aspect::dark;
    if (is_lit && conflict.kind != network::DependencyKind::diverging) {
      const auto freedom = [&](network::CorridorId corridor) {
        const network::ControlState state = signals.state(corridor);
        return state == network::ControlState::prepare_to_stop ? network::ControlState::go : state;
      };
      const network::ControlState mine = freedom(one), his = freedom(other);
      if (mine != his) return mine > his ? RightOfWay::first : RightOfWay::second;
      if (mine == network::ControlState::stop) return RightOfWay::neither;
      rule = conflict.lit;
    }
    if (rule == network::Precedence::goes) return RightOfWay::first;
    if (rule == network::Precedence::yields) return RightOfWay::second;
    return rule == network::Precedence::equal ? RightOfWay::neither : RightOfWay::unknown;
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

}  // namespace

void Simulation::say_entered(std::size_t slot) {
  Event event;
  event.time = tick_.time;
  event.kind = EventKind::entered;
  event.object = numbers_.id(number_of_[slot]);
  event.to = roads_.tracks[movers_[slot].trail.current()].lane;
  log_.say(event);
}

void Simulation::note_left(std::size_t slot) { log_.add(left(slot, tick_.time + tick_.step)); }

void Simulation::say_left(std::size_t slot) { log_.say(left(slot, tick_.time)); }

record::Event Simulation::left(std::size_t slot, base::SimTime time) const {
  Event event;
  event.time = time;
  event.kind = EventKind::left;
  event.object = numbers_.id(number_of_[slot]);
  event.from = roads_.tracks[movers_[slot].trail.current()].lane;
  return event;
}

// How a body of either kind moves, and the corridor that an extra is in.
Simulation::Touching Simulation::touching(std::uint32_t number) const {
  const std::uint32_t slot = numbers_.slot(number);
  if (Externals::is_here(slot)) {
    const world::LooseBody& body = externals_[Externals::row_of(slot)].body;
    return {body.heading_x, body.heading_y, body.speed_mps, {}};
  }
  const Mover& mover = movers_[slot];
  return {mover.heading_x, mover.heading_y, mover.speed_mps,
          corridor_under(roads_.tracks, shape_of(mover), mover)};
}

// Of the pairs that touch now those that did not in the step before.
void Simulation::note_contacts() {
  if (contacts_.empty() && touching_.empty()) return;
  traffic::SignalView signals(roads_.conflicts, clocks_, tick_.time);
  for (const Contact& pair : contacts_) {
    if (std::binary_search(touching_.begin(), touching_.end(), pair)) continue;
    const Touching one = touching(pair.one), other = touching(pair.other);
    const double x = one.speed_mps * one.heading_x - other.speed_mps * other.heading_x,
                 y = one.speed_mps * one.heading_y - other.speed_mps * other.heading_y;
    Event event;
    event.time = tick_.time;
    event.kind = EventKind::contact;
    event.object = numbers_.id(pair.one);
    event.other = numbers_.id(pair.other);
    event.relative_speed_mps = static_cast<float>(std::sqrt(x * x + y * y));
    event.corridor = one.corridor;
    event.other_corridor = other.corridor;
    event.right_of_way = right_of_way(roads_, signals, event.corridor, event.other_corridor);
    log_.add(event);
  }
  touching_.assign(contacts_.begin(), contacts_.end());
}

// ---- of directives

direct::DirectiveNumber Simulation::direct(direct::Directive directive) {
  Event event;
  event.time = tick_.time;
  event.kind = EventKind::issued;
  event.object = directive.actor;
  event.other = object_of(directive);
  event.issuer = directive.issuer.raw();
  const direct::DirectiveNumber number = direction_.issue(std::move(directive));
  event.directive = static_cast<std::uint32_t>(number);
  log_.say(event);
  return number;
}

direct::ClaimAnswer Simulation::claim(world::ObjectId actor, direct::IssuerId issuer) {
  const direct::ClaimAnswer answer = direction_.claim(numbers_, actor, issuer);
  say_claim(actor, issuer, answer);
  return answer;
}

direct::ClaimAnswer Simulation::release(world::ObjectId actor, direct::IssuerId issuer) {
  const direct::ClaimAnswer answer = direction_.release(actor, issuer);
  if (answer == direct::ClaimAnswer::released) say_claim(actor, issuer, answer);
  return answer;
}

void Simulation::say_claim(world::ObjectId actor, direct::IssuerId issuer, direct::ClaimAnswer answer) {
  Event event;
  event.time = tick_.time;
  event.kind = answer == direct::ClaimAnswer::granted    ? EventKind::claimed
               : answer == direct::ClaimAnswer::released ? EventKind::released
                                                         : EventKind::claim_refused;
  event.object = actor;
  event.issuer = issuer.raw();
  log_.say(event);
}

// What was answered at the beginning of this step, in order.
void Simulation::note_answers() {
  for (const direct::Claim& claim : direction_.given_back()) {
    Event event;
    event.time = tick_.time;
    event.kind = EventKind::released;
    event.object = claim.actor;
    event.issuer = claim.issuer.raw();
    log_.add(event);
  }
  for (const direct::Answer& answer : direction_.new_answers()) {
    Event event;
    event.time = tick_.time;
    event.kind = kind_of(answer.answer);
    event.object = answer.actor;
    event.directive = static_cast<std::uint32_t>(answer.directive);
    event.issuer = answer.issuer.raw();
    event.reason = static_cast<std::uint8_t>(answer.why);
    log_.add(event);
  }
}

// Who left touches nobody any more: his number may soon be another's.
void Simulation::forget_contacts_of(std::uint32_t number) {
  const auto has_him = [number](const Contact& pair) { return pair.one == number || pair.other == number; };
  std::erase_if(contacts_, has_him);
  std::erase_if(touching_, has_him);
}

void Simulation::note_crossing(std::size_t slot, network::CorridorId line, network::Aspect aspect,
                               const base::Tick& tick, std::vector<Event>& events) const {
  Event& event = events.emplace_back();
  event.time = tick.time + tick.step;
  event.kind = EventKind::crossed_line;
  event.object = numbers_.id(number_of_[slot]);
  event.corridor = line;
  event.aspect = aspect;
}

void Simulation::note_shift_begins(std::size_t slot, TrackId from, const base::Tick& tick,
                                   std::vector<Event>& events) {
  Mover& mover = movers_[slot];
  // one that is still under way ends with it
  if (mover.changes_to != Side::none) note_shift_ends(slot, tick, events);
  mover.changes_to = side_of_shift(roads_.tracks, from, mover);
  if (mover.changes_to == Side::none) return;
  Event& event = events.emplace_back(lane_change(roads_.tracks, mover, EventKind::began_lane_change));
  event.time = tick.time + tick.step;
  event.object = numbers_.id(number_of_[slot]);
}

void Simulation::note_shift_ends(std::size_t slot, const base::Tick& tick, std::vector<Event>& events) {
  Mover& mover = movers_[slot];
  Event& event = events.emplace_back(lane_change(roads_.tracks, mover, EventKind::ended_lane_change));
  event.time = tick.time + tick.step;
  event.object = numbers_.id(number_of_[slot]);
  mover.changes_to = Side::none;
}

}  // namespace backlot::sim
