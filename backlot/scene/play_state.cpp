#include "backlot/scene/play_state.h"

namespace backlot::scene {

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
  return kTexts[static_cast<std::size_t>(reason)];
}

}  // namespace backlot::scene
