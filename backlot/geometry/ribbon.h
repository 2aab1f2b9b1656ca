#pragma once

#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/geometry/capsule_tree.h"
#include "backlot/geometry/plan_table.h"
#include "backlot/geometry/points.h"
#include "backlot/geometry/ribbon_data.h"
#include "backlot/geometry/ribbon_description.h"
#include "backlot/geometry/ribbon_placing.h"
#include "backlot/geometry/ribbon_repair.h"

namespace backlot::geometry {

// The moving frame of a ribbon: unit vectors that stand on each other, lateral to the left, normal up from the surface.
struct RibbonFrame {
  WorldPoint position;
  Vec3 tangent, lateral, normal;

  double heading_rad()
      const;                 // of the tangent seen from above, from the x axis, counter-clockwise, (-pi, pi]
  double grade_rad() const;  // of the tangent above the horizontal
  double bank_rad() const;   // roll about the tangent: positive where the left side is raised
};

// A surface in space along a spine: the const model of a way. The spine is a list of cubics by arc length; the
// surface crosses it at right angles and may bank and twist. Past both ends it goes on straight, so that every
// distance has a place; distances that are no numbers count as 0.
//
// Accuracy against the description, up to the edges: surface 1 mm, |Q'| 1e-4, heading 5e-4 rad, curvature 2 % or
// 1e-5 1/m (docs/ribbon.md tells how and why). What the description leaves rough is rounded: repairs().
class Ribbon {
 public:
  // Kinks are rounded for the surface that lies over them. Where the surface is narrower than the description's edges,
  // a caller that knows it says so by `edges_between`, and less is rounded there.
  static base::Result<Ribbon> build(const RibbonDescription& description,
                                    const EdgesBetween& edges_between = {});

  const std::string& name() const { return name_; }
  double length() const { return data_.length; }
  const SurfaceEdges& edges() const { return data_.edges; }
  const std::vector<RibbonRepair>& repairs() const { return repairs_; }
  // Plan distance against distance; empty where it was not described by a plan.
  const std::vector<PlanStation>& plan_stations() const { return plan_stations_; }
  std::size_t segment_count() const { return data_.segments.size(); }
  std::size_t piece_count() const { return data_.pieces.size() - 1; }
  bool is_banked() const { return data_.is_banked(); }  // false: level across everywhere

  RibbonFrame frame(double distance) const;
  // How much the spine turns to the left per metre, in the surface: an offset o advances by 1 - curvature * o.
  double curvature(double distance) const;
  // How much it turns up, out of the surface, per metre.
  double vertical_curvature(double distance) const;
  // |Q'|: 1 but for 1e-4.
  double speed(double distance) const;

  // Where the cubics of the spine begin, and the length at last: between two knots everything is smooth.
  std::vector<double> knots() const;
  // Whether the spine is one straight line.
  bool is_straight() const;

  // The same ribbon elsewhere: turned in the plane about the origin of the world, then shifted.
  Ribbon moved(double turn_rad, const Vec3& shift, std::string name) const;

  // Bytes of the model, for callers that hold many.
  std::size_t bytes() const;

  const internal::RibbonData& data() const { return data_; }
  const internal::CapsuleTree& tree() const { return tree_; }

 private:
  Ribbon() = default;
  void plant_tree();

  std::string name_;
  internal::RibbonData data_;
  internal::CapsuleTree tree_;
  std::vector<RibbonRepair> repairs_;
  std::vector<PlanStation> plan_stations_;
};

// A point of a ribbon in the world, with the way the spine heads there.
struct PlacedPose {
  WorldPoint position;
  double heading_rad = 0;
  Vec3 tangent, lateral, normal;
};

// The same numbers in the same order: through memory, pair by pair, since g++ would take a pair apart to hand it on.
BACKLOT_INLINE PlacedPose unpacked(const internal::PackedPose& packed) {
  static_assert(std::is_trivially_copyable_v<PlacedPose> && sizeof(PlacedPose) == 13 * sizeof(double));
  PlacedPose pose;
  std::memcpy(static_cast<void*>(&pose), &packed, sizeof(pose));
  return pose;
}

// The forward mapping: closed form, defined for every input (NaN counts as 0, coordinates are cut at 1e9 m).
BACKLOT_INLINE WorldPoint place(const Ribbon& ribbon, const RibbonPoint& point) {
  const internal::RibbonData& data = ribbon.data();
  if (!internal::is_ordinary(data, point)) [[unlikely]]
    return unpacked(internal::place_anywhere(data, point)).position;
  return internal::with_crossfall(data.crossfall, [&](auto crossfall) {
    const auto at = internal::placing_inside<crossfall()>(data, point.distance);
    const internal::Split p = internal::place<crossfall()>(data.origin, at, point.offset, point.loft);
    return WorldPoint{p.xy[0], p.xy[1], p.z};
  });
}

BACKLOT_INLINE PlacedPose place_pose(const Ribbon& ribbon, const RibbonPoint& point) {
  return unpacked(internal::packed_pose(ribbon.data(), point));
}

// places[i] = place(ribbon, points[i]), the same bits, several at a time. Both spans are equally long.
void place(const Ribbon& ribbon, std::span<const RibbonPoint> points, std::span<WorldPoint> places);

}  // namespace backlot::geometry
