// The road of a mission as a driver uses it: where its centre lies, and how fast one can go at each metre.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/drivers/manner.h"
#include "backlot/sut/mission.h"

namespace backlot::drivers {

class RoadPlan {
 public:
  // A road without points is empty.
  RoadPlan(const sut::RouteRoad& road, const Manner& manner);

  // Whether it was made for that road: by its bits, which takes a tenth of making it.
  bool is_of(const sut::RouteRoad& road) const;
  bool is_empty() const { return road_.points.size() < 2; }
  const sut::RouteRoad& road() const { return road_; }
  double length_m() const;

  struct Place {
    double x = 0, y = 0, tangent_x = 1, tangent_y = 0;
  };
  // Metres before the start or past the end lie on the straight line that goes on from there.
  Place place_at(double metre) const;
  double heading_at(double metre) const;  // between the middles of two stretches it turns evenly
  // The wanted speed: by limits and bends here, and slower in time before what comes.
  double wanted_mps(double metre) const;
  // The number of the point at or before a metre.
  std::size_t index_of(double metre) const;

 private:
  sut::RouteRoad road_;
  std::vector<double> wanted_mps_;  // by point
};

}  // namespace backlot::drivers
