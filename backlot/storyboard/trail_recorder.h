// Collects the trails of a storyboard from the frames of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/storyboard/storyboard.h"

namespace backlot::storyboard {

// An extra may be cast at any time, so the recorder follows all objects: those that have or had a role over the whole run, the others over
// the last few seconds.
class TrailRecorder {
 public:
  // A point every `step_s` seconds, which must be above zero; extras without a role are remembered for `memory_s` at least.
  explicit TrailRecorder(double step_s = 0.2, double memory_s = 10);

  // Frames in order of time, at least one every `step_s`, best at multiples of it. The first frame at or after the time of a point gives
  // the point; the frames until the next one are passed over. An object that is not in such a frame has a gap.
  void take(const record::Frame& frame);

  // Of all objects that had a role, by id; each with the last role that it had.
  std::vector<Trail> trails() const;

 private:
  double step_s_;
  std::size_t memory_;  // points
  double first_s_ = 0;
  std::uint64_t taken_ = 0;  // points so far
  std::map<world::ObjectId, Trail> all_;
};

}  // namespace backlot::storyboard
