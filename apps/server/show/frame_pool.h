// Frames for the board, into memory that is used again when no socket reads it any more.
#pragma once

#include <memory>
#include <vector>

#include "backlot/record/frame.h"

namespace backlot::server {

class FramePool {
 public:
  // Not const until it is handed to the board. Its content is that of an older frame.
  std::shared_ptr<record::Frame> take() {
    for (const auto& frame : frames_)
      if (frame.use_count() == 1) return frame;
    frames_.push_back(std::make_shared<record::Frame>());
    return frames_.back();
  }

 private:
  std::vector<std::shared_ptr<record::Frame>> frames_;
};

}  // namespace backlot::server
