// What the cast, the script and the expectations ask of the marks of the set.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "backlot/scene/internal/scene_builder.h"

namespace backlot::scene {

namespace {

constexpr double kSlowest = 0.6, kFastest = 1.1;  // shares of the limits at which a subject may drive
constexpr double kLongestFirst_s = 3;  // a trigger within so long after the start counts as possible

// The times before an arrival of the subject at a mark that a condition waits for; the earliest of all.
struct Cue {
  const Compared* compared = nullptr;
};
void find_cues(const Condition& condition, std::vector<Cue>& cues) {
  for (const Condition& part : condition.parts) find_cues(part, cues);
  if (condition.joint != Joint::one) return;
  const auto* compared = std::get_if<Compared>(&condition.question);
  if (compared != nullptr && compared->object == kSubject &&
      (compared->measure == Measure::time_to || compared->measure == Measure::way_to))
    cues.push_back({compared});
}

void find_lasting(const Condition& condition, std::vector<const Condition*>& found) {
  if (condition.lasts_s > 0) found.push_back(&condition);
  for (const Condition& part : condition.parts) find_lasting(part, found);
}
void find_lasting(const std::optional<Condition>& condition, std::vector<const Condition*>& found) {
  if (condition) find_lasting(*condition, found);
}

}  // namespace

void SceneBuilder::collect_lasting() {
  std::vector<const Condition*>& found = scene_->lasting_;
  const SceneDescription& d = scene_->description_;
  for (const Premise& premise : d.given) {
    find_lasting(premise.what, found);
    find_lasting(premise.from, found);
    find_lasting(premise.until, found);
  }
  for (const BeatDescription& beat : d.script.beats)
    for (const std::optional<Condition>* condition : {&beat.when, &beat.until, &beat.deadline})
      find_lasting(*condition, found);
  find_lasting(d.script.end, found);
  for (const SourceDescription& source : d.set.sources) find_lasting(source.when, found);
  for (const SinkDescription& sink : d.set.sinks) find_lasting(sink.when, found);
  for (const ExpectationDescription& expectation : d.expect)
    if (const auto* condition = std::get_if<Condition>(&expectation.what)) find_lasting(*condition, found);
}

void SceneBuilder::need_on_course(const std::string& name, const network::TextPlace& at) {
  const PlacedMark* mark = find_placed(name, at);
  if (mark != nullptr && !mark->subject_m)
    error("P130", at, fmt::format("the subject does not pass the mark {}", name),
          "name a mark on the route of the subject");
}

void SceneBuilder::need_light(const std::string& name, const network::TextPlace& at) {
  const PlacedMark* mark = find_placed(name, at);
  if (mark != nullptr && !mark->has_light())
    error("P131", at, fmt::format("there is no light at {}", name),
          "name a stop line of an intersection with signals");
}

void SceneBuilder::need_ways(const std::string& name, const network::TextPlace& at) {
  const PlacedMark* mark = find_placed(name, at);
  if (mark != nullptr && mark->ways.empty()) error("P132", at, fmt::format("no lane leads to {}", name));
}

void SceneBuilder::check(const Condition& condition) {
  for (const Condition& part : condition.parts) check(part);
  if (condition.joint != Joint::one) return;
  if (const auto* compared = std::get_if<Compared>(&condition.question)) {
    if (compared->mark.empty()) return;
    if (compared->object == kSubject)
      need_on_course(compared->mark, condition.place);
    else
      need_ways(compared->mark, condition.place);
  } else if (const auto* can = std::get_if<CanBe>(&condition.question)) {
    need_on_course(can->mark, condition.place);
    need_ways(can->mark, condition.place);
  } else if (const auto* light = std::get_if<LightShows>(&condition.question)) {
    need_light(light->mark, condition.place);
  } else if (const auto* clear = std::get_if<Clear>(&condition.question)) {
    if (!clear->is_around && clear->role.empty()) need_on_course(clear->mark, condition.place);
  } else if (const auto* past = std::get_if<Past>(&condition.question)) {
    if (past->object == kSubject) need_on_course(past->mark, condition.place);
  }
}

void SceneBuilder::check_roles() {
  for (const RoleDescription& role : scene_->description_.cast) {
    for (const Requirement& requirement : role.requirements) {
      if (const auto* queue = std::get_if<HeadOfQueue>(&requirement.what)) {
        need_ways(queue->mark, requirement.place);
      } else if (const auto* approaches = std::get_if<Approaches>(&requirement.what)) {
        need_ways(approaches->mark, requirement.place);
        need_on_course(approaches->subject_mark, requirement.place);
      } else if (const auto* turn = std::get_if<CanTurn>(&requirement.what)) {
        // some lane that leads to a mark of the role must have that turn
        for (const Requirement& other : role.requirements) {
          const auto* by = std::get_if<Approaches>(&other.what);
          const PlacedMark* mark = by == nullptr ? nullptr : find_placed(by->mark, other.place);
          if (mark == nullptr || !mark->is_line) continue;
          const bool can = std::any_of(mark->ways.begin(), mark->ways.end(), [&](const MarkWay& way) {
            const auto onward = tracks().onward(tracks()[way.lane]);
            return std::any_of(onward.begin(), onward.end(), [&](world::TrackId id) {
              return tracks()[id].is_corridor() &&
                     network().corridor(tracks()[id].corridor).turn == turn->turn;
            });
          });
          if (!can)
            error("P133", requirement.place,
                  fmt::format("no lane that leads to {} lets a vehicle turn that way", by->mark));
        }
      }
    }
    if (role.supply) need_on_course(role.supply->mark, role.supply->place);
  }
}

void SceneBuilder::check_script() {
  for (const BeatDescription& beat : scene_->description_.script.beats) {
    for (const std::optional<Condition>* condition : {&beat.when, &beat.until, &beat.deadline})
      if (*condition) check(**condition);
    for (const ActionDescription& action : beat.actions) {
      if (const auto* light = std::get_if<LightOnCue>(&action.what)) {
        need_light(light->line, action.place);
        need_on_course(light->mark, action.place);
      } else if (const auto* free = std::get_if<KeepPathFree>(&action.what)) {
        need_on_course(free->mark, action.place);
      } else if (const auto* tell = std::get_if<Tell>(&action.what)) {
        if (!tell->mark.empty()) need_ways(tell->mark, action.place);
      }
    }
  }
  if (scene_->description_.script.end) check(*scene_->description_.script.end);
}

// A trigger that waits for a time before an arrival can fire only where the subject starts so long before it, however fast it drives.
void SceneBuilder::check_times() {
  for (const BeatDescription& beat : scene_->description_.script.beats) {
    if (!beat.when) continue;
    std::vector<Cue> cues;
    find_cues(*beat.when, cues);
    for (const Cue& cue : cues) {
      const PlacedMark* mark = scene_->find_mark(cue.compared->mark);
      if (mark == nullptr || !mark->subject_m) continue;
      const double way_m = *mark->subject_m - scene_->start_m();
      if (way_m <= 0) {
        error("P134", beat.when->place,
              fmt::format("beat {} waits for the subject before {}, which lies behind its start", beat.name,
                          mark->name));
        continue;
      }
      if (cue.compared->measure != Measure::time_to) continue;
      const double at_limits_s = scene_->travel_times().seconds_between(scene_->start_m(), *mark->subject_m);
      const double soonest_s = at_limits_s / kFastest, latest_s = at_limits_s / kSlowest;
      const double wanted_s = cue.compared->high;
      if (wanted_s > soonest_s + kLongestFirst_s && wanted_s < std::numeric_limits<double>::infinity())
        found_.warning(
            "P201", beat.when->place,
            fmt::format("beat {} is to begin {:.0f} s before the subject is at {}, but the subject starts "
                        "only {:.0f} to {:.0f} s before it",
                        beat.name, wanted_s, mark->name, soonest_s, latest_s),
            "let the subject start earlier, or the beat later");
    }
  }
}

void SceneBuilder::check_conditions() {
  collect_lasting();
  for (const Premise& premise : scene_->description_.given) {
    check(premise.what);
    if (premise.from) check(*premise.from);
    if (premise.until) check(*premise.until);
  }
  check_roles();
  check_script();
  check_times();
  for (const ExpectationDescription& expectation : scene_->description_.expect)
    if (const auto* condition = std::get_if<Condition>(&expectation.what)) check(*condition);
}

}  // namespace backlot::scene
