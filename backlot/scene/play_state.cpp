#include "backlot/scene/play_state.h"

#include "backlot/base/assert.h"

namespace backlot::scene {

// Numbers that are read from files are compared with the count.
static_assert(count_of(Trouble{}) == static_cast<std::uint32_t>(Trouble::subject_left) + 1);
static_assert(count_of(BeatPhase{}) == static_cast<std::uint32_t>(BeatPhase::missed) + 1);
static_assert(count_of(NotCast{}) == static_cast<std::uint32_t>(NotCast::blocked) + 1);

std::string_view to_text(NotCast reason) {
  constexpr std::array<std::string_view, kNotCast> kTexts{"of another kind",
                                                          "not at the head of the queue",
                                                          "too early",
                                                          "too late",
                                                          "out of place",
                                                          "cannot turn",
                                                          "at another speed",
                                                          "in sight",
                                                          "plays another role",
                                                          "refused",
                                                          "blocked"};
  BACKLOT_ASSERT(static_cast<std::size_t>(reason) < std::size(kTexts), "a reason has a text");
  return kTexts[static_cast<std::size_t>(reason)];
}

}  // namespace backlot::scene
