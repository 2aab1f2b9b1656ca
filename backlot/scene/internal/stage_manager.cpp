// The stage manager: enters and removes extras where the subject cannot see it. This file supplies roles that would not
// be cast in time; sources.cpp and sinks.cpp have what happens by itself.
#include <algorithm>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/scene/internal/actor_drive.h"
#include "backlot/scene/internal/entering.h"
#include "backlot/scene/internal/light_times.h"
#include "backlot/scene/internal/sign_times.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kInTime_s = 9;  // an extra for the head of a queue stands so long before the subject arrives
// One that comes by itself would be at the line so long before the role needs it, if it did not brake.
constexpr double kStandsBefore_s = 7.5;
constexpr double kBrakes_s = 1.5;  // that a supplied one loses by braking at the line
// one that is to be somewhere in time is a little early: it can still be slowed down
constexpr double kEarliest_s = 6, kEarly_s = 1.5, kSupplySlack_s = 1;
constexpr double kNoCandidate_s = 2;  // a role that is open has had no candidate for so long

// How fast the light at a line serves a queue.
constexpr double kServed_s = 2.1, kFirst_s = 1.5;
constexpr double kLate_s = 4;  // after the end of green some still go through

// How long a supplied extra should take to its mark, so that it is in place when the role needs it, or how far from the mark it should enter.
struct Wanted {
  static constexpr double kAny = std::numeric_limits<double>::infinity();
  double least_s = 0, most_s = kAny;
  double least_m = 0, most_m = kAny;
};

// The nearest place of a source from which a vehicle comes in time: hidden, with room.
std::optional<Entry> find_entry(Play& play, std::size_t source, world::ObjectKind kind,
                                const Wanted& wanted) {
  BACKLOT_ASSERT(source < play.description().set.sources.size(), "the set has no such source");
  const world::Tracks& tracks = play.scene->roads().tracks;
  const look::Snapshot now = play.stage().snapshot();
  const SourceDescription& description = play.description().set.sources[source];
  const auto* before = std::get_if<BeforeMark>(&description.where);
  const PlacedMark* mark = before == nullptr ? nullptr : play.scene->find_mark(before->mark);
  const MarkWay* way = mark == nullptr || mark->ways.empty() ? nullptr : &mark->ways.front();
  const double alone_s = mark == nullptr ? 0 : sign_seconds(play, mark->corridor);
  const traffic::DriverTraits traits = traffic::usual_traits(kind);
  const auto is_blocked = [&](double takes_s) {  // by one that stops at a sign before it
    return alone_s > 0 &&
           !play.arrivals.find(now, way->mark, std::max(0.0, takes_s - alone_s), takes_s).empty();
  };
  for (const PlacedStretch& stretch : play.scene->source_stretches(source)) {
    for (const Entry& entry : places_on(tracks, stretch, kind)) {
      const double takes_s =
          way == nullptr ? 0
                         : ActorDrive(tracks, entry.track, entry.metres, entry.speed_mps, traits, *way)
                               .seconds(entry.to_mark_m);
      if (takes_s < wanted.least_s || entry.to_mark_m < wanted.least_m) continue;
      if (takes_s > wanted.most_s || entry.to_mark_m > wanted.most_m) break;
      if (!is_blocked(takes_s) && can_enter(play, entry, kind, description.is_hidden)) return entry;
    }
  }
  return std::nullopt;
}

// ---- what a queue will be

// Whether a vehicle will stand at a line at a time: each vehicle that comes goes through at green, one behind the other.
bool foresees_queue(Play& play, const PlacedMark& line, double in_s) {
  const look::Snapshot now = play.stage().snapshot();
  double free_s = 0;  // when the line is free for the next one
  for (const MarkWay& way : line.ways) {
    for (const look::Arriving& body :
         play.arrivals.find(now, way.mark, 0, std::max(0.0, in_s - kStandsBefore_s))) {
      double at_s = std::max(body.arrival.expected_s, free_s);
      LightThen shown = light_then(play, line, at_s);
      // a vehicle that comes with the end of green may still get through
      if (!shown.is_green && !light_then(play, line, std::max(0.0, at_s - kLate_s)).is_green) {
        // until the next green
        double green_s = at_s;
        for (int k = 0; k < 12 && !shown.is_green; ++k) {
          green_s += std::max(0.01, shown.lasts_s);
          shown = light_then(play, line, green_s);
        }
        if (green_s > in_s) return true;
        at_s = green_s + kFirst_s;
      }
      free_s = at_s + kServed_s;
    }
  }
  return false;
}

}  // namespace

