// Why a scene was not staged, in words.
#pragma once

#include <span>
#include <string>

#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/verdict/scene_judge.h"

namespace backlot::verdict {

enum class Outcome : std::uint8_t { staged, evaded, not_staged };

struct Cause {
  Outcome outcome = Outcome::staged;
  std::string text;   // empty where it was staged
  std::string group;  // the same for runs with the same cause: without numbers
  std::string about;  // the role or beat that it is about; may be empty
  scene::Trouble trouble =
      scene::Trouble::none;  // what the director knows of it; none: an expectation was not met
};
Cause find_cause(const scene::Scene& scene, const scene::PlayState& play,
                 std::span<const ExpectationResult> expectations);

}  // namespace backlot::verdict
