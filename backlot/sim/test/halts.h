// Fronts that come over a line across the road, and how slow each body became before it, judged from frames and the place of the line alone.
// It shares no code with drivers.
//
//        zone_m            the way that bodies come
//   |<------------->|
//   |               | line        ahead of the line `along` is above zero
//   ================|--------->
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "backlot/record/frame.h"

namespace backlot::sim {

// A line across one lane, in the plane: its middle, the unit vector of the vehicles that come to it, and half of its length.
struct LineAcross {
  double x = 0, y = 0;
  double heading_x = 1, heading_y = 0;
  double half_m = 1.75;
};

class Halts {
 public:
  struct Crossing {
    world::ObjectId id{};
    double time_s = 0;  // of the front over the line: between two frames in proportion to the way
    double speed_mps = 0;
    double slowest_mps = std::numeric_limits<double>::infinity();  // in all frames with the front in the zone
  };

  // A body has halted where it was slower than 0.1 m/s with its front in the zone.
  static constexpr double kHalt_mps = 0.1;

  explicit Halts(const LineAcross& line, double zone_m = 4) : line_(line), zone_m_(zone_m) {}

  // Each frame, in order. Bodies count from the first frame on that shows their front before the line.
  void watch(const record::Frame& frame);

  std::span<const Crossing> crossings() const { return crossings_; }
  // Bodies that came over the line and had not halted.
  std::uint64_t rolled() const;
  // How many came over the line, from one time on and before another.
  std::uint64_t count(double from_s, double to_s) const;

 private:
  struct Coming {
    double along_m = 0;  // of its front, below zero
    double slowest_mps = std::numeric_limits<double>::infinity();
  };

  LineAcross line_;
  double zone_m_;
  double last_s_ = 0;
  std::map<world::ObjectId, Coming> coming_;
  std::vector<Crossing> crossings_;
};

}  // namespace backlot::sim
