// What a script waits for, found in the trees of its conditions.
#pragma once

#include <optional>
#include <string>

#include "backlot/scene/condition.h"

namespace backlot::scene {

// The first question of this kind; null where the condition has none.
template <class Question>
const Question* find_question(const Condition& condition) {
  if (condition.joint == Joint::one) return std::get_if<Question>(&condition.question);
  for (const Condition& part : condition.parts)
    if (const Question* found = find_question<Question>(part)) return found;
  return nullptr;
}
inline const CanBe* find_can_be(const Condition& condition) { return find_question<CanBe>(condition); }

// The mark at which a trigger is lost once the subject is past it; empty where it names none.
inline std::string mark_of(const Condition& condition) {
  if (condition.joint != Joint::one) {
    for (const Condition& part : condition.parts)
      if (std::string mark = mark_of(part); !mark.empty()) return mark;
    return {};
  }
  if (const auto* can = std::get_if<CanBe>(&condition.question)) return can->mark;
  const auto* compared = std::get_if<Compared>(&condition.question);
  return compared != nullptr && compared->object == kSubject ? compared->mark : std::string{};
}

}  // namespace backlot::scene
