#include "backlot/scene/script_description.h"

#include <type_traits>

#include "backlot/base/fields.h"

namespace backlot::scene {

namespace {

std::string bytes_of(const direct::What& what) {
  base::FieldWriter field;
  field(what);
  return field.take_bytes();
}

}  // namespace

bool keeps_time_with_subject(const Tell& tell) {
  return std::holds_alternative<direct::KeepTime>(tell.what) && tell.object == kSubject;
}

bool is_lasting(const ActionDescription& action) {
  const auto* tell = std::get_if<Tell>(&action.what);
  return (tell != nullptr && keeps_time_with_subject(*tell)) ||
         std::holds_alternative<CastRole>(action.what) || std::holds_alternative<LightOnCue>(action.what) ||
         std::holds_alternative<KeepPathFree>(action.what) || std::holds_alternative<HoldBack>(action.what) ||
         std::holds_alternative<DriveAt>(action.what) || std::holds_alternative<TakePosition>(action.what);
}

const std::string* find_directed_role(const ActionDescription& action) {
  return std::visit(
      [](const auto& what) -> const std::string* {
        using Action = std::decay_t<decltype(what)>;
        constexpr bool tells = std::is_same_v<Action, Tell> || std::is_same_v<Action, Swing> ||
                               std::is_same_v<Action, DriveAt> || std::is_same_v<Action, TakePosition> ||
                               std::is_same_v<Action, PullOut>;
        if constexpr (tells)
          return &what.role;
        else
          return nullptr;
      },
      action.what);
}

bool operator==(const Tell& a, const Tell& b) {
  return a.role == b.role && a.object == b.object && a.mark == b.mark && a.for_s == b.for_s &&
         bytes_of(a.what) == bytes_of(b.what);
}

}  // namespace backlot::scene
