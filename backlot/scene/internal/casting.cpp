// Casting: finds extras that fit a role in the traffic that is there, and claims the best.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/look/leader.h"
#include "backlot/look/region.h"
#include "backlot/scene/internal/conditions.h"
#include "backlot/scene/internal/nudges.h"
#include "backlot/scene/internal/sign_times.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

using world::Track;
using world::TrackId;
using world::Tracks;

constexpr double kReach_m = 400;  // around the subject, where a role is relative to it
constexpr double kLateIsWorse = 3;
constexpr double kSpareShare = 0.06;  // of the time until it is at the mark
constexpr double kCanGain = 0.08;     // of the time that is left: how much sooner a driver can come
constexpr double kTooNear_s = 10;     // so near to the mark it cannot gain any more
constexpr double kSlack_s = 0.5;
constexpr double kLastChance_s = 25, kMostLate_s = 2;
constexpr double kMakesWay =
    0.08;  // of the time that is left: how much sooner the vehicle ahead of an actor can be gone
constexpr std::uint64_t kLookBackSteps = 10;
constexpr double kNearEnd_m = 25;  // so near to an intersection a driver does not change its mind

struct Candidate {
  world::ObjectId id{};
  double score = 0;
  // what preferences ask for, where the role's place says so
  double before_s = 0, distance_m = 0;
  double expected_s = 0;  // until it is at the mark, with those ahead of it; 0 where that was not asked
  // until the one before it is at the mark; below any time where it is the first
  double ahead_s = -std::numeric_limits<double>::infinity();
};

// Whether a role is assigned to a prop. A prop has no driver that could be claimed before it drives.
bool is_prop(const RoleDescription& role) {
  return std::any_of(role.requirements.begin(), role.requirements.end(),
                     [](const Requirement& r) { return std::holds_alternative<IsProp>(r.what); });
}

// One search for one role.
class Search {
 public:
  Search(Play& play, const RoleDescription& role, RoleState& state)
      : play_(play), role_(role), state_(state), now_(play.stage().snapshot()) {}

