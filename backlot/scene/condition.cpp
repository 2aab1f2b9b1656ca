#include "backlot/scene/condition.h"

#include <array>

namespace backlot::scene {

std::string_view to_text(Measure measure) {
  constexpr std::array<std::string_view, count_of(Measure{})> kTexts{
      "speed",  "share of the limit", "acceleration", "gap", "time gap", "ttc", "distance", "way", "arrival",
      "offset", "closing speed"};
  return kTexts[static_cast<std::size_t>(measure)];
}

}  // namespace backlot::scene
