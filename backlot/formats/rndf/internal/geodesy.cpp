#include "backlot/formats/rndf/internal/geodesy.h"

#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::formats::rndf::internal {

namespace {

// WGS 84
constexpr double kSemiMajor_m = 6378137;
constexpr double kFlattening = 1 / 298.257223563;
constexpr double kEccentricity2 = kFlattening * (2 - kFlattening);
constexpr double kRadians = base::kPi / 180;

}  // namespace

LocalPlane::Earth LocalPlane::on_earth(double latitude_deg, double longitude_deg) {
  BACKLOT_ASSERT(std::isfinite(latitude_deg) && std::isfinite(longitude_deg),
                 "a place on the earth is finite");
  const base::SinCos latitude = base::sin_cos(latitude_deg * kRadians),
                     longitude = base::sin_cos(longitude_deg * kRadians);
  const double n = kSemiMajor_m / std::sqrt(1 - kEccentricity2 * latitude.sin * latitude.sin);
  return {n * latitude.cos * longitude.cos, n * latitude.cos * longitude.sin,
          n * (1 - kEccentricity2) * latitude.sin};
}

LocalPlane::LocalPlane(double latitude_deg, double longitude_deg)
    : origin_(on_earth(latitude_deg, longitude_deg)) {
  const base::SinCos latitude = base::sin_cos(latitude_deg * kRadians),
                     longitude = base::sin_cos(longitude_deg * kRadians);
  sin_latitude_ = latitude.sin;
  cos_latitude_ = latitude.cos;
  sin_longitude_ = longitude.sin;
  cos_longitude_ = longitude.cos;
}

geometry::WorldPoint LocalPlane::place(double latitude_deg, double longitude_deg) const {
  const Earth p = on_earth(latitude_deg, longitude_deg);
  const double dx = p.x - origin_.x, dy = p.y - origin_.y, dz = p.z - origin_.z;
  const base::SinCos west = {-sin_longitude_, cos_longitude_}, south = {-sin_latitude_, cos_latitude_};
  const double outward = base::turned_x(west, dx, dy);
  return {base::turned_y(west, dx, dy), base::turned_y(south, outward, dz), 0};
}

}  // namespace backlot::formats::rndf::internal
