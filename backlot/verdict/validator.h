// A validator watches the subject in the frames of a run and says where it broke a rule. It reads frames and events alone, so that it says the
// same of a live run and of a recorded one.
//
//   class Horn : public Validator {                                     // a validator of one's own: two functions
//     void watch(const JudgedMoment& moment, Findings& found) override;
//     void finish(const JudgedMoment& last, Findings& found) override;
//   };
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/scene/play_state.h"
#include "backlot/scene/scene.h"
#include "backlot/sut/command.h"
#include "backlot/verdict/finding.h"
#include "backlot/verdict/lazy_snapshot.h"

namespace backlot::verdict {

using Findings = std::vector<Finding>;

// The first body ahead on the route of the subject, in its way; there is none beyond 200 m, and off the route.
struct LeaderAhead {
  world::ObjectId id{};
  double gap_m = 0;  // bumper to bumper
  double speed_mps = 0;
};

// What a validator sees of one moment.
struct JudgedMoment {
  const scene::Scene& scene;
  const record::Frame& frame;             // with signals
  const record::FrameObject& subject;     // in that frame
  std::span<const record::Event> events;  // of the step that ended with it
  const scene::PlayState& play;
  LazySnapshot& snapshot;  // of the frame, for questions
  double started_s;        // when the subject started
  bool has_touched;        // the subject has touched something, in this moment or before
  // Numbers that the system under test published in its last cycle; empty for a model subject.
  std::span<const sut::WhiteBoxSignal> signals{};
  // What several validators ask, found for the first of them (measured.h).
  mutable std::optional<std::optional<LeaderAhead>> leader{};
  mutable std::optional<bool> is_along{};

  double now_s() const { return frame.time.seconds(); }
  const network::Network& network() const { return scene.roads().tracks.network(); }
};

class Validator {
 public:
  virtual ~Validator() = default;
  // After each step from the start of the subject on, for as long as the subject is in the frame.
  virtual void watch(const JudgedMoment& moment, Findings& found) = 0;
  // Once, when the run is over. The moment is the last one in which the subject was there; its frame holds the subject alone.
  virtual void finish(const JudgedMoment& /*last*/, Findings& /*found*/) {}
};

}  // namespace backlot::verdict
