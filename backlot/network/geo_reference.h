#pragma once

#include <string>

namespace backlot::network {

// Where on the earth a network lies. The network's own coordinates are local: turned by `heading_rad` about the origin
// and then moved by x, y and z they are those of the projection. Nothing in the library applies it; it is carried for
// users that need latitudes.
//
//     x_projected = x cos(heading) - y sin(heading) + this.x
//     y_projected = x sin(heading) + y cos(heading) + this.y
//     z_projected = z + this.z
struct GeoReference {
  std::string projection{};  // as PROJ writes it; empty: not known
  double x = 0, y = 0, z = 0;
  double heading_rad = 0;

  bool is_empty() const { return *this == GeoReference{}; }

  friend bool operator==(const GeoReference&, const GeoReference&) = default;
};

}  // namespace backlot::network
