#pragma once

#include <vector>

#include "backlot/geometry/internal/exact_span.h"
#include "backlot/geometry/ribbon_repair.h"

namespace backlot::geometry::internal {

// Jumps up to these are smoothed by the spline itself; larger ones are rounded and reported.
inline constexpr double kSmoothedKink_rad = 1e-3;
inline constexpr double kSmoothedGap_m = 1e-3;

// A kink sharper than this turns the spine back on itself.
inline constexpr double kSharpestKink_rad = 2.8;

// How far apart two neighbouring spans are where they meet.
struct Joint {
  double gap = 0;    // metres between the points
  double kink = 0;   // radians between the tangents
  double twist = 0;  // radians between the normals, beyond what the kink explains

  bool is_rough() const {
    return gap > kSmoothedGap_m || kink > kSmoothedKink_rad || twist > kSmoothedKink_rad;
  }
};
Joint joint_between(const SpineSample& before, const SpineSample& after);

// The angle between two unit vectors, also where it is tiny.
double angle_between(const Vec3& a, const Vec3& b);

// Where two spans overlap along the spine, or leave a crack along it, too small to be rounded: the first ends a little earlier or goes on a
// little, so that they meet but for what they are apart across. A spline through both ends would have to hurry or to linger there instead,
// the more the finer it is.
void meet_along_spine(std::vector<ExactSpan>& spans);

struct RoundedSpans {
  std::vector<ExactSpan> spans;
  std::vector<RibbonRepair> repairs;  // distances on the rounded spine
};

// Replaces every rough joint by a cubic over the shortest stretch on which
// 1 - curvature * offset stays above 0.1 at the inner edge, or what room there is between neighbouring rough joints.
//
//          ___/         the kink is cut off on both sides by the same length
//      ___/             and the cubic joins the cuts with their tangents
//     /
// Where the surface is narrower than `edges`, by what `edges_between` says of plan distances, less is enough.
RoundedSpans round_joints(std::vector<ExactSpan> spans, const SurfaceEdges& edges, bool is_banked,
                          const EdgesBetween& edges_between = {});

}  // namespace backlot::geometry::internal
