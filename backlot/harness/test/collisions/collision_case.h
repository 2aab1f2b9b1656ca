// A collision of two vehicles with the facts that a reader of the rules of the road would write down for it.
#pragma once

#include <string>
#include <vector>

#include "backlot/harness/test/collisions/textbook.h"
#include "backlot/verdict/responsibility.h"

namespace backlot::harness::test {

struct CollisionCase {
  const char* name;
  std::string road;
  Script subject, other;
  // In any order. "other red_light" decides, "(subject speed_limit)" does not.
  std::vector<std::string> rules;
  verdict::Initiator initiator;
  std::string sentence;  // how it begins
};

// Cases from the rules of the road alone: the definitions of docs/verdicts.md 4, the Vienna Convention on Road Traffic (1968), and the Uniform Vehicle Code of
// the United States where the convention says nothing. Their expectations were written from these texts, before the judge was asked.
std::vector<CollisionCase> cases_by_law();

// ---- shared scripts on the crossing of textbook.h, whose lanes lie 1.75 m beside the axis and whose stop lines lie 16 m before its middle
Script from_west(double before_m, double speed_mps);  // starts so far before the middle of the crossing
Script from_south(double before_m, double speed_mps);
Script from_north(double before_m, double speed_mps);
// Brakes from 10 m/s, stands with its front 0.25 m before the line from `arrives_s` until `goes_s`, and speeds up at 2 m/s2 to 10 m/s.
Script halting(Script script, double arrives_s, double goes_s);
// The crossing with lights: groups main (west and east) and side (south and north).
std::string crossing_with_lights(const std::string& programme);

}  // namespace backlot::harness::test
