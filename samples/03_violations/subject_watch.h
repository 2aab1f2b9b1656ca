// What a director sees of the subject: where on its route it is, and when it will be further on if it goes on like this.
#pragma once

#include "backlot/direct/stage.h"
#include "county_road.h"

namespace violations {

class SubjectWatch {
 public:
  SubjectWatch(const CountyRoad& set, backlot::world::ObjectId subject) : set_(&set), subject_(subject) {}

  // In every step.
  void look(const backlot::direct::Stage& stage) {
    const auto seen = stage.find(subject_);
    is_there_ = seen && seen->behaviour != backlot::record::Behaviour::wrecked;
    if (!is_there_) return;
    const double half_m = 0.5 * static_cast<double>(seen->length_m);
    front_m_ = set_->route.metre_near({seen->centre.x + half_m * seen->heading_x,
                                       seen->centre.y + half_m * seen->heading_y, seen->centre.z},
                                      front_m_);
    speed_mps_ = seen->speed_mps;
  }

  // What is state of it.
  static void visit(auto& self, auto& field) { field(self.is_there_, self.front_m_, self.speed_mps_); }

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
