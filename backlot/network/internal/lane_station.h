// Metres along the centre of a lane against distance along its strip.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "backlot/geometry/ribbon.h"
#include "backlot/network/internal/cross_section.h"

namespace backlot::network::internal {

// From `metres` on, until the next station: distance(m) = distance + t (b + t (c + t d)), t = m - metres.
struct LaneStation {
  double metres = 0;
  double distance = 0;
  double b = 1, c = 0, d = 0;

  double distance_at(double m) const {
    const double t = m - metres;
    return distance + t * (b + t * (c + t * d));
  }
};

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

// The distance at a number of metres, and back. Outside of [0, length] they go on by the slope at the end.
double distance_at(std::span<const LaneStation> stations, double length, double metres);
double metres_at(std::span<const LaneStation> stations, double length, double distance);

}  // namespace backlot::network::internal
