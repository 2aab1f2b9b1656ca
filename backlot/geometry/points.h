#pragma once

#include "backlot/geometry/vec3.h"

namespace backlot::geometry {

// A place in the world, metres: x east, y north, z up (any right-handed frame with z up will do).
struct WorldPoint {
  double x = 0, y = 0, z = 0;

  static void visit(auto& self, auto& field) { field(self.x, self.y, self.z); }
  friend constexpr bool operator==(const WorldPoint&, const WorldPoint&) = default;
};

// A place on or near a ribbon, metres (Fig. 2 of the paper on ribbon networks).
//
//            lateral (offset > 0: left)
//               ^   normal (loft > 0: above the surface)
//               |  /
//     spine ----o----------> tangent (growing distance)
struct RibbonPoint {
  double distance = 0;  // along the spine, by arc length
  double offset = 0;    // on the surface, to the left of growing distance
  double loft = 0;      // above the surface, along its normal

  friend constexpr bool operator==(const RibbonPoint&, const RibbonPoint&) = default;
};

// Coordinates beyond this many metres are no place on earth: locate answers "nowhere", place cuts them.
inline constexpr double kLargestCoordinate = 1e9;

constexpr Vec3 operator-(const WorldPoint& a, const WorldPoint& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr WorldPoint operator+(const WorldPoint& p, const Vec3& v) {
  return {p.x + v.x, p.y + v.y, p.z + v.z};
}
constexpr WorldPoint operator-(const WorldPoint& p, const Vec3& v) {
  return {p.x - v.x, p.y - v.y, p.z - v.z};
}

inline double distance_between(const WorldPoint& a, const WorldPoint& b) { return norm(a - b); }

// Whether `p` is a place that can be located at all: finite, and within kLargestCoordinate. False for NaN.
inline bool is_place(const WorldPoint& p) {
  return std::fabs(p.x) <= kLargestCoordinate && std::fabs(p.y) <= kLargestCoordinate &&
         std::fabs(p.z) <= kLargestCoordinate;
}

}  // namespace backlot::geometry
