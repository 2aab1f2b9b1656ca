// How a place in space is seen on a sheet.
#pragma once

#include <span>

#include "backlot/base/math.h"
#include "backlot/draw/svg.h"
#include "backlot/geometry/points.h"

namespace backlot::draw {

// Where the viewer stands, infinitely far off: `azimuth_rad` from the x axis, counter-clockwise, and so high above the
// horizon. All lines that are parallel in space are parallel on the sheet, and lengths across the view are true.
struct ViewAngles {
  double azimuth_rad = -0.9;
  double height_rad = 0.6;

  // Straight from above, x to the right and y up.
  static constexpr ViewAngles plan() { return {-base::kHalfPi, base::kHalfPi}; }
};

// A parallel projection to the sheet.
class Projection {
 public:
  struct Seen {
    SheetPoint at;
    double depth = 0;  // metres, grows away from the viewer: paint the largest first
  };

  Projection(const ViewAngles& angles, double units_per_metre, const SheetPoint& shift);

  // The largest picture of all points inside a rectangle of the sheet, centred. Without points one unit is one metre.
  static Projection fitting(const ViewAngles& angles, std::span<const geometry::WorldPoint> points,
                            const SheetPoint& corner, double width, double height);

  Seen see(const geometry::WorldPoint& p) const {
    const geometry::Vec3 v = {p.x, p.y, p.z};
    return {{shift_.x + units_per_metre_ * dot(v, right_), shift_.y - units_per_metre_ * dot(v, up_)},
            -dot(v, towards_)};
  }
  SheetPoint at(const geometry::WorldPoint& p) const { return see(p).at; }

  double units_per_metre() const { return units_per_metre_; }
  const geometry::Vec3& towards_viewer() const { return towards_; }

 private:
  double units_per_metre_;
  SheetPoint shift_;
  geometry::Vec3 right_, up_, towards_;
};

}  // namespace backlot::draw
