#include "backlot/scene/internal/schedule.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::scene {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Span exactly(double seconds) { return {std::max(0.0, seconds), std::max(0.0, seconds)}; }
Span not_before(const Span& span) { return {span.soonest_s, kInfinite}; }
Span later(const Span& span, double seconds) { return {span.soonest_s + seconds, span.latest_s + seconds}; }

bool casts(const BeatDescription& beat, const std::string& role) {
  return std::any_of(beat.actions.begin(), beat.actions.end(), [&](const ActionDescription& action) {
    const auto* cast = std::get_if<CastRole>(&action.what);
    return cast != nullptr && cast->role == role;
  });
}

}  // namespace

Schedule::Schedule(const Scene& scene, double share)
    : scene_(scene), share_(share), begins_(scene.description().script.beats.size()) {
  // Beats refer to each other. Every round narrows the intervals of the beats with known predecessors; there are no
  // longer chains than beats.
  const std::vector<BeatDescription>& beats = scene.description().script.beats;
  for (std::size_t round = 0; round < beats.size(); ++round) {
    for (std::size_t k = 0; k < beats.size(); ++k) {
      const Span before = predecessors_of(k);
      const Span trigger = beats[k].when ? of(*beats[k].when) : exactly(0);
      begins_[k] = {std::max(before.soonest_s, trigger.soonest_s),
                    std::max(before.latest_s, trigger.latest_s)};
    }
  }
}

Span Schedule::predecessors_of(std::size_t beat) const {
  BACKLOT_ASSERT(beat < begins_.size(), "the script has no such beat");
  Span all = exactly(0);
  for (const std::string& name : scene_.description().script.beats[beat].after) {
    const Span one = of_beat(name);
    all = {std::max(all.soonest_s, one.soonest_s), std::max(all.latest_s, one.latest_s)};
  }
  return all;
}

Span Schedule::end_of(std::size_t beat) const {
  BACKLOT_ASSERT(beat < begins_.size(), "the script has no such beat");
  const BeatDescription& description = scene_.description().script.beats[beat];
  const Span scene = end_of_scene();
  const Span own = description.until ? of(*description.until) : scene;
  return {std::max(begins_[beat].soonest_s, std::min(own.soonest_s, scene.soonest_s)),
          std::max(begins_[beat].latest_s, std::min(own.latest_s, scene.latest_s))};
}

Span Schedule::end_of_scene() const {
  const ScriptDescription& script = scene_.description().script;
  const Span end = script.end ? of(*script.end) : Span{script.most_s, script.most_s};
  return {std::min(end.soonest_s, script.most_s), std::min(end.latest_s, script.most_s)};
}

double Schedule::arrival_at(double metre) const {
  BACKLOT_ASSERT(!std::isnan(metre), "a place on the course is a number");
  return scene_.travel_times().seconds_between(scene_.start_m(), metre, share_);
}

std::optional<double> Schedule::arrival_s(const std::string& mark) const {
  const PlacedMark* placed = scene_.find_mark(mark);
  if (placed == nullptr || !placed->subject_m) return std::nullopt;
  return arrival_at(*placed->subject_m);
}

Span Schedule::of_beat(const std::string& name) const {
  const std::uint32_t beat = scene_.find_beat(name);
  return beat == Scene::kNone ? Span{} : begins_[beat];
}

// From the first beat on that casts it.
Span Schedule::cast_of(const std::string& role) const {
  Span span{kInfinite, kInfinite};
  const std::vector<BeatDescription>& beats = scene_.description().script.beats;
  for (std::size_t k = 0; k < beats.size(); ++k)
    if (casts(beats[k], role)) span.soonest_s = std::min(span.soonest_s, begins_[k].soonest_s);
  return span.soonest_s < kInfinite ? span : Span{};
}

Span Schedule::of(const Condition& condition) const {
  Span span;
  switch (condition.joint) {
    case Joint::one:
      span = of_question(condition);
      break;
    case Joint::none:
      break;
    case Joint::all:
      span = exactly(0);
      for (const Condition& part : condition.parts) {
        const Span one = of(part);
        span = {std::max(span.soonest_s, one.soonest_s), std::max(span.latest_s, one.latest_s)};
      }
      break;
    case Joint::any:
      span = {kInfinite, kInfinite};
      for (const Condition& part : condition.parts) {
        const Span one = of(part);
        span = {std::min(span.soonest_s, one.soonest_s), std::min(span.latest_s, one.latest_s)};
      }
      break;
  }
  return later(span, condition.lasts_s);
}

Span Schedule::of_question(const Condition& condition) const {
  if (const auto* compared = std::get_if<Compared>(&condition.question)) {
    if (compared->object != kSubject) return cast_of(compared->object);
    const PlacedMark* mark = scene_.find_mark(compared->mark);
    if (mark == nullptr || !mark->subject_m || compared->high == kInfinite) return {};
    if (compared->measure == Measure::time_to) return exactly(arrival_at(*mark->subject_m) - compared->high);
    if (compared->measure == Measure::way_to) return exactly(arrival_at(*mark->subject_m - compared->high));
    return {};
  }
  if (const auto* past = std::get_if<Past>(&condition.question)) {
    if (past->object != kSubject) return cast_of(past->object);
    const std::optional<double> arrival = arrival_s(past->mark);
    return arrival ? exactly(*arrival) : Span{};
  }
  if (const auto* elapsed = std::get_if<Elapsed>(&condition.question))
    return elapsed->beat.empty() ? exactly(elapsed->seconds)
                                 : later(of_beat(elapsed->beat), elapsed->seconds);
  if (const auto* beat = std::get_if<BeatIs>(&condition.question))
    return beat->phase == BeatIs::Phase::begun ? of_beat(beat->beat) : not_before(of_beat(beat->beat));
  if (const auto* can = std::get_if<CanBe>(&condition.question)) return not_before(cast_of(can->role));
  if (const auto* cast = std::get_if<IsCast>(&condition.question)) return not_before(cast_of(cast->role));
  return {};
}

}  // namespace backlot::scene
