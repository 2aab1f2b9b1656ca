// From degrees to metres.
#pragma once

#include "backlot/geometry/points.h"

namespace backlot::formats::rndf::internal {

// East and north in metres on the plane that touches the ellipsoid WGS 84 at an origin. Over the 100 km of a route network nothing
// else is needed: heights are left out, and with them how far the earth falls away from the plane. By own functions, so that every
// machine makes the same bits of a file.
class LocalPlane {
 public:
  LocalPlane(double latitude_deg, double longitude_deg);

  geometry::WorldPoint place(double latitude_deg, double longitude_deg) const;

 private:
  struct Earth {
    double x = 0, y = 0, z = 0;
  };
  static Earth on_earth(double latitude_deg, double longitude_deg);

  Earth origin_;
  double sin_latitude_ = 0, cos_latitude_ = 0, sin_longitude_ = 0, cos_longitude_ = 0;
};

}  // namespace backlot::formats::rndf::internal
