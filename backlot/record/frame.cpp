#include "backlot/record/frame.h"

namespace backlot::record {

// Numbers that are read from files are compared with the count.
static_assert(count_of(Behaviour{}) == static_cast<std::uint32_t>(Behaviour::wrecked) + 1);

std::string_view to_text(Behaviour behaviour) {
  switch (behaviour) {
    case Behaviour::extra:
      return "extra";
    case Behaviour::external_pose:
      return "external_pose";
    case Behaviour::external_steering:
      return "external_steering";
    case Behaviour::external_path:
      return "external_path";
    case Behaviour::scripted:
      return "scripted";
    case Behaviour::parked:
      return "parked";
    case Behaviour::wrecked:
      return "wrecked";
  }
  return "extra";
}

}  // namespace backlot::record
