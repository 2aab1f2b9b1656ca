#pragma once

#include <array>
#include <memory>
#include <optional>
#include <variant>

#include "backlot/geometry/internal/arc_length.h"
#include "backlot/geometry/internal/plan_curve.h"

namespace backlot::geometry::internal {

// An exact spine at one distance, relative to the ribbon's origin.
struct SpineSample {
  Vec3 position;
  Vec3 tangent;      // unit
  Vec3 bend;         // the tangent's change per metre: the curvature vector
  Vec3 normal;       // unit, across the tangent
  Vec3 normal_rate;  // the normal's change per metre

  Vec3 lateral() const { return cross(normal, tangent); }
};

// A vector that is a cubic in its parameter t: c[0] + t (c[1] + t (c[2] + t c[3])).
struct VectorCubic {
  std::array<Vec3, 4> c{};

  Vec3 at(double t) const { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }
  Vec3 first(double t) const { return c[1] + t * (2 * c[2] + (3 * t) * c[3]); }
  Vec3 second(double t) const { return 2 * c[2] + (6 * t) * c[3]; }

  // The cubic on [0, end] with the given values and derivatives at its ends.
  static VectorCubic hermite(double end, const Vec3& p0, const Vec3& d0, const Vec3& p1, const Vec3& d1);
};

// Metres of spine per metre of plan at a run from `from` under an elevation.
struct Climb {
  CubicRecord elevation;
  double from;
  double operator()(double run) const;
};

// A stretch of a plan curve, lifted by one elevation record and rolled by one bank record.
class LiftedSpan {
 public:
  // From plan distance `from` to `to` of the curve; the records are for the plan distance of the whole road, at
  // which the curve begins at `curve_start`.
  LiftedSpan(std::shared_ptr<const PlanCurve> plan, double from, double to, double curve_start,
             const CubicRecord& elevation, const CubicRecord& bank);
  double length() const { return length_; }
  double largest_plan_curvature() const { return plan_->largest_curvature(); }
  SpineSample at(double distance) const;

  // The plan distance of the whole road at a distance of this span, and whether it grows evenly.
  double plan_at(double distance) const { return curve_start_ + run_at(distance); }
  bool climbs_evenly() const { return !table_; }

 private:
  double run_at(double distance) const {
    return from_ + (table_ ? table_->parameter_at(distance) : distance / constant_speed_);
  }

  std::shared_ptr<const PlanCurve> plan_;
  double from_, curve_start_;
  CubicRecord elevation_, bank_;
  std::optional<ArcLengthTable<Climb>> table_;  // only where the slope changes
  double constant_speed_ = 1;
  double length_ = 0;
};

// Metres of a vector cubic per unit of its parameter.
struct CubicSpeed {
  VectorCubic curve;
  double operator()(double t) const { return norm(curve.first(t)); }
};

// A cubic in space; level across, or with normals.
class SpaceSpan {
 public:
  SpaceSpan(const VectorCubic& position, std::optional<VectorCubic> normal);
  double length() const { return table_.length(); }
  double largest_plan_curvature() const;  // in space, in fact
  SpineSample at(double distance) const;

 private:
  VectorCubic position_;
  std::optional<VectorCubic> normal_;
  ArcLengthTable<CubicSpeed> table_;
};

// One smooth stretch of an exact spine, of which the part [from, to] is used.
struct ExactSpan {
  std::variant<LiftedSpan, SpaceSpan> curve;
  double from = 0, to = 0;

  double length() const { return to - from; }
  // Before elevation; of the whole curve, not only of the part used.
  double largest_plan_curvature() const {
    return std::visit([](const auto& span) { return span.largest_plan_curvature(); }, curve);
  }
  SpineSample at(double distance) const {
    return std::visit([d = from + distance](const auto& span) { return span.at(d); }, curve);
  }
};

// The frame that is level across, and its change per metre, from the tangent and its change. The tangent must not be
// vertical.
struct LevelFrame {
  Vec3 lateral, lateral_rate, normal, normal_rate;
};
LevelFrame level_frame(const Vec3& tangent, const Vec3& bend);

}  // namespace backlot::geometry::internal