bool foresees_candidate(Play& play, const RoleDescription& role, double in_s) {
  for (const Requirement& requirement : role.requirements) {
    if (const auto* queue = std::get_if<HeadOfQueue>(&requirement.what))
      return foresees_queue(play, *play.scene->find_mark(queue->mark), in_s);
    if (const auto* approaches = std::get_if<Approaches>(&requirement.what)) {
      const look::Snapshot now = play.stage().snapshot();
      const PlacedMark* mark = play.scene->find_mark(approaches->mark);
      const std::optional<double> subject_s =
          play.subject_s(*play.scene->find_mark(approaches->subject_mark)->subject_m);
      if (mark == nullptr || !subject_s) return true;
      for (const MarkWay& way : mark->ways) {
        for (const look::Arriving& body : play.arrivals.find(now, way.mark, *subject_s - approaches->high_s,
                                                             *subject_s - approaches->low_s)) {
          const double before_s = *subject_s - body.arrival.expected_s;
          const auto extra = play.stage().find_extra(now.id(body.number));
          const auto& kinds = role.kinds;
          const bool is_kind = extra && (kinds.empty() || std::find(kinds.begin(), kinds.end(),
                                                                    extra->mover.kind) != kinds.end());
          if (is_kind && before_s >= approaches->low_s + 0.5 && before_s <= approaches->high_s) return true;
        }
      }
      return false;
    }
    if (const auto* leader = std::get_if<LeaderOf>(&requirement.what))
      return play.object(leader->role).is_empty() ||
             find_leader_of(play, play.object(leader->role), leader->within_m).has_value();
  }
  return true;
}