  // Sorted by score, then id.
  std::vector<Candidate> find() {
    state_.refused = {};
    std::vector<Candidate> found;
    for (Candidate& candidate : gather()) {
      if (const std::optional<NotCast> why = find_fault(candidate)) {
        ++state_.refused[static_cast<std::size_t>(*why)];
        continue;
      }
      candidate.score = score(candidate);
      found.push_back(candidate);
    }
    std::sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
      return a.score != b.score ? a.score < b.score : a.id < b.id;
    });
    return found;
  }

  // Whether an extra that is cast still fits.
  bool still_fits(world::ObjectId id) {
    Candidate candidate{id};
    return std::all_of(role_.requirements.begin(), role_.requirements.end(), [&](const Requirement& r) {
      return !std::visit([&](const auto& what) { return fault(what, candidate, true); }, r.what);
    });
  }

 private:
  const Tracks& tracks() const { return play_.scene->roads().tracks; }
  const PlacedMark* mark(const std::string& name) const { return play_.scene->find_mark(name); }

  // ---- which extras are looked at: those of the requirement that names a place; else all around the subject
  std::vector<Candidate> gather() {
    std::vector<Candidate> found;
    for (const Requirement& requirement : role_.requirements) {
      const bool has_gathered =
          std::visit([&](const auto& what) { return gather(what, found); }, requirement.what);
      if (has_gathered) return found;
    }
    gather_around(
        play_.state.watch.is_there() ? play_.stage().find(play_.subject)->centre : geometry::WorldPoint{},
        kReach_m, found);
    return found;
  }
  void add(std::uint32_t number, std::vector<Candidate>& found) {
    const world::ObjectId id = now_.id(number);
    if (id == play_.subject || now_.is_external(number)) return;
    if (std::none_of(found.begin(), found.end(), [&](const Candidate& c) { return c.id == id; }))
      found.push_back({id});
  }
  void gather_around(const geometry::WorldPoint& place, double radius_m, std::vector<Candidate>& found) {
    std::vector<std::uint32_t> numbers;
    look::find_within(now_, look::Circle{{place.x, place.y}, radius_m}, numbers);
    for (const std::uint32_t number : numbers) add(number, found);
  }
  bool gather(const HeadOfQueue& what, std::vector<Candidate>& found) {
    for (const MarkWay& way : mark(what.mark)->ways)
      for (const look::Approaching& body : play_.approach.find_queue(now_, way.mark)) add(body.number, found);
    return true;
  }
  // With those ahead of them, unlike find_actor_time: a candidate behind slow vehicles comes later than it could.
  bool gather(const Approaches& what, std::vector<Candidate>& found) {
    for (const MarkWay& way : mark(what.mark)->ways) {
      double ahead_s = -std::numeric_limits<double>::infinity();
      for (const look::Arriving& body : play_.arrivals.find(now_, way.mark, 0, look::Arrivals::kFurthest_s)) {
        const std::size_t count = found.size();
        add(body.number, found);
        if (found.size() > count) {
          found.back().expected_s = body.arrival.expected_s;
          found.back().ahead_s = ahead_s;
        }
        ahead_s = body.arrival.expected_s;
      }
    }
    return true;
  }
  bool gather(const FirstOnApproach& what, std::vector<Candidate>& found) {
    for (const MarkWay& way : mark(what.mark)->ways)
      for (const look::Approaching& body : play_.approach.find(
               now_, way.mark, {.within_m = what.within_m, .route = look::Route::next_corridor}))
        add(body.number, found);
    return true;
  }
  bool gather(const Within& what, std::vector<Candidate>& found) {
    gather_around(mark(what.mark)->point, what.radius_m, found);
    return true;
  }
  bool gather(const LeaderOf& what, std::vector<Candidate>& found) {
    if (const auto leader = find_leader_of(play_, play_.object(what.role), what.within_m))
      add(leader->number, found);
    return true;
  }
  // Props stand where the set has put them.
  bool gather(const IsProp& what, std::vector<Candidate>& found) {
    constexpr double kThere_m = 1;
    for (const PlacedProp& prop : play_.scene->props()) {
      if (prop.name != what.prop) continue;
      std::vector<std::uint32_t> numbers;
      look::find_within(now_, look::Circle{{prop.middle.x, prop.middle.y}, kThere_m}, numbers);
      for (const std::uint32_t number : numbers)
        if (now_.is_external(number) && now_.id(number) != play_.subject) found.push_back({now_.id(number)});
    }
    return true;
  }
  template <class Other>
  bool gather(const Other&, std::vector<Candidate>&) {
    return false;
  }

  // ---- why a candidate does not fit
  std::optional<NotCast> find_fault(Candidate& candidate) {
    const std::optional<record::FrameObject> body = play_.stage().find(candidate.id);
    if (!body || (!is_prop(role_) && !play_.stage().find_extra(candidate.id))) return NotCast::out_of_place;
    const auto& kinds = role_.kinds;
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

  std::optional<NotCast> fault(const HeadOfQueue& what, Candidate& candidate, bool) {
    for (const MarkWay& way : mark(what.mark)->ways) {
      const auto queue = play_.approach.find_queue(now_, way.mark);
      if (!queue.empty() && now_.id(queue.front().number) == candidate.id) return std::nullopt;
    }
    return NotCast::not_head;
  }
  std::optional<NotCast> fault(const Approaches& what, Candidate& candidate, bool is_cast) {
    const std::optional<ActorTime> time = find_actor_time(play_, candidate.id, *mark(what.mark));
    const std::optional<double> subject_s = play_.subject_s(*mark(what.subject_mark)->subject_m);
    const bool is_past =
        !time && is_cast && state_.target_s >= 0 && play_.now_s() > state_.target_s - kSlack_s;
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
    if (candidate.before_s < what.low_s || candidate.before_s < wanted_s - can_gain_s)
      return NotCast::too_late;
    if (candidate.before_s > what.high_s) return NotCast::too_early;
    // one that stops at a sign before it would be in its way
    const double alone_s = sign_seconds(play_, mark(what.mark)->corridor) - kMakesWay * *subject_s;
    if (candidate.expected_s - candidate.ahead_s < alone_s ||
        waits_for_subject(what, candidate.ahead_s, *subject_s))
      return NotCast::blocked;
    return std::nullopt;
  }
  // Whether one that is at a sign in so many seconds waits there until the subject is past.
  bool waits_for_subject(const Approaches& what, double at_sign_s, double subject_s) const {
    const double sign_s = sign_seconds(play_, mark(what.mark)->corridor);
    return sign_s > 0 && at_sign_s + sign_s + kSlack_s > subject_s;
  }
  // Until the one ahead of an actor is at the mark; below any time where the actor is the first.
  double seconds_ahead(const Approaches& what, world::ObjectId id) {
    for (const MarkWay& way : mark(what.mark)->ways) {
      double ahead_s = -std::numeric_limits<double>::infinity();
      for (const look::Arriving& body : play_.arrivals.find(now_, way.mark, 0, look::Arrivals::kFurthest_s)) {
        if (now_.id(body.number) == id) return ahead_s;
        ahead_s = body.arrival.expected_s;
      }
    }
    return -std::numeric_limits<double>::infinity();
  }
  // How late an actor that is kept on time would be at its mark by itself, with no vehicle ahead of it.
  double late_seconds(world::ObjectId id) {
    for (std::size_t k = 0; k < play_.state.beats.size(); ++k) {
      const CanBe* can = play_.beat(k).when ? find_can_be(*play_.beat(k).when) : nullptr;
      if (can == nullptr || can->role != role_.name) continue;
      if (const std::optional<ActorTime> time = find_actor_time(play_, id, *mark(can->mark)))
        return play_.now_s() + time->soonest_s - state_.target_s;
    }
    return 0;
  }
  // By how much the vehicles ahead of it make an actor later.
  double held_seconds(const Approaches& what, world::ObjectId id) {
    for (const MarkWay& way : mark(what.mark)->ways)
      for (const look::Arriving& body : play_.arrivals.find(now_, way.mark, 0, look::Arrivals::kFurthest_s))
        if (now_.id(body.number) == id)
          return std::max(0.0, body.arrival.expected_s - body.arrival.soonest_s / (1 - look::kSooner));
    return 0;
  }
  std::optional<NotCast> fault(const FirstOnApproach& what, Candidate& candidate, bool) {
    for (const MarkWay& way : mark(what.mark)->ways) {
      const auto coming = play_.approach.find(
          now_, way.mark, {.within_m = what.within_m, .most = 1, .route = look::Route::next_corridor});
      if (!coming.empty() && now_.id(coming.front().number) == candidate.id) return std::nullopt;
    }
    return NotCast::not_head;
  }
  std::optional<NotCast> fault(const RelativeTo& what, Candidate& candidate, bool is_cast) {
    constexpr double kSlack_m = 60;  // for one that plays already
    const std::optional<double> front_m = front_of(what.of);
    const std::optional<double> distance =
        front_m ? distance_to(what.relation, *front_m, candidate.id) : std::nullopt;
    if (!distance) return NotCast::out_of_place;
    candidate.distance_m = *distance;
    if (what.is_next && !is_next_ahead(*play_.scene, now_, play_.object(what.of), *front_m, candidate.id))
      return NotCast::out_of_place;
    const double slack = is_cast ? kSlack_m : 0;
    return *distance < what.low_m - slack || *distance > what.high_m + slack
               ? std::optional(NotCast::out_of_place)
               : std::nullopt;
  }
  std::optional<NotCast> fault(const Within& what, Candidate& candidate, bool is_cast) {
    const std::optional<record::FrameObject> body = play_.stage().find(candidate.id);
    const bool is_in = body && distance_between(body->centre, mark(what.mark)->point) <= what.radius_m;
    return is_in || is_cast ? std::nullopt : std::optional(NotCast::out_of_place);
  }
  std::optional<NotCast> fault(const CanTurn& what, Candidate& candidate, bool is_cast) {
    if (is_cast) return std::nullopt;
    const std::optional<traffic::VehicleView> extra = play_.stage().find_extra(candidate.id);
    const Track& track = tracks()[extra->mover.trail.current()];
    if (track.is_corridor()) return NotCast::cannot_turn;
    const bool is_near = track.length - extra->mover.metres < kNearEnd_m && extra->mover.speed_mps > 1;
    return !is_near && leads_to(extra->mover.trail.current(), what.turn)
               ? std::nullopt
               : std::optional(NotCast::cannot_turn);
  }
  std::optional<NotCast> fault(const GoesTurn& what, Candidate& candidate, bool) {
    const network::CorridorId next = now_.next_corridor(candidate.id.slot());
    if (next.is_empty()) return NotCast::cannot_turn;
    return tracks().network().corridor(next).turn == what.turn ? std::nullopt
                                                               : std::optional(NotCast::cannot_turn);
  }
  std::optional<NotCast> fault(const HasSpeed& what, Candidate& candidate, bool is_cast) {
    const double v = now_.motion(candidate.id.slot()).speed_mps;
    return is_cast || (v >= what.low_mps && v <= what.high_mps) ? std::nullopt
                                                                : std::optional(NotCast::wrong_speed);
  }
  std::optional<NotCast> fault(const HasLeader& what, Candidate& candidate, bool is_cast) {
    if (is_cast) return std::nullopt;
    const auto leader = find_leader_of(play_, candidate.id, what.high_m);
    return leader && leader->gap_m >= what.low_m && leader->id != play_.subject
               ? std::nullopt
               : std::optional(NotCast::out_of_place);
  }
  // One that plays already has become slower than it should be when another one is so near ahead of it.
  std::optional<NotCast> fault(const FreeAhead& what, Candidate& candidate, bool is_cast) {
    constexpr double kHeldUp = 0.3;  // of the distance
    const double within_m = is_cast ? kHeldUp * what.within_m : what.within_m;
    return find_leader_of(play_, candidate.id, within_m) ? std::optional(NotCast::blocked) : std::nullopt;
  }
  std::optional<NotCast> fault(const LeaderOf& what, Candidate& candidate, bool is_cast) {
    if (is_cast) return std::nullopt;
    const auto leader = find_leader_of(play_, play_.object(what.role), what.within_m);
    return leader && leader->id == candidate.id ? std::nullopt : std::optional(NotCast::out_of_place);
  }
  std::optional<NotCast> fault(const HiddenFromSubject&, Candidate& candidate, bool is_cast) {
    if (is_cast) return std::nullopt;
    const std::optional<record::FrameObject> subject = play_.stage().find(play_.subject);
    const look::Eye eye{.ground = subject->centre, .of = play_.subject};
    return play_.sight.is_visible(now_, eye, candidate.id) ? std::optional(NotCast::in_sight) : std::nullopt;
  }
  std::optional<NotCast> fault(const IsProp&, Candidate&, bool) { return std::nullopt; }

  bool leads_to(TrackId from, network::Turn turn) const {
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

  // The metre of the front of the subject, or of an actor; empty where it is not on the course.
  std::optional<double> front_of(const std::string& name) const {
    if (name == kSubject) return play_.state.watch.front_m();
    const world::ObjectId id = play_.object(name);
    const std::optional<record::FrameObject> body = id.is_empty() ? std::nullopt : play_.stage().find(id);
    const std::optional<double> middle = body ? find_on_course(*play_.scene, *body) : std::nullopt;
    if (!middle) return std::nullopt;
    return *middle + 0.5 * static_cast<double>(body->length_m);
  }

  // From the subject, or an actor ahead of it, as the relation counts it; empty where the extra is not in that relation at all.
  std::optional<double> distance_to(Relation relation, double front_m, world::ObjectId id) const {
    const std::optional<record::FrameObject> body = play_.stage().find(id);
    if (!body || body->strip.is_empty() || body->lane.is_empty()) return std::nullopt;
    const world::Course& course = play_.scene->course();
    const SubjectWatch& watch = play_.state.watch;
    const double half_m = 0.5 * static_cast<double>(body->length_m);
    if (relation == Relation::oncoming) {
      const world::Course::Nearest near = course.nearest(body->centre);
      const geometry::Vec3 along = course.point_at(near.metre + 2) - course.point_at(near.metre - 2);
      const bool is_against = along.x * body->heading_x + along.y * body->heading_y < 0;
      if (!is_against || near.away_m > 8) return std::nullopt;
      return near.metre - half_m - front_m;
    }
    const std::optional<double> metre = course.find_metre(body->strip, body->lane, body->distance);
    if (!metre) return std::nullopt;
    const double at_m = course.metre_near(body->centre, *metre);
    const Track& own = tracks()[course.list()[course.part_at(at_m)]];
    const bool is_same = own.lane == body->lane;
    const auto is_lane = [&](TrackId id_of) {
      return !id_of.is_empty() && tracks()[id_of].lane == body->lane;
    };
    switch (relation) {
      case Relation::ahead:
        return is_same && at_m > front_m ? std::optional(at_m - half_m - front_m) : std::nullopt;
      case Relation::behind:
        return is_same && at_m < watch.rear_m() ? std::optional(watch.rear_m() - at_m - half_m)
                                                : std::nullopt;
      case Relation::left:
        return is_lane(own.left) ? std::optional(at_m - half_m - front_m) : std::nullopt;
      case Relation::right:
        return is_lane(own.right) ? std::optional(at_m - half_m - front_m) : std::nullopt;
      case Relation::oncoming:
        break;
    }
    return std::nullopt;
  }

  double score(const Candidate& candidate) const {
    const std::optional<record::FrameObject> body = play_.stage().find(candidate.id);
    switch (role_.prefers) {
      case Prefers::nearest: {
        const std::optional<record::FrameObject> subject = play_.stage().find(play_.subject);
        return subject ? distance_between(body->centre, subject->centre) : 0;
      }
      case Prefers::longest_wait:
        return -static_cast<double>(play_.stage().find_extra(candidate.id)->driver.stood_s);
      case Prefers::time: {
        // one that is early can be slowed down; one that is late can hardly be hurried, and others may yet hold it up
        const double early_s = candidate.before_s - role_.preferred - kSpareShare * candidate.expected_s;
        return early_s < 0 ? -kLateIsWorse * early_s : early_s;
      }
      case Prefers::distance:
        return std::fabs(candidate.distance_m - role_.preferred);
      case Prefers::slowest:
        return body->speed_mps;
      case Prefers::fastest:
        return -body->speed_mps;
    }
    return 0;
  }

  Play& play_;
  const RoleDescription& role_;
  RoleState& state_;
  look::Snapshot now_;
};

// The turn that a beat tells a role to take, where its way itself is the deed; null where it is not.
const direct::Turn* find_directed_turn(const BeatDescription& beat, const std::string& role) {
  for (const ActionDescription& action : beat.actions) {
    const auto* tell = std::get_if<Tell>(&action.what);
    if (beat.commits && tell != nullptr && tell->role == role)
      if (const auto* turn = std::get_if<direct::Turn>(&tell->what)) return turn;
  }
  return nullptr;
}

bool meets_subject(const Play& play, network::CorridorId corridor) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  const auto& list = play.scene->course().list();
  return std::any_of(list.begin(), list.end(), [&](TrackId id) {
    if (!tracks[id].is_corridor()) return false;
    const auto dependencies = tracks.network().dependencies(tracks[id].corridor);
    return std::any_of(dependencies.begin(), dependencies.end(),
                       [&](const network::Dependency& d) { return d.other == corridor; });
  });
}

