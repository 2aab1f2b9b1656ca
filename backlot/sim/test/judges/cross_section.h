// A line across a straight carriageway, and the fronts that come over it: what a row of loops in the road would tell, from frames alone.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "backlot/record/frame.h"

namespace backlot::sim {

class CrossSection {
 public:
  // A place on the carriageway, the unit vector of its traffic, and its lanes: the first to the left of the place, each so wide.
  struct Place {
    double x = 0, y = 0;
    double heading_x = 1, heading_y = 0;
    double first_m = 0, lane_m = 3.75;  // offset of the left edge of the first lane, to the left above zero
    std::size_t lanes = 1;
  };
  struct Passage {
    double time_s = 0;  // between two frames: in proportion to the way
    double speed_mps = 0;
    std::size_t lane = 0;  // from the left
    world::ObjectKind kind = world::ObjectKind::car;
  };

  explicit CrossSection(const Place& place) : place_(place) {}

  // Each frame, in order.
  void watch(const record::Frame& frame);
  std::span<const Passage> passages() const { return passages_; }

  // What came over the line from one time on and before another.
  struct Flow {
    double per_hour = 0;
    double speed_mps = 0;       // harmonic mean: that of the vehicles along the road; 0 where none came
    double density_per_km = 0;  // flow by that speed
  };
  Flow flow(double from_s, double to_s) const;                    // over all lanes
  Flow flow(std::size_t lane, double from_s, double to_s) const;  // over one

 private:
  template <class Counts>
  Flow flow_of(double from_s, double to_s, const Counts& counts) const;

  Place place_;
  std::map<world::ObjectId, double> before_;  // how far a front is before the line, only while it is
  double last_s_ = 0;
  std::vector<Passage> passages_;
};

}  // namespace backlot::sim
