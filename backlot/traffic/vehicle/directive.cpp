#include "backlot/traffic/vehicle/directive.h"

#include <array>
#include <cstddef>

namespace backlot::traffic {

Channel channel_of(DirectiveKind kind) {
  if (kind <= DirectiveKind::stop_at) return Channel::pace;
  if (kind <= DirectiveKind::set_offset) return Channel::lane;
  return kind <= DirectiveKind::follow_path ? Channel::route : Channel::rules;
}

const char* name_of(DirectiveKind kind) {
  static constexpr std::array<const char*, kDirectiveKinds> kNames = {
      "adjust speed", "halt",        "launch",     "lurch", "keep gap",    "keep headway", "arrive",
      "stop at",      "change lane", "set offset", "turn",  "turn across", "follow path",  "ignore light"};
  return kNames[static_cast<std::size_t>(kind)];
}

const char* name_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::none:
      return "";
    case Refusal::unknown_actor:
      return "nobody has this id";
    case Refusal::no_issuer:
      return "it does not say from whom it comes";
    case Refusal::claimed:
      return "another director has claimed him";
    case Refusal::outranked:
      return "a lease of higher priority is held";
    case Refusal::not_a_number:
      return "a value is no number";
    case Refusal::out_of_range:
      return "no vehicle can do that";
    case Refusal::is_over:
      return "it expired before it came";
    case Refusal::unknown_object:
      return "nobody has the id of the object";
    case Refusal::not_ahead:
      return "the object is not ahead of him on his way";
    case Refusal::not_on_his_way:
      return "the mark is not ahead of him on his way";
    case Refusal::too_soon:
      return "he cannot be there so early";
    case Refusal::too_late:
      return "he cannot be there so late";
    case Refusal::no_such_lane:
      return "there is no such lane";
    case Refusal::no_such_turn:
      return "there is no such turn from the way he is on";
    case Refusal::no_such_path:
      return "the tracks do not follow each other from where he is";
    case Refusal::in_intersection:
      return "he is in an intersection already";
    case Refusal::took_another_way:
      return "on the way it could not be done";
  }
  return "";
}

const char* name_of(AnswerKind kind) {
  static constexpr std::array<const char*, 7> kNames = {"accepted",   "refused", "done",     "expired",
                                                        "superseded", "failed",  "cancelled"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace backlot::traffic
