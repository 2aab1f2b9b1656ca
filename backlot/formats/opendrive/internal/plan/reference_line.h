// The reference line of a road as plan elements, and how its s goes with the true length of these.
#pragma once

#include <cstddef>
#include <vector>

#include "backlot/formats/opendrive/road.h"
#include "backlot/geometry/cubic_profile.h"
#include "backlot/geometry/ribbon_description.h"
#include "backlot/network/source_frame.h"

namespace backlot::formats::opendrive {

// s is what the file counts, plan distance what the curves measure: a parametric cubic is seldom as long as the file says,
// and is then gone through evenly.
struct ReferenceLine {
  std::vector<geometry::PlanElement> elements;
  std::vector<network::SourceFrame::Station> stations;  // plan distance against s; both grow
  std::size_t merged = 0;                               // geometries under 1 cm
  double beyond_m = 0;  // by how much the geometries reached past the length of the road; it is cut off

  bool is_empty() const { return elements.empty(); }
  double s_start() const { return stations.front().s; }
  double s_end() const { return stations.back().s; }
  double plan_length() const { return stations.back().distance; }
  double plan_at(double s) const;
};

ReferenceLine reference_line(const Road& road);

// How much s grows for each metre of plan distance, at an s; 1 where it is so but for noise. There are two stations or more.
double s_rate(const std::vector<network::SourceFrame::Station>& stations, double s);

// The records of a file, which go by s from `s_zero`, as a profile by plan distance from `from` on, until `to` (both s of the
// road). Records may be out of order; of two at one place the last counts.
geometry::CubicProfile profile_by_plan(const std::vector<Cubic>& records, double s_zero,
                                       const ReferenceLine& line, double from, double to);

}  // namespace backlot::formats::opendrive
