// Makes the stations of lanes.
#pragma once

#include <vector>

#include "backlot/geometry/ribbon.h"
#include "backlot/network/internal/cross_section.h"
#include "backlot/network/lane_station.h"

namespace backlot::network::internal {

// What the lanes of one strip are made of.
struct StripShape {
  const geometry::Ribbon& ribbon;
  double from, to;  // metres of the ribbon
  const CrossSection& section;
  std::vector<double>
      knots;  // where cubics of spine or boundaries meet, as distances of the strip; first 0, last the length
  bool is_straight;  // spine without any curvature
};
StripShape strip_shape(const geometry::Ribbon& ribbon, double from, double to, const CrossSection& section);

// Appends the stations of a lane; its length is returned. The metres are those of the surface as built: the curve at the
// lane's centre, with its offset and its slope, integrated; the table is cubic with exact derivatives at its stations.
double add_stations(const StripShape& shape, std::size_t lane, std::vector<LaneStation>& stations);

}  // namespace backlot::network::internal
