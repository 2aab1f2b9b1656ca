// The snapshot of a frame, made when the first question asks for it: most frames are never asked.
#pragma once

#include "backlot/look/frame_snapshot.h"
#include "backlot/record/frame.h"

namespace backlot::verdict {

class LazySnapshot {
 public:
  explicit LazySnapshot(const world::Roads& roads) : snapshot_(roads) {}

  // The frame must stay where it is as long as questions are asked of it.
  void set(const record::Frame& frame) {
    frame_ = &frame;
    is_read_ = false;
  }
  look::Snapshot view() {
    if (!is_read_) snapshot_.read(*frame_);
    is_read_ = true;
    return snapshot_.view();
  }

 private:
  look::FrameSnapshot snapshot_;
  const record::Frame* frame_ = nullptr;
  bool is_read_ = false;
};

}  // namespace backlot::verdict
