// Whether a failure was preventable: the run is repeated to the onset of danger, forked there, and driven again by the four reference drivers in the place
// of the subject, in the same traffic.
//
//   start of the scene ......... onset ................ failure
//   kept state + commands --> fork --+--> r157_attentive
//                                    +--> r157_system           each until 4 s past the failure
//                                    +--> rss
//                                    '--> fsm
#pragma once

#include <memory>

#include "backlot/direct/answer.h"
#include "backlot/harness/failure_review.h"
#include "backlot/harness/rewind.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene/scene.h"
#include "backlot/world/ids.h"

namespace backlot::harness {

// A failed run of a scene.
struct FailedRun {
  const Rewind& rewind;
  const std::shared_ptr<const scene::Scene>& scene;
  world::ObjectId subject;
  direct::IssuerId director;  // of the scene
  const RunOptions& options;
  Rewind::BeforeStep before_step;
  const RunResult& result;  // with its findings and events
};

// The finding that a failed run is reviewed for: its first contact, else the first one. Null where there is none.
const verdict::Finding* find_failure(const verdict::Findings& findings);

// The run has a finding.
FailureReview review_failure(const FailedRun& failed);

}  // namespace backlot::harness
