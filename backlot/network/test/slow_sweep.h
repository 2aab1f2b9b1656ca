// Where bodies on two strips touch, the slow way: every thin quad that the one sweeps against every quad of the other.
#pragma once

#include <functional>
#include <vector>

#include "backlot/network/dependency.h"

namespace backlot::network::internal {

class SlowSweep {
 public:
  static constexpr double kThin = 0.02;  // metres between sections
  static constexpr double kEnd = 1e-4;   // the ends of a stretch are found to so much

  // A cross-section in plan, with the height of its centre.
  struct Section {
    double x = 0, y = 0, z = 0;
    double lateral_x = 0, lateral_y = 0;
  };

  SlowSweep(double length, const std::function<Section(double)>& section_at);

  double length() const { return length_; }

  // From where the two first touch to where they last do, both to kEnd; from > to where they do not. No touch is so short that it
  // is missed.
  Stretch touching(const SlowSweep& other, double half_width, double other_half_width) const;

 private:
  bool touches(const Section& a, const Section& b, const SlowSweep& other, double w, double other_w) const;

  double length_;
  std::function<Section(double)> section_at_;
  std::vector<double> distances_;
  std::vector<Section> sections_;
};

}  // namespace backlot::network::internal
