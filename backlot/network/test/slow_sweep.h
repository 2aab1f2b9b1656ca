// Where bodies on two strips touch, the slow way: thin cross-sections, each against every quad that the other one sweeps.
#pragma once

#include <functional>
#include <vector>

#include "backlot/network/dependency.h"

namespace backlot::network::internal {

class SlowSweep {
 public:
  static constexpr double kThin = 0.02;  // metres between sections

  // A cross-section in plan, with the height of its centre.
  struct Section {
    double x = 0, y = 0, z = 0;
    double lateral_x = 0, lateral_y = 0;
  };

  SlowSweep(double length, const std::function<Section(double)>& section_at);

  double length() const { return length_; }

  // The first and the last of the thin sections that touch the other's strip; from > to where none does.
  Stretch touching(const SlowSweep& other, double half_width, double other_half_width) const;

 private:
  bool touches(std::size_t k, const SlowSweep& other, double w, double other_w) const;

  double length_;
  std::vector<double> distances_;
  std::vector<Section> sections_;
};

}  // namespace backlot::network::internal
