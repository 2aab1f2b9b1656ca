// The onset of danger of a failed run: the state from which reference drivers drive again. Each onset says by which rule it was found.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "backlot/verdict/finding.h"
#include "backlot/verdict/responsibility.h"
#include "backlot/verdict/scene_judge.h"

namespace backlot::verdict {

// In the order in which they are tried.
enum class OnsetRule : std::uint8_t {
  start,  // the rule is about the whole run (progress, mission, time budget): from the start of the subject on
  event,  // of the staged event whose actor the failure is about, or that began within 10 s before it: the judge's onset (scene_judge.h)
  other_rule,        // the other body broke a decisive rule for the first time
  other_braked,      // the other body began to brake harder than 3 m/s2, within 10 s
  collision_course,  // the last moment at which the two were not on a collision course, within 10 s
  lead,              // 4 s before the failure, where nothing else is known
};
constexpr std::uint32_t count_of(OnsetRule) { return 6; }
std::string_view to_text(OnsetRule rule);

struct DangerOnset {
  double time_s = 0;
  OnsetRule rule = OnsetRule::lead;
};

// `seen` is what was seen of the subject and the other body up to the failure; empty where there is no other. Never before the start of the subject
// and never after the failure.
DangerOnset find_danger_onset(const Finding& failure, std::span<const EventResult> events,
                              const Responsibility& facts, const Encountered& seen, double started_s);

}  // namespace backlot::verdict