namespace {

// Where a leader of an actor may come in: so far before the actor.
constexpr double kLeaderFrom_m = 60;

std::optional<Wanted> wanted_of(Play& play, const RoleDescription& role, double subject_s) {
  BACKLOT_ASSERT(!std::isnan(subject_s), "the subject comes at a time");
  for (const Requirement& requirement : role.requirements) {
    if (const auto* queue = std::get_if<HeadOfQueue>(&requirement.what)) {
      // it must come when the light is red for it, and stay so
      const PlacedMark* line = play.scene->find_mark(queue->mark);
      double red_from_s = 0;
      double at_s = 0;
      for (int k = 0; k < 12 && at_s < subject_s; ++k) {
        const LightThen shown = light_then(play, *line, at_s);
        if (shown.is_green) red_from_s = at_s + shown.lasts_s;
        at_s += std::max(0.01, shown.lasts_s);
      }
      return Wanted{.least_s = red_from_s > 0 ? red_from_s + kLate_s + 1 : 4,
                    .most_s = subject_s - kInTime_s - kBrakes_s};
    }
    if (const auto* approaches = std::get_if<Approaches>(&requirement.what)) {
      const std::optional<double> at =
          play.subject_s(*play.scene->find_mark(approaches->subject_mark)->subject_m);
      if (!at) return std::nullopt;
      const double middle =
          role.prefers == Prefers::time ? role.preferred : 0.5 * (approaches->low_s + approaches->high_s);
      const double earliest_s = std::min(middle + kEarliest_s, approaches->high_s - kSupplySlack_s);
      return Wanted{.least_s = *at - earliest_s, .most_s = *at - std::min(middle + kEarly_s, earliest_s)};
    }
    if (const auto* leader = std::get_if<LeaderOf>(&requirement.what)) {
      // by the way that is left to the mark of the source
      const auto& where = play.description().set.sources[play.scene->find_source(role.supply->source)].where;
      const auto* before = std::get_if<BeforeMark>(&where);
      const PlacedMark* mark = before == nullptr ? nullptr : play.scene->find_mark(before->mark);
      const std::optional<ActorTime> time =
          mark == nullptr ? std::nullopt : find_actor_time(play, play.object(leader->role), *mark);
      if (!time) return std::nullopt;
      return Wanted{.least_m = time->way_m - leader->within_m, .most_m = time->way_m - kLeaderFrom_m};
    }
  }
  return std::nullopt;
}

// Whether the extra that was entered for a role can still play it: it is before its mark, and not too late for it.
bool is_on_its_way(Play& play, const RoleState& role, const RoleDescription& description) {
  if (role.supplied_s < 0) return false;
  for (const Requirement& requirement : description.requirements) {
    if (const auto* queue = std::get_if<HeadOfQueue>(&requirement.what))
      return find_actor_time(play, role.supplied, *play.scene->find_mark(queue->mark)).has_value();
    if (std::holds_alternative<Approaches>(requirement.what))
      return is_candidate(play, description, role.supplied);
    if (const auto* leader = std::get_if<LeaderOf>(&requirement.what)) {
      // it was entered ahead of the actor that played then
      const RoleState* follower = play.find_role(leader->role);
      return follower == nullptr || follower->since_s <= role.supplied_s;
    }
  }
  return true;
}

bool waits_for_arrival(const RoleDescription& role) {
  return std::any_of(role.requirements.begin(), role.requirements.end(), [](const Requirement& requirement) {
    return std::holds_alternative<Approaches>(requirement.what);
  });
}

void supply_roles(Play& play) {
  if (!play.has_supply) return;
  for (std::size_t k = 0; k < play.state.roles.size(); ++k) {
    RoleState& role = play.state.roles[k];
    const RoleDescription& description = play.description().cast[k];
    if (!description.supply || !role.actor.is_empty()) continue;
    const std::uint32_t source = play.scene->find_source(description.supply->source);
    if (!play.state.sources[source].gate.is_open) continue;
    if (std::holds_alternative<BesideMark>(play.description().set.sources[source].where)) {
      supply_on_foot(play, role, description);
      continue;
    }
    if (std::holds_alternative<FromSubject>(play.description().set.sources[source].where)) {
      supply_near_subject(play, role, description);
      continue;
    }
    // a look every half second is enough
    if (play.stage().tick().index % 10 != 0) continue;
    const std::optional<double> subject_s =
        play.subject_s(*play.scene->find_mark(description.supply->mark)->subject_m);
    if (!subject_s || *subject_s > description.supply->from_s || *subject_s < kInTime_s) continue;
    if (is_on_its_way(play, role, description)) continue;
    const std::optional<Wanted> wanted = wanted_of(play, description, *subject_s);
    // while the role is open, what is there counts; before, what is foreseen
    const bool is_open = role.empty_since_s >= 0 && waits_for_arrival(description);
    const bool has_candidate = is_open ? play.now_s() - role.empty_since_s < kNoCandidate_s
                                       : foresees_candidate(play, description, *subject_s - 3);
    if (!wanted || has_candidate) continue;
    const world::ObjectKind kind =
        description.kinds.empty() ? world::ObjectKind::car : description.kinds.front();
    const std::optional<Entry> entry = find_entry(play, source, kind, *wanted);
    if (!entry) continue;
    const world::ObjectId id = enter(play, *entry, kind);
    if (id.is_empty()) continue;
    role.supplied = id;
    role.supplied_s = play.now_s();
  }
}

// ---- which sources and sinks are open in this step

void open(const StageView& view, const std::optional<Condition>& when, const std::optional<Condition>& during,
          HoldTimes& times, Gate& gate) {
  gate.has_opened = gate.has_opened || !when || holds(view, *when, times);
  // asked in every step, so that a condition that takes time sees each moment
  const bool is_met = !during || holds(view, *during, times);
  gate.is_open = gate.has_opened && is_met;
}

void open_places(Play& play) {
  const StageView view(play);
  const SetDescription& set = play.description().set;
  PlayState& state = play.state;
  for (std::size_t k = 0; k < set.sources.size(); ++k)
    open(view, set.sources[k].when, set.sources[k].during, state.times, state.sources[k].gate);
  for (std::size_t k = 0; k < set.sinks.size(); ++k)
    open(view, set.sinks[k].when, set.sinks[k].during, state.times, state.sinks[k].gate);
}

}  // namespace

void manage_stage(Play& play) {
  if (!play.state.watch.is_there()) return;
  open_places(play);
  supply_roles(play);
  run_sources(play);
  run_sinks(play);
}

}  // namespace backlot::scene
