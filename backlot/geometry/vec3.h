#pragma once

#include <cmath>

namespace backlot::geometry {

// A difference of two points or a direction, in metres or without unit. Points of a frame are types of their
// own (points.h). Plain arithmetic in a fixed order: it sits in the path of reproducible state.
struct Vec3 {
  double x = 0, y = 0, z = 0;

  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
constexpr Vec3 operator*(const Vec3& a, double k) { return {a.x * k, a.y * k, a.z * k}; }
constexpr Vec3 operator*(double k, const Vec3& a) { return a * k; }
constexpr Vec3 operator/(const Vec3& a, double k) { return {a.x / k, a.y / k, a.z / k}; }

constexpr double dot(const Vec3& a, const Vec3& b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm(const Vec3& a) { return std::sqrt(dot(a, a)); }

// The unit vector along `a`; `a` itself where it is too short to have a direction.
inline Vec3 normalized(const Vec3& a) {
  const double n = norm(a);
  return n > 0 ? a / n : a;
}

inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

}  // namespace backlot::geometry
