// The subject: an external car, driven along its route by somebody who sees frames and nothing else.
//
// He keeps to his part of the speed limit, follows who is ahead, stops at red, and brakes for who is in his way in a crossing, as soon as he
// has understood it. Directors do not direct him, and he does not know of them.
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
  // How fast he likes to drive, and how close behind others, goes by the seed.
  Subject(const CountyRoad& set, std::uint64_t seed);

  // Comes to the start of its route where there is room; else it has to be tried again.
  bool try_to_enter(backlot::sim::Simulation& run);
  backlot::world::ObjectId id() const { return id_; }

  // What he does in the next step.
  backlot::sim::ExternalCommand drive(const backlot::record::Frame& frame, backlot::base::Duration dt);

 private:
  // A line at which he stops at red.
  struct Line {
    double metre;
    backlot::network::SignalGroupId light;
  };
  // What he must not run into, from his front on.
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
  double startled_s_ = 0;  // for how long somebody has been in the way
};

}  // namespace violations
