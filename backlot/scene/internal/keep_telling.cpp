// What an actor is told for as long as a beat lasts.
#include <algorithm>

#include "backlot/base/assert.h"
#include "backlot/scene/play.h"

namespace backlot::scene {

namespace {

constexpr double kAgain_s = 0.5;    // after a refusal the actor is asked again
constexpr double kLongest_s = 1e6;  // the end of the beat takes it back
constexpr double kTellingSlack_s = 1e-6;

bool is_over(const Play& play, const KeptTell& kept) {
  const auto answer = play.directing->find_answer(kept.number);
  return answer && answer->answer != direct::AnswerKind::accepted;
}

}  // namespace

// The names of a directive become objects and marks. Empty where one of them is not there.
std::optional<direct::Directive> resolve(const Play& play, const Tell& tell) {
  direct::Directive directive{.actor = play.object(tell.role), .what = tell.what};
  if (directive.actor.is_empty()) return std::nullopt;
  if (std::holds_alternative<direct::CrossRoad>(tell.what) ||
      std::holds_alternative<direct::WalkInLane>(tell.what))
    return resolve_on_foot(play, tell);
  if (tell.for_s) directive.hold = direct::ForTime{*tell.for_s};
  bool is_known = true;
  std::visit(
      [&](auto& what) {
        if constexpr (requires { what.object; }) {
          what.object = play.object(tell.object);
          is_known = is_known && !what.object.is_empty();
        }
        if constexpr (requires { what.mark; }) {
          const PlacedMark* mark = play.scene->find_mark(tell.mark);
          const std::optional<ActorTime> time =
              mark == nullptr ? std::nullopt : find_actor_time(play, directive.actor, *mark);
          is_known = is_known && time.has_value();
          if (time) what.mark = time->way->mark;
        }
      },
      directive.what);
  return is_known ? std::optional(directive) : std::nullopt;
}

void keep_telling(Play& play, std::size_t beat, std::size_t action, const Tell& tell) {
  BACKLOT_ASSERT(
      beat < play.state.beats.size() && action < play.description().script.beats[beat].actions.size(),
      "the script has no such action");
  std::vector<KeptTell>& list = play.state.kept;
  auto at = std::find_if(list.begin(), list.end(),
                         [&](const KeptTell& kept) { return kept.beat == beat && kept.action == action; });
  if (at == list.end())
    at = list.insert(
        list.end(), {.beat = static_cast<std::uint32_t>(beat), .action = static_cast<std::uint32_t>(action)});
  if (at->number != 0 && is_over(play, *at)) at->number = 0;
  const world::ObjectId actor = play.object(tell.role);
  const RoleState* role = play.find_role(tell.role);
  if (role->is_committed && !play.beat(beat).commits) return;  // another beat has taken over
  if (actor.is_empty() || (actor == at->actor && at->number != 0)) return;
  const bool is_soon = actor == at->actor && play.now_s() - at->told_s < kAgain_s - kTellingSlack_s;
  if (is_soon) return;
  std::optional<direct::Directive> directive = resolve(play, tell);
  at->actor = actor;
  at->told_s = play.now_s();
  if (!directive) return;
  if (!tell.for_s) directive->hold = direct::ForTime{kLongest_s};
  at->number = play.directing->direct(std::move(*directive));
}

void stop_telling(Play& play, std::size_t beat) {
  BACKLOT_ASSERT(beat < play.state.beats.size(), "the script has no such beat");
  for (const KeptTell& kept : play.state.kept)
    if (kept.beat == beat && kept.number != 0) play.stage().cancel(kept.number);
  std::erase_if(play.state.kept, [&](const KeptTell& kept) { return kept.beat == beat; });
}

void stop_telling(Play& play, world::ObjectId actor) {
  for (KeptTell& kept : play.state.kept) {
    if (kept.actor != actor) continue;
    if (kept.number != 0) play.stage().cancel(kept.number);
    kept.number = 0;
    kept.actor = {};
  }
}

}  // namespace backlot::scene