// A way from the same lane by which the actor does not come into the way of the subject; the deed itself where no such way exists.
network::Turn harmless_turn(const Play& play, TrackId lane, network::Turn deed) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  for (const TrackId id : tracks.onward(tracks[lane])) {
    if (!tracks[id].is_corridor() || meets_subject(play, tracks[id].corridor)) continue;
    const network::Turn turn = tracks.network().corridor(tracks[id].corridor).turn;
    if (turn != deed) return turn;
  }
  return deed;
}

// What the actor needs to know before its beat: the way that it is to take. Where that way is the deed, it means to take another one until then.
void prepare(Play& play, const RoleDescription& role, RoleState& state) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    const CanBe* can = play.beat(k).when ? find_can_be(*play.beat(k).when) : nullptr;
    if (can == nullptr || can->role != role.name) continue;
    const std::optional<ActorTime> time =
        find_actor_time(play, state.actor, *play.scene->find_mark(can->mark));
    if (!time || time->way->corridor.is_empty()) continue;
    const world::Tracks& tracks = play.scene->roads().tracks;
    network::Turn turn = tracks.network().corridor(tracks[time->way->corridor].corridor).turn;
    if (find_directed_turn(play.beat(k), role.name) != nullptr)
      turn = harmless_turn(play, time->way->lane, turn);
    state.route = play.directing->direct({.actor = state.actor, .what = direct::Turn{.direction = turn}});
    if (!time->stands) keep_in_lane(play, state.actor);
  }
}

