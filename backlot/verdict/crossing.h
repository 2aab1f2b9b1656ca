// Two bodies whose ways cross if both keep their headings: where each of them is in the swept path of the other, and how hard the second one has to brake.
//
//         |B |  b: from so many metres ahead on until so many the body is in the path of the other
//     ----+##+----
//   A ->   ##      a: the same
//     ----+##+----
#pragma once

#include <optional>

#include "backlot/world/body.h"

namespace backlot::verdict {

// Metres along the own heading, from where the body is now. `in_m` at or below zero: it is there already; `out_m` too: it has left.
struct Stretch {
  double in_m = 0, out_m = 0;
};
struct Crossing {
  Stretch a, b;
};
// Empty where the headings differ by less than 30 degrees, or by more than 150: such bodies follow or meet each other.
std::optional<Crossing> find_crossing(const world::BodyBox& a, const world::BodyBox& b);

// The least constant deceleration with which the second body enters the overlap after the first has left it, which goes on as it is. The body that enters later is
// the second; of two that enter at once, `a`.
struct CrossingDeceleration {
  double mps2 = 0;
  bool is_of_a = false;  // `a` is the second
};
// Empty where the second body needs none, where it is in the overlap already, and where one of them never comes there.
std::optional<CrossingDeceleration> find_crossing_deceleration(const world::BodyBox& a, double a_mps,
                                                               const world::BodyBox& b, double b_mps);

}  // namespace backlot::verdict
