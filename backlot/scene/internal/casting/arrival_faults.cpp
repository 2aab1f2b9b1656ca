// Why an extra does not fit a role that is to come to a mark at a time before the subject does.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/scene/internal/casting/search.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/sign_times.h"

namespace backlot::scene {

namespace {

constexpr double kCanGain = 0.08;  // of the time that is left: how much sooner a driver can come
constexpr double kTooNear_s = 10;  // so near to the mark it cannot gain any more
constexpr double kSlack_s = 0.5;
constexpr double kLastChance_s = 25, kMostLate_s = 2;
// of the time that is left: how much sooner the vehicle ahead of an actor can be gone
constexpr double kMakesWay = 0.08;
constexpr std::uint64_t kLookBackSteps = 10;

}  // namespace

std::optional<NotCast> Search::foot_fault(const Approaches& what, Candidate& candidate, bool is_cast) {
  if (is_cast) return std::nullopt;
  const std::optional<ActorTime> time = find_actor_time(play_, candidate.id, *mark(what.mark));
  const std::optional<double> subject_s = play_.subject_s(*mark(what.subject_mark)->subject_m);
  if (!time || !subject_s) return NotCast::out_of_place;
  candidate.expected_s = time->soonest_s;
  candidate.before_s = *subject_s - time->soonest_s;
  if (candidate.before_s < what.low_s) return NotCast::too_late;
  return candidate.before_s > what.high_s ? std::optional(NotCast::too_early) : std::nullopt;
}

std::optional<NotCast> Search::fault(const Approaches& what, Candidate& candidate, bool is_cast) {
  if (is_on_foot(role_)) return foot_fault(what, candidate, is_cast);
  const std::optional<ActorTime> time = find_actor_time(play_, candidate.id, *mark(what.mark));
  const std::optional<double> subject_s = play_.subject_s(*mark(what.subject_mark)->subject_m);
  const bool is_past = !time && is_cast && state_.target_s >= 0 && play_.now_s() > state_.target_s - kSlack_s;
  if (is_past) return std::nullopt;  // it came to the mark when it was asked to
  if (!time || !subject_s) return NotCast::out_of_place;
  // what a driver can still make up for by hurrying
  const double can_gain_s = kCanGain * std::max(0.0, *subject_s - kTooNear_s) + kSlack_s;
  if (is_cast) {
    if (play_.stage().tick().index % kLookBackSteps != 0 || state_.target_s < 0) return std::nullopt;
    if (waits_for_subject(what, seconds_ahead(what, candidate.id), *subject_s)) return NotCast::blocked;
    const double late_s = held_seconds(what, candidate.id) + late_seconds(candidate.id);
    // when no other actor could take its place any more, one that may be late is better than none
    if (late_s <= can_gain_s || (*subject_s < kLastChance_s && late_s < kMostLate_s)) return std::nullopt;
    return NotCast::too_late;
  }
  candidate.before_s = *subject_s - std::max(time->soonest_s, candidate.expected_s);
  const double wanted_s = role_.prefers == Prefers::time ? role_.preferred : what.low_s;
  if (candidate.before_s < what.low_s || candidate.before_s < wanted_s - can_gain_s) return NotCast::too_late;
  if (candidate.before_s > what.high_s) return NotCast::too_early;
  // one that stops at a sign before it would be in its way
  const double alone_s = sign_seconds(play_, mark(what.mark)->corridor) - kMakesWay * *subject_s;
  if (candidate.expected_s - candidate.ahead_s < alone_s ||
      waits_for_subject(what, candidate.ahead_s, *subject_s))
    return NotCast::blocked;
  return std::nullopt;
}

bool Search::waits_for_subject(const Approaches& what, double at_sign_s, double subject_s) const {
  BACKLOT_ASSERT(!std::isnan(at_sign_s) && !std::isnan(subject_s), "times are numbers");
  const double sign_s = sign_seconds(play_, mark(what.mark)->corridor);
  return sign_s > 0 && at_sign_s + sign_s + kSlack_s > subject_s;
}

double Search::seconds_ahead(const Approaches& what, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a time ahead is that of a candidate");
  for (const MarkWay& way : mark(what.mark)->ways) {
    double ahead_s = -std::numeric_limits<double>::infinity();
    for (const look::Arriving& body : play_.arrivals.find(now_, way.mark, 0, look::Arrivals::kFurthest_s)) {
      if (now_.id(body.number) == id) return ahead_s;
      ahead_s = body.arrival.expected_s;
    }
  }
  return -std::numeric_limits<double>::infinity();
}

double Search::late_seconds(world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a candidate is late");
  for (std::size_t k = 0; k < play_.state.beats.size(); ++k) {
    const CanBe* can = play_.beat(k).when ? find_can_be(*play_.beat(k).when) : nullptr;
    if (can == nullptr || can->role != role_.name) continue;
    if (const std::optional<ActorTime> time = find_actor_time(play_, id, *mark(can->mark)))
      return play_.now_s() + time->soonest_s - state_.target_s;
  }
  return 0;
}

double Search::held_seconds(const Approaches& what, world::ObjectId id) {
  BACKLOT_ASSERT(!id.is_empty(), "a candidate is held");
  for (const MarkWay& way : mark(what.mark)->ways)
    for (const look::Arriving& body : play_.arrivals.find(now_, way.mark, 0, look::Arrivals::kFurthest_s))
      if (now_.id(body.number) == id)
        return std::max(0.0, body.arrival.expected_s - body.arrival.soonest_s / (1 - look::kSooner));
  return 0;
}

}  // namespace backlot::scene
