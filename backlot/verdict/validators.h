// The validators that a scene can ask for in `judge`, by their names. Each value is in SI units:
//
//   contact       relative speed at the contact          comfort      length of the acceleration
//   distance      metres to the nearest other body       ttc          seconds until bodies would touch, both going on as they are
//   lane          metres over the edge of the lane       pet          seconds between two bodies at the place that both passed
//   off_road      metres over the edge of the road       time_gap     gap to the leader over the own speed
//   speed_limit   speed                                  drac         deceleration that a leader or crossing body makes necessary
//   red_light     1: the line was crossed at red         mission      metres beside the route
//   stop_line     speed at which the line was crossed    time_budget  seconds since the start
//   right_of_way  relative speed of the contact          progress     mean speed since the start
//   wrong_way     speed against the direction            ttc_accel    the same as ttc, both keeping their accelerations
//   never, always: 0 or 1, of a condition
//
// From the first contact on only `contact` goes on: what follows it is its consequence.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "backlot/verdict/validator.h"

namespace backlot::verdict {

// What drives the subject. How fast a model subject likes to drive is its style, which belongs to the experiment: its speed is not held against the limit.
enum class DrivenBy : std::uint8_t { system, model };

// The validators that a scene asks for; `never contact` where it asks for none.
std::vector<std::unique_ptr<Validator>> make_validators(const scene::Scene& scene,
                                                        DrivenBy driven_by = DrivenBy::system);

// All validators of a run: each moment is shown to all of them, and what they found is in the order of time.
class Judgement {
 public:
  Judgement(std::shared_ptr<const scene::Scene> scene, world::ObjectId subject,
            std::vector<std::unique_ptr<Validator>> validators);

  // After each step, from the start of the subject on. The frame has signals.
  void watch(const record::Frame& frame, std::span<const record::Event> events, const scene::PlayState& play,
             std::span<const sut::WhiteBoxSignal> signals = {});
  // When the run is over. The last moment that validators see then is a frame with the subject alone.
  Findings finish(const scene::PlayState& play);

 private:
  std::shared_ptr<const scene::Scene> scene_;
  world::ObjectId subject_;
  std::vector<std::unique_ptr<Validator>> validators_;
  LazySnapshot snapshot_;
  base::SimTime last_time_;  // at which the subject was there
  record::FrameObject last_subject_;
  Findings found_;
  double started_s_ = -1;
  bool has_touched_ = false;
};

}  // namespace backlot::verdict
