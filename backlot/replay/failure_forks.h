// The reference drivers on the place of a recorded driver that failed: the run is repeated from its recording, and its forks are kept frame by frame, to be
// looked at beside it. Neither the software nor the human that drove is needed.
//
//   recording --RecordedDriver--> the run again --> onset of danger --+--> r157_attentive: frame, frame ...
//                                                                     '--> ... (harness/preventable.h)
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/harness/failure_review.h"
#include "backlot/record/frame.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::replay {

struct ForkFrames {
  std::string driver;  // of the reference drivers
  bool avoids = false;
  // From the onset on, one for each step; at least one.
  std::vector<std::shared_ptr<const record::Frame>> frames;

  // The frame at a time, or the last one before it; the first one for times before the onset.
  const std::shared_ptr<const record::Frame>& at(double time_s) const;
};

struct FailureForks {
  harness::FailureReview review;  // of the first scene that failed
  std::vector<ForkFrames> forks;  // in the order of review.forks; those that could begin
};

// `is_ended` is asked while the run is repeated; where it says yes there is no review.
//   M114, M115 as for replay    M116 the run did not fail, or comes out otherwise when it is repeated
base::Result<FailureForks> drive_failure_forks(std::string_view bytes, const std::string& name,
                                               const recording::Recording& recording,
                                               const RecordedStage& stage,
                                               const std::function<bool()>& is_ended = {});

}  // namespace backlot::replay
