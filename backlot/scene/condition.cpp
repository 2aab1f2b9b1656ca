#include "backlot/scene/condition.h"

#include <array>

#include "backlot/base/assert.h"

namespace backlot::scene {

// Numbers that are read from files are compared with the count.
static_assert(count_of(Measure{}) == static_cast<std::uint32_t>(Measure::closing) + 1);

std::string_view to_text(Measure measure) {
  constexpr std::array<std::string_view, count_of(Measure{})> kTexts{
      "speed",  "share of the limit",  "acceleration", "gap", "time gap", "ttc", "distance", "way", "arrival",
      "offset", "time to the meeting", "closing speed"};
  BACKLOT_ASSERT(static_cast<std::size_t>(measure) < std::size(kTexts), "a measure has a name");
  return kTexts[static_cast<std::size_t>(measure)];
}

}  // namespace backlot::scene