struct Open {
  std::uint32_t role = 0;
  std::vector<Candidate> candidates;
};

}  // namespace

bool is_candidate(Play& play, const RoleDescription& role, world::ObjectId id) {
  RoleState uncounted;  // the search counts refusals, which must not count for the role
  const std::vector<Candidate> found = Search(play, role, uncounted).find();
  return std::any_of(found.begin(), found.end(),
                     [&](const Candidate& candidate) { return candidate.id == id; });
}

std::optional<look::Neighbour> find_leader_of(Play& play, world::ObjectId actor, double within_m) {
  const std::optional<traffic::VehicleView> extra = play.stage().find_extra(actor);
  if (!extra) return std::nullopt;
  const Tracks& tracks = play.scene->roads().tracks;
  const Track& track = tracks[extra->mover.trail.current()];
  const network::Path path(tracks.network(), {track.lane, track.is_along}, 0, 0);
  look::PathNeighbours neighbours;
  return neighbours.find_leader(play.stage().snapshot(), path,
                                {.from_m = extra->mover.metres + static_cast<double>(extra->shape.front_m()),
                                 .within_m = within_m,
                                 .self = actor});
}

void let_go(Play& play, RoleState& role) {
  if (role.actor.is_empty()) return;
  for (direct::DirectiveNumber* number : {&role.pace, &role.route}) {
    if (*number != 0) play.stage().cancel(*number);
    *number = 0;
  }
  stop_telling(play, role.actor);
  play.stage().set_role(role.actor, "");
  play.directing->release(role.actor);
  role.actor = {};
  role.since_s = -1;
  role.target_s = -1;
}

