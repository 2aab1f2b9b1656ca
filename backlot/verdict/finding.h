// What a validator found: a rule that the subject broke, when, where, by how much.
#pragma once

#include <string>

#include "backlot/geometry/points.h"
#include "backlot/world/ids.h"

namespace backlot::verdict {

// One stretch of time in which a rule was broken. `value` is the worst one of that stretch, in the unit of the validator (validators.h).
struct Finding {
  std::string validator;         // its name: "ttc"
  std::string rule;              // as the scene has it: "ttc over 1 s"
  double time_s = 0;             // when the rule was broken first
  double until_s = 0;            // and last
  geometry::WorldPoint where{};  // the middle of the subject, then
  std::string on{};              // the way or corridor that it was on; empty off the network
  double value = 0, limit = 0;
  double margin = 0;        // by how much the worst value is on the wrong side of the limit: below zero
  world::ObjectId other{};  // the object with which it happened; may be empty
  std::string message;      // one sentence for people
};

}  // namespace backlot::verdict
