// The frame of a run as it stands now. It is made when it is asked for: in short steps hardly anything reads most frames.
#pragma once

#include <utility>

#include "backlot/base/sim_time.h"
#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"

namespace backlot::harness {

class LatestFrame {
 public:
  // The run stays where it is for as long as this is used.
  explicit LatestFrame(const sim::Simulation& run) : run_(&run) {}

  base::SimTime time() const { return run_->tick().time; }
  // With signals. Good until the next step.
  const record::Frame& get() {
    if (!is_made_) run_->frame(frame_, {.has_signals = true});
    is_made_ = true;
    return frame_;
  }
  // Called after each step of the run.
  void forget() { is_made_ = false; }
  // The same; `before` becomes the frame that was made last.
  void forget_into(record::Frame& before) {
    std::swap(before, frame_);
    is_made_ = false;
  }

 private:
  const sim::Simulation* run_;
  record::Frame frame_;
  bool is_made_ = false;
};

}  // namespace backlot::harness
