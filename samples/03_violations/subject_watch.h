// What a director sees of the subject: where on its route it is, and when it will be further on if it goes on like this.
#pragma once

#include "backlot/sim/simulation.h"
#include "county_road.h"

namespace violations {

class SubjectWatch {
 public:
  SubjectWatch(const CountyRoad& set, backlot::world::ObjectId subject) : set_(&set), subject_(subject) {}

  // In every step.
  void look(const backlot::sim::Simulation& run) {
    const auto seen = run.find_external(subject_);
    is_there_ = seen && !seen->external.is_wrecked();
    if (!is_there_) return;
    const backlot::world::LooseBody& body = seen->external.body;
    front_m_ = set_->route.metre_near(
        backlot::world::ahead_of_middle(body, 0.5 * static_cast<double>(body.shape.length_m)), front_m_);
    speed_mps_ = body.speed_mps;
  }

  bool is_there() const { return is_there_; }
  bool is_past(double metre) const { return front_m_ >= metre; }
  double seconds_to(double metre) const { return set_->route.seconds_between(front_m_, metre, speed_mps_); }
  const CountyRoad& set() const { return *set_; }

 private:
  const CountyRoad* set_;
  backlot::world::ObjectId subject_;
  bool is_there_ = false;
  double front_m_ = 0, speed_mps_ = 0;
};

}  // namespace violations
