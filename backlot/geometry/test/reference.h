// The exhaustive reference for the closest point: a dense search over the whole ribbon, every dip polished. Slow and plain;
// it shares the spline with the code under test and nothing of the way it is searched.
#pragma once

#include <optional>
#include <vector>

#include "backlot/geometry/ribbon.h"

namespace backlot::geometry::test {

struct ReferenceFoot {
  double distance = 0;  // along the spine
  double away = 0;      // metres from the spine
  double gain = 1;      // the second derivative of half the squared distance: 0 at an evolute
  std::size_t segment = 0;
};

class Reference {
 public:
  explicit Reference(const Ribbon& ribbon, double spacing_m = 0.25);

  // The global minimum.
  ReferenceFoot global(const WorldPoint& p) const;
  // Every local minimum whose distance from p is at most `away`, the ends included.
  std::vector<ReferenceFoot> all(const WorldPoint& p, double away) const;
  // The minimum that a walk downhill from `hint` reaches.
  ReferenceFoot basin(const WorldPoint& p, double hint) const;

  // Distance, its first derivative (half squared) and its second at d.
  struct Slope {
    double half_square, first, second;
  };
  Slope slope(const WorldPoint& p, double d) const;

 private:
  ReferenceFoot polished(const WorldPoint& p, double low, double high) const;
  template <class Offer>
  void search(const WorldPoint& p, double low, double high, const Offer& offer, bool is_quarter) const;
  double turn_between(const WorldPoint& p, double a, double b) const;
  ReferenceFoot foot_at(const WorldPoint& p, double d) const;

  const Ribbon& ribbon_;
  std::vector<double> distances_;
  std::vector<double> x_, y_, z_;  // relative to the ribbon's origin
  double spacing_ = 0, largest_curvature_ = 0;
  mutable std::vector<double> square_;
};

}  // namespace backlot::geometry::test
