#include "backlot/direct/answer.h"

#include <array>

#include "backlot/base/assert.h"

namespace backlot::direct {

// Numbers that are read from files are compared with the count.
static_assert(count_of(AnswerKind{}) == static_cast<std::uint32_t>(AnswerKind::cancelled) + 1);
static_assert(count_of(Refusal{}) == static_cast<std::uint32_t>(Refusal::no_cyclist) + 1);

namespace {

struct Words {
  std::string_view name, sentence;
};

// In the order of the enums.
constexpr std::array<Words, count_of(Refusal{})> kRefusals = {{
    {"", ""},
    {"unknown_actor", "no driver and no person on foot of this run has the id of the actor"},
    {"no_issuer", "the directive does not say which director it comes from"},
    {"claimed", "another director has claimed the actor"},
    {"outranked", "the actor holds a lease of a higher priority"},
    {"not_a_number", "a value is not a finite number"},
    {"out_of_range", "a value is beyond what the actor can do"},
    {"is_over", "the directive expired before it was looked at"},
    {"unknown_object", "the object that the directive refers to does not exist"},
    {"not_ahead", "the object is not ahead of the actor on its way"},
    {"not_behind", "the object is not behind the actor on its way"},
    {"not_on_way", "the mark is not ahead of the actor on its way"},
    {"not_approaching", "the object does not come to the mark"},
    {"too_soon", "the actor cannot be there so early, or cannot stop there any more"},
    {"too_late", "the actor cannot be there so late without stopping"},
    {"no_such_lane", "there is no such lane"},
    {"not_on_lane", "the object is not on the lane that the actor is to move to"},
    {"no_such_turn", "the way that the actor is on has no such turn"},
    {"no_such_path", "the tracks do not follow each other from where the actor is"},
    {"in_intersection", "the actor is in an intersection, or too near to one"},
    {"no_leader", "no vehicle is ahead of the actor in its lane"},
    {"no_room_to_pass", "a body is on the lane to pass on, within the way that passing takes"},
    {"took_another_way", "the way of the actor led elsewhere"},
    {"not_on_foot", "the actor is on foot, and only vehicles can do this"},
    {"only_on_foot", "the actor is a vehicle, and only people on foot can do this"},
    {"no_crosswalk", "no crosswalk is before the walker"},
    {"no_cyclist", "the actor is no cyclist, and only cyclists can do this"},
}};

constexpr std::array<Words, count_of(AnswerKind{})> kAnswers = {{
    {"accepted", "the actor begins to do it"},
    {"refused", "the actor does not do it"},
    {"done", "what was asked for has happened, or was held for as long as asked"},
    {"expired", "its time was over before it was done"},
    {"superseded", "another directive took its place"},
    {"failed", "the actor accepted it and cannot do it any more"},
    {"cancelled", "its issuer took it back"},
}};

}  // namespace

std::string_view to_text(Refusal refusal) {
  BACKLOT_ASSERT(static_cast<std::size_t>(refusal) < std::size(kRefusals), "a refusal has a name");
  return kRefusals[static_cast<std::size_t>(refusal)].name;
}
std::string_view explain(Refusal refusal) { return kRefusals[static_cast<std::size_t>(refusal)].sentence; }
std::string_view to_text(AnswerKind kind) {
  BACKLOT_ASSERT(static_cast<std::size_t>(kind) < std::size(kAnswers), "an answer has a name");
  return kAnswers[static_cast<std::size_t>(kind)].name;
}
std::string_view explain(AnswerKind kind) { return kAnswers[static_cast<std::size_t>(kind)].sentence; }

}  // namespace backlot::direct
