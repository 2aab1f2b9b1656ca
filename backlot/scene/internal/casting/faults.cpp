// Why an extra does not fit a role.
#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/look/leader.h"
#include "backlot/scene/internal/casting/search.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;

constexpr double kNearEnd_m = 25;  // so near to an intersection a driver does not change its mind

}  // namespace

std::optional<NotCast> Search::find_fault(Candidate& candidate) {
  const std::optional<record::FrameObject> body = play_.stage().find(candidate.id);
  if (!body || (!is_prop(role_) && !play_.has_mind(candidate.id))) return NotCast::out_of_place;
  const auto& kinds = role_.kinds;
  const bool is_person = body->kind == world::ObjectKind::pedestrian;
  if (is_person != is_on_foot(role_)) return NotCast::wrong_kind;
  if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), body->kind) == kinds.end())
    return NotCast::wrong_kind;
  for (const RoleState& other : play_.state.roles)
    if (&other != &state_ && other.actor == candidate.id) return NotCast::plays_another;
  for (const Requirement& requirement : role_.requirements)
    if (const auto why =
            std::visit([&](const auto& what) { return fault(what, candidate, false); }, requirement.what))
      return why;
  return std::nullopt;
}

std::optional<NotCast> Search::fault(const OfAge& what, Candidate& candidate, bool) {
  const std::optional<traffic::WalkerView> person = play_.stage().find_walker(candidate.id);
  return person && person->walker.traits.age == what.age ? std::nullopt : std::optional(NotCast::wrong_kind);
}

std::optional<NotCast> Search::fault(const AtKerb& what, Candidate& candidate, bool is_cast) {
  if (is_cast) return std::nullopt;
  const std::optional<traffic::WalkerView> person = play_.stage().find_walker(candidate.id);
  const bool is_there = person && person->walker.is_at_kerb() &&
                        distance_between(person->walker.at, mark(what.mark)->point) <= what.within_m;
  return is_there ? std::nullopt : std::optional(NotCast::out_of_place);
}

std::optional<NotCast> Search::fault(const HeadOfQueue& what, Candidate& candidate, bool) {
  for (const MarkWay& way : mark(what.mark)->ways) {
    const auto queue = play_.approach.find_queue(now_, way.mark);
    if (!queue.empty() && now_.id(queue.front().number) == candidate.id) return std::nullopt;
  }
  return NotCast::not_head;
}

std::optional<NotCast> Search::fault(const FirstOnApproach& what, Candidate& candidate, bool) {
  for (const MarkWay& way : mark(what.mark)->ways) {
    const auto coming = play_.approach.find(
        now_, way.mark, {.within_m = what.within_m, .most = 1, .route = look::Route::next_corridor});
    if (!coming.empty() && now_.id(coming.front().number) == candidate.id) return std::nullopt;
  }
  return NotCast::not_head;
}

std::optional<NotCast> Search::fault(const Within& what, Candidate& candidate, bool is_cast) {
  const std::optional<record::FrameObject> body = play_.stage().find(candidate.id);
  const bool is_in = body && distance_between(body->centre, mark(what.mark)->point) <= what.radius_m;
  return is_in || is_cast ? std::nullopt : std::optional(NotCast::out_of_place);
}

std::optional<NotCast> Search::fault(const CanTurn& what, Candidate& candidate, bool is_cast) {
  if (is_cast) return std::nullopt;
  const std::optional<traffic::VehicleView> extra = play_.stage().find_extra(candidate.id);
  const Track& track = tracks()[extra->mover.trail.current()];
  if (track.is_corridor()) return NotCast::cannot_turn;
  const bool is_near = track.length - extra->mover.metres < kNearEnd_m && extra->mover.speed_mps > 1;
  return !is_near && leads_to(extra->mover.trail.current(), what.turn) ? std::nullopt
                                                                       : std::optional(NotCast::cannot_turn);
}

std::optional<NotCast> Search::fault(const GoesTurn& what, Candidate& candidate, bool) {
  const network::CorridorId next = now_.next_corridor(candidate.id.slot());
  if (next.is_empty()) return NotCast::cannot_turn;
  return tracks().network().corridor(next).turn == what.turn ? std::nullopt
                                                             : std::optional(NotCast::cannot_turn);
}

std::optional<NotCast> Search::fault(const HasSpeed& what, Candidate& candidate, bool is_cast) {
  const double v = now_.motion(candidate.id.slot()).speed_mps;
  return is_cast || (v >= what.low_mps && v <= what.high_mps) ? std::nullopt
                                                              : std::optional(NotCast::wrong_speed);
}

std::optional<NotCast> Search::fault(const HasLeader& what, Candidate& candidate, bool is_cast) {
  if (is_cast) return std::nullopt;
  const auto leader = find_leader_of(play_, candidate.id, what.high_m);
  return leader && leader->gap_m >= what.low_m && leader->id != play_.subject
             ? std::nullopt
             : std::optional(NotCast::out_of_place);
}

// One that plays already has become slower than it should be when another one is so near ahead of it.
std::optional<NotCast> Search::fault(const FreeAhead& what, Candidate& candidate, bool is_cast) {
  constexpr double kHeldUp = 0.3;  // of the distance
  const double within_m = is_cast ? kHeldUp * what.within_m : what.within_m;
  return find_leader_of(play_, candidate.id, within_m) ? std::optional(NotCast::blocked) : std::nullopt;
}

std::optional<NotCast> Search::fault(const LeaderOf& what, Candidate& candidate, bool is_cast) {
  if (is_cast && !is_cast_since(what.role)) return std::nullopt;
  const auto leader = find_leader_of(play_, play_.object(what.role), what.within_m);
  return leader && leader->id == candidate.id ? std::nullopt : std::optional(NotCast::out_of_place);
}

std::optional<NotCast> Search::fault(const HiddenFromSubject&, Candidate& candidate, bool is_cast) {
  if (is_cast) return std::nullopt;
  const std::optional<record::FrameObject> subject = play_.stage().find(play_.subject);
  const look::Eye eye{.ground = subject->centre, .of = play_.subject};
  return play_.sight.is_visible(now_, eye, candidate.id) ? std::optional(NotCast::in_sight) : std::nullopt;
}

bool Search::is_cast_since(const std::string& name) const {
  const RoleState* other = play_.find_role(name);
  return other != nullptr && !other->actor.is_empty() && other->since_s > state_.since_s;
}

bool Search::leads_to(TrackId from, network::Turn turn) const {
  BACKLOT_ASSERT(!from.is_empty(), "a way leads on from a track");
  TrackId at = from;
  for (int k = 0; k < 8; ++k) {
    const std::span<const TrackId> onward = tracks().onward(tracks()[at]);
    for (const TrackId next : onward)
      if (tracks()[next].is_corridor() && tracks().network().corridor(tracks()[next].corridor).turn == turn)
        return true;
    if (onward.size() != 1 || tracks()[onward.front()].is_corridor()) return false;
    at = onward.front();
  }
  return false;
}

}  // namespace backlot::scene
