#include "backlot/record/frame.h"

namespace backlot::record {

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