void assign_role(Play& play, std::string_view name, world::ObjectId actor) {
  RoleState* role = play.find_role(name);
  if (role == nullptr || play.directing->claim(actor) != direct::ClaimAnswer::granted) return;
  role->actor = actor;
  role->since_s = play.now_s();
  role->candidates = 1;
  ++role->times_cast;
  play.stage().set_role(actor, name);
}

namespace {

// Whether a beat that plays looks for an actor of the role.
bool is_being_cast(const Play& play, const std::string& role) {
  for (std::size_t k = 0; k < play.state.beats.size(); ++k) {
    if (play.state.beats[k].phase != BeatPhase::plays) continue;
    const auto& actions = play.beat(k).actions;
    if (std::any_of(actions.begin(), actions.end(), [&](const ActionDescription& action) {
          const auto* cast = std::get_if<CastRole>(&action.what);
          return cast != nullptr && cast->role == role;
        }))
      return true;
  }
  return false;
}

}  // namespace

// An actor of a role that is not cast any more is kept: it could not be replaced.
void check_actors(Play& play) {
  for (std::size_t k = 0; k < play.state.roles.size(); ++k) {
    RoleState& role = play.state.roles[k];
    if (role.actor.is_empty() || role.is_spent) continue;
    const bool is_there = play.stage().find_extra(role.actor).has_value() ||
                          (is_prop(play.description().cast[k]) && play.stage().find(role.actor).has_value());
    if (role.is_committed) {
      if (!is_there) role.is_spent = true;
      continue;
    }
    const auto route = play.directing->find_answer(role.route);
    const bool refuses = route && route->answer == direct::AnswerKind::refused;
    const RoleDescription& description = play.description().cast[k];
    if (is_there && !refuses &&
        (!is_being_cast(play, description.name) || Search(play, description, role).still_fits(role.actor)))
      continue;
    if (!is_there) {
      role.actor = {};
      role.since_s = -1;
    } else {
      let_go(play, role);
      if (refuses) ++role.refused[static_cast<std::size_t>(NotCast::refused)];
    }
  }
}

