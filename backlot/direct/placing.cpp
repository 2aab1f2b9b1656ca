#include "backlot/direct/placing.h"

namespace backlot::direct {

std::string_view to_text(NotAdded refusal) {
  switch (refusal) {
    case NotAdded::none:
      return "it was added";
    case NotAdded::no_number:
      return "a coordinate is not finite, or the speed is outside 0 to 150 m/s";
    case NotAdded::no_kind:
      return "there is no such kind";
    case NotAdded::no_lane:
      return "there is no lane for vehicles";
    case NotAdded::off_lane:
      return "it would reach over the edge of the lane";
    case NotAdded::past_end:
      return "it would reach over the end of the lane";
    case NotAdded::taken:
      return "another body is there";
    case NotAdded::full:
      return "the run has no room for more";
  }
  return "";
}

}  // namespace backlot::direct
