// The verdict on one run: whether the scene was staged, and whether the subject broke a rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "backlot/verdict/cause.h"
#include "backlot/verdict/finding.h"

namespace backlot::verdict {

enum class Verdict : std::uint8_t {
  pass,        // staged, and no rule was broken
  fail,        // a rule was broken, staged or not
  evaded,      // not staged, because of the subject
  not_staged,  // not staged, because of the scene
  crashed,     // the system under test ended, or broke the protocol
  hung,        // the system under test did not answer
};
inline constexpr std::size_t kVerdicts = 6;
// "pass", "fail", "evaded", "not_staged", "crashed", "hung".
std::string_view to_text(Verdict verdict);

// A broken rule counts before all else; a scene that was not staged is never a pass.
Verdict find_verdict(Outcome outcome, std::span<const Finding> findings);

}  // namespace backlot::verdict
