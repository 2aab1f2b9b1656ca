// Post-encroachment time: two bodies pass the same place one after the other. The time from when the first one has left the overlap of the two
// swept paths until the second one enters it; below zero where the second one comes while the first is still there.
//
//         |  |  other, first: leaves the overlap at 4.2 s
//     ----+##+----
//      ->  ##      subject, second: enters it at 5.0 s          post-encroachment time 0.8 s
//     ----+##+----
#pragma once

#include <optional>
#include <span>

#include "backlot/world/body.h"

namespace backlot::verdict {

// A body at a moment of its way.
struct TimedBox {
  double time_s = 0;
  world::BodyBox box{};
  double speed_mps = 0;  // along the heading
};

struct Encroachment {
  double seconds = 0;
  bool is_first_first = false;  // the first way's body was there first
  double entered_s = 0;         // when the second body entered the overlap
};

// Empty where the ways do not overlap, where the way of the second body begins in the path of the first one (it followed), and where a way has fewer than
// two moments. Where both were in the overlap at once there is a value only if their ways cross: while both are there their headings differ by more than
// 30 degrees, and the first one has left the overlap again. So there is none after a contact, at which both ways end. Moments are in the order of time; between two of them
// a body goes on at its speed, so that the answer does not depend on the step.
std::optional<Encroachment> find_encroachment(std::span<const TimedBox> first,
                                              std::span<const TimedBox> second);

}  // namespace backlot::verdict
