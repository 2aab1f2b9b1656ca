// The stage manager: enters and removes extras where the subject cannot see it.
#include <algorithm>
#include <cmath>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/scene/internal/entering.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kEntryShare = 0.85;  // of the limit
constexpr double kTryEvery_m = 8;
constexpr double kInTime_s = 9;  // an extra for the head of a queue stands so long before the subject arrives

// How fast the light at a line serves a queue.
constexpr double kServed_s = 2.1, kFirst_s = 1.5;
constexpr double kLate_s = 4;  // after the end of green some still go through

// The nearest place of a source from which a vehicle comes in time: hidden, with room.
std::optional<Entry> find_entry(Play& play, std::size_t source, world::ObjectKind kind, double least_s,
                                double most_s) {
  const world::Tracks& tracks = play.scene->roads().tracks;
  const look::Snapshot now = play.stage().snapshot();
  const SourceDescription& description = play.description().set.sources[source];
  for (const PlacedStretch& stretch : play.scene->source_stretches(source)) {
    const double speed = kEntryShare * static_cast<double>(tracks[stretch.track].limit_mps);
    for (double metres = stretch.to_m - 5; metres > stretch.from_m + 10; metres -= kTryEvery_m) {
      const Entry entry{stretch.track, metres, stretch.to_mark_m + stretch.to_m - metres, speed};
      // it soon drives as others do, and brakes at the line
      const double takes_s = entry.to_mark_m / static_cast<double>(tracks[stretch.track].limit_mps) + 1.5;
      if (takes_s < least_s) continue;
      if (takes_s > most_s) break;
      if (!has_room_at(tracks, now, entry)) continue;
      if (description.is_hidden && is_in_sight(play, now, body_at(tracks, entry, kind))) continue;
      return entry;
    }
  }
  return std::nullopt;
}

// ---- what a queue will be

// Whether a light is green for a line at a time, and until when it stays as it is.
struct Shown {
  bool is_green = false;
  double lasts_s = 0;
};
Shown shown_at(const Play& play, const PlacedMark& line, double in_s) {
  if (!line.has_light()) return {true, 1e9};
  const world::SignalPlans& plans = play.scene->roads().conflicts.signals();
  const auto shown = play.stage().signal_clocks().shown(
      plans, line.programme, play.stage().tick().time + base::Duration::from_seconds(in_s));
  return {shown.aspects[line.group] == network::Aspect::green,
          base::Duration::from_nanoseconds(shown.lasts_ns).seconds()};
}

// Whether somebody will stand at a line at a time: each vehicle that comes goes through at green, one behind the other.
bool foresees_queue(Play& play, const PlacedMark& line, double in_s) {
  const look::Snapshot now = play.stage().snapshot();
  double free_s = 0;  // when the line is free for the next one
  for (const MarkWay& way : line.ways) {
    for (const look::Arriving& body : play.arrivals.find(now, way.mark, 0, std::max(0.0, in_s - 3))) {
      double at_s = std::max(body.arrival.expected_s, free_s);
      Shown shown = shown_at(play, line, at_s);
      // who comes with the end of green may still get through
      if (!shown.is_green && !shown_at(play, line, std::max(0.0, at_s - kLate_s)).is_green) {
        // until the next green
        double green_s = at_s;
        for (int k = 0; k < 12 && !shown.is_green; ++k) {
          green_s += std::max(0.01, shown.lasts_s);
          shown = shown_at(play, line, green_s);
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
  }
  return true;
}

namespace {

// How long a supplied extra should take to its mark, so that it is in place when the role needs it.
struct Wanted {
  double least_s = 0, most_s = 0;
};
std::optional<Wanted> wanted_of(Play& play, const RoleDescription& role, double subject_s) {
  for (const Requirement& requirement : role.requirements) {
    if (const auto* queue = std::get_if<HeadOfQueue>(&requirement.what)) {
      // it must come when the light is red for it, and stay so
      const PlacedMark* line = play.scene->find_mark(queue->mark);
      double red_from_s = 0;
      double at_s = 0;
      for (int k = 0; k < 12 && at_s < subject_s; ++k) {
        const Shown shown = shown_at(play, *line, at_s);
        if (shown.is_green) red_from_s = at_s + shown.lasts_s;
        at_s += std::max(0.01, shown.lasts_s);
      }
      return Wanted{red_from_s > 0 ? red_from_s + kLate_s + 1 : 4, subject_s - kInTime_s};
    }
    if (const auto* approaches = std::get_if<Approaches>(&requirement.what)) {
      const std::optional<double> at =
          play.subject_s(*play.scene->find_mark(approaches->subject_mark)->subject_m);
      if (!at) return std::nullopt;
      const double middle =
          role.prefers == Prefers::time ? role.preferred : 0.5 * (approaches->low_s + approaches->high_s);
      return Wanted{*at - middle - 1, *at - middle + 1};
    }
  }
  return std::nullopt;
}

// Whether the extra that was entered for a role is still before its mark.
bool is_on_its_way(Play& play, const RoleState& role, const RoleDescription& description) {
  if (role.supplied_s < 0) return false;
  for (const Requirement& requirement : description.requirements) {
    std::string name;
    if (const auto* queue = std::get_if<HeadOfQueue>(&requirement.what)) name = queue->mark;
    if (const auto* approaches = std::get_if<Approaches>(&requirement.what)) name = approaches->mark;
    const PlacedMark* mark = play.scene->find_mark(name);
    if (mark != nullptr) return find_actor_time(play, role.supplied, *mark).has_value();
  }
  return true;
}

void supply_roles(Play& play) {
  if (!play.has_supply) return;
  for (std::size_t k = 0; k < play.state.roles.size(); ++k) {
    RoleState& role = play.state.roles[k];
    const RoleDescription& description = play.description().cast[k];
    if (!description.supply || !role.actor.is_empty()) continue;
    const std::uint32_t source = play.scene->find_source(description.supply->source);
    if (std::holds_alternative<FromSubject>(play.description().set.sources[source].where)) {
      supply_near_subject(play, role, description);
      continue;
    }
    if (is_on_its_way(play, role, description)) continue;
    const std::optional<double> subject_s =
        play.subject_s(*play.scene->find_mark(description.supply->mark)->subject_m);
    if (!subject_s || *subject_s > description.supply->from_s || *subject_s < kInTime_s) continue;
    // a look every half second is enough
    if (play.stage().tick().index % 10 != 0) continue;
    const std::optional<Wanted> wanted = wanted_of(play, description, *subject_s);
    if (!wanted || foresees_candidate(play, description, *subject_s - 3)) continue;
    const world::ObjectKind kind =
        description.kinds.empty() ? world::ObjectKind::car : description.kinds.front();
    const std::optional<Entry> entry = find_entry(play, source, kind, wanted->least_s, wanted->most_s);
    if (!entry) continue;
    const world::ObjectId id = enter(play, *entry, kind);
    if (id.is_empty()) continue;
    role.supplied = id;
    role.supplied_s = play.now_s();
  }
}

}  // namespace

void manage_stage(Play& play) {
  if (!play.state.watch.is_there()) return;
  supply_roles(play);
}

}  // namespace backlot::scene