void cast_roles(Play& play) {
  if (!play.state.watch.is_there()) return;
  std::vector<Open> open;
  for (const std::uint32_t k : play.open_roles) {
    RoleState& role = play.state.roles[k];
    if (!role.actor.is_empty() || role.is_committed) continue;
    open.push_back({k, Search(play, play.description().cast[k], role).find()});
    ++role.looks;
    role.offered += open.back().candidates.size();
    if (!open.back().candidates.empty())
      role.empty_since_s = -1;
    else if (role.empty_since_s < 0)
      role.empty_since_s = play.now_s();
  }
  // the role with the fewest candidates chooses first
  std::stable_sort(open.begin(), open.end(),
                   [](const Open& a, const Open& b) { return a.candidates.size() < b.candidates.size(); });
  for (const Open& one : open) {
    RoleState& role = play.state.roles[one.role];
    for (const Candidate& candidate : one.candidates) {
      const bool is_taken = std::any_of(play.state.roles.begin(), play.state.roles.end(),
                                        [&](const RoleState& other) { return other.actor == candidate.id; });
      const bool is_free = is_prop(play.description().cast[one.role]) ||
                           play.directing->claim(candidate.id) == direct::ClaimAnswer::granted;
      if (is_taken || !is_free) {
        ++role.refused[static_cast<std::size_t>(NotCast::plays_another)];
        continue;
      }
      role.actor = candidate.id;
      role.since_s = play.now_s();
      role.candidates = static_cast<std::uint32_t>(one.candidates.size());
      role.best = {};
      for (std::size_t n = 0; n < role.best.size() && n < one.candidates.size(); ++n)
        role.best[n] = one.candidates[n].score;
      ++role.times_cast;
      role.was_supplied = candidate.id == role.supplied;
      play.stage().set_role(candidate.id, play.description().cast[one.role].name);
      prepare(play, play.description().cast[one.role], role);
      break;
    }
  }
}

}  // namespace backlot::scene
