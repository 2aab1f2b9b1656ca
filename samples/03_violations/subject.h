// The subject: an external car, driven along its route by a model that sees frames and nothing else.
//
// It keeps to its part of the speed limit, follows its leader, stops at red, and brakes for a body that is in its way in a crossing, after its
// reaction time. Directors do not direct it, and it does not know of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "backlot/record/frame.h"
#include "backlot/sim/simulation.h"
#include "county_road.h"

namespace violations {

class Subject {
 public:
  // How fast it likes to drive, and how close behind others, goes by the seed.
  Subject(const CountyRoad& set, std::uint64_t seed);

  // Comes to the start of its route where there is room; else it has to be tried again.
  bool try_to_enter(backlot::sim::Simulation& run);
  backlot::world::ObjectId id() const { return id_; }

  // What it does in the next step.
  backlot::sim::ExternalCommand drive(const backlot::record::Frame& frame, backlot::base::Duration dt);

 private:
  // A line at which it stops at red.
  struct Line {
    double metre;
    backlot::network::SignalGroupId light;
  };
  // What it must not run into, from its front on.
  struct Obstacle {
    double gap_m, speed_mps;
  };

  double wanted_mps(double front_m) const;
  double accel_for(const Obstacle& obstacle, double v) const;
  std::optional<double> find_body_in_the_way(const backlot::record::Frame& frame,
                                             const backlot::record::FrameObject& self) const;

  const CountyRoad& set_;
  double part_of_limit_, headway_s_;
  std::vector<Line> lines_;
  backlot::world::ObjectId id_{};
  double metre_ = 0;       // of the middle
  double startled_s_ = 0;  // for how long a body has been in the way
};

}  // namespace violations
