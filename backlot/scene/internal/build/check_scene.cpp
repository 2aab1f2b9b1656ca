// What the cast, the script and the expectations ask of the marks of the set.
#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "backlot/hcsm/panel.h"
#include "backlot/scene/internal/build/scene_builder.h"
#include "backlot/world/roads/conflicts.h"

namespace backlot::scene {

namespace {

void find_lasting(const Condition& condition, std::vector<const Condition*>& found) {
  if (condition.lasts_s > 0) found.push_back(&condition);
  for (const Condition& part : condition.parts) find_lasting(part, found);
}

std::string words_of(network::Aspect aspect) {
  std::string words(network::to_text(aspect));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

// Calls `see` with each condition that is asked during a run, as it is written: with its parts in it.
template <class See>
void for_each_condition(const SceneDescription& d, const See& see) {
  const auto see_some = [&](std::initializer_list<const std::optional<Condition>*> some) {
    for (const std::optional<Condition>* condition : some)
      if (*condition) see(**condition);
  };
  for (const Premise& premise : d.given) {
    see(premise.what);
    see_some({&premise.from, &premise.until});
  }
  for (const BeatDescription& beat : d.script.beats) see_some({&beat.when, &beat.until, &beat.deadline});
  see_some({&d.script.end});
  for (const SourceDescription& source : d.set.sources) see_some({&source.when, &source.during});
  for (const SinkDescription& sink : d.set.sinks) see_some({&sink.when, &sink.during});
  for (const ExpectationDescription& expectation : d.expect)
    if (const auto* condition = std::get_if<Condition>(&expectation.what)) see(*condition);
  for (const JudgeDescription& judge : d.judge)
    for (const Condition& condition : judge.conditions) see(condition);
}

void find_signals(const Condition& condition, std::vector<std::string>& found) {
  const auto* signal = std::get_if<Signalled>(&condition.question);
  if (condition.joint == Joint::one && signal != nullptr &&
      std::find(found.begin(), found.end(), signal->name) == found.end())
    found.push_back(signal->name);
  for (const Condition& part : condition.parts) find_signals(part, found);
}

}  // namespace

void SceneBuilder::collect_lasting() {
  for_each_condition(scene_->description_,
                     [&](const Condition& condition) { find_lasting(condition, scene_->lasting_); });
}

void SceneBuilder::collect_signals() {
  constexpr std::size_t kMost = hcsm::kMostButtons - 2;  // two buttons are those of every scene
  for_each_condition(scene_->description_,
                     [&](const Condition& condition) { find_signals(condition, scene_->signals_); });
  if (scene_->signals_.size() > kMost)
    error("P329", scene_->description_.place,
          fmt::format("the scene asks for {} signals from outside", scene_->signals_.size()),
          fmt::format("no more than {} are possible", kMost));
}

void SceneBuilder::need_on_course(const std::string& name, const network::TextPlace& at) {
  const PlacedMark* mark = find_placed(name, at);
  if (mark != nullptr && !mark->subject_m)
    error("P330", at, fmt::format("the subject does not pass the mark {}", name),
          "name a mark on the route of the subject");
}

void SceneBuilder::need_light(const std::string& name, const network::TextPlace& at) {
  const PlacedMark* mark = find_placed(name, at);
  if (mark != nullptr && !mark->has_light())
    error("P331", at, fmt::format("there is no light at {}", name),
          "name a stop line of an intersection with signals");
}

void SceneBuilder::need_aspect(const std::string& name, network::Aspect aspect,
                               const network::TextPlace& at) {
  const PlacedMark* mark = scene_->find_mark(name);
  if (mark == nullptr || !mark->has_light()) return;
  const world::SignalPlans& plans = scene_->roads_->conflicts.signals();
  const world::SignalCycle cycle = plans.cycle(mark->programme);
  const bool is_shown = std::any_of(
      cycle.intervals.begin(), cycle.intervals.end(), [&](const world::SignalCycle::Interval& interval) {
        return plans.shown(cycle, interval.end_ns - 1).aspects[mark->group] == aspect;
      });
  if (!is_shown)
    error("P338", at, fmt::format("the light at {} never shows {}", name, words_of(aspect)),
          "name an aspect of its programme");
}

void SceneBuilder::need_ways(const std::string& name, const network::TextPlace& at) {
  const PlacedMark* mark = find_placed(name, at);
  if (mark != nullptr && mark->ways.empty())
    error("P332", at, fmt::format("no lane leads to {}", name), "name a mark on a lane");
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
    need_aspect(light->mark, light->aspect, condition.place);
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
      } else if (const auto* first = std::get_if<FirstOnApproach>(&requirement.what)) {
        need_ways(first->mark, requirement.place);
      } else if (const auto* within = std::get_if<Within>(&requirement.what)) {
        static_cast<void>(find_placed(within->mark, requirement.place));
      } else if (const auto* turn = std::get_if<CanTurn>(&requirement.what)) {
        check_turn(role, turn->turn, requirement.place);
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
        need_aspect(light->line, light->aspect, action.place);
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

void SceneBuilder::check_conditions() {
  collect_lasting();
  collect_signals();
  for (const Premise& premise : scene_->description_.given) {
    check(premise.what);
    if (premise.from) check(*premise.from);
    if (premise.until) check(*premise.until);
  }
  check_roles();
  check_script();
  check_actors();
  check_people();
  check_cyclists();
  check_claims();
  check_times();
  check_sources();
  for (const JudgeDescription& judge : scene_->description_.judge) {
    for (const Condition& condition : judge.conditions) check(condition);
    for (const std::string& mark : judge.marks) need_on_course(mark, judge.place);
  }
  for (const ExpectationDescription& expectation : scene_->description_.expect) {
    if (const auto* condition = std::get_if<Condition>(&expectation.what)) check(*condition);
    if (const auto* light = std::get_if<LightTurns>(&expectation.what)) {
      need_light(light->mark, expectation.place);
      need_on_course(light->mark, expectation.place);
    }
  }
}

}  // namespace backlot::scene
