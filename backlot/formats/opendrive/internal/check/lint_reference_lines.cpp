// Reference lines: lengths, gaps, kinks, curves by parameter.
#include <cmath>
#include <cstddef>
#include <variant>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/formats/opendrive/internal/check/lint_rules.h"
#include "backlot/formats/opendrive/internal/check/plan_pose.h"

namespace backlot::formats::opendrive {

namespace {

constexpr double kKink_rad = 0.01;
constexpr double kLengthError_m = 0.01;
constexpr double kCurveError_m = 0.001;  // by which a curve may differ from its length, as in ASAM's checker
constexpr double kParameterError = 1e-6;
constexpr int kCurveSamples = 16;

void check_lengths(const Road& road, Findings& findings) {
  for (std::size_t i = 0; i + 1 < road.plan_view.size(); ++i) {
    const Geometry& geometry = road.plan_view[i];
    const double end = geometry.s + geometry.length_m, next = road.plan_view[i + 1].s;
    if (std::abs(end - next) > kLengthError_m)
      findings.warn(
          kLengths, road.plan_view[i + 1].where,
          fmt::format("a geometry begins at s = {:.3f}, and the one before ends at {:.3f}", next, end));
  }
  const Geometry& last = road.plan_view.back();
  const double end = last.s + last.length_m;
  if (std::abs(end - road.length_m) > kLengthError_m)
    findings.warn(kLengths, road.where,
                  fmt::format("road \"{}\" has a length of {:.3f}, and its geometries end at s = {:.3f}",
                              road.id, road.length_m, end));
}

void check_joints(const Road& road, Findings& findings) {
  for (std::size_t i = 0; i + 1 < road.plan_view.size(); ++i) {
    const Geometry& next = road.plan_view[i + 1];
    const Pose from = end_pose(road.plan_view[i]), to = start_pose(next);
    const double gap_m = std::hypot(to.x - from.x, to.y - from.y);
    const double kink_rad = std::abs(base::wrap_angle(to.heading_rad - from.heading_rad));
    if (gap_m > kCrack_m)
      findings.warn(kNoGaps, next.where,
                    fmt::format("the reference line of road \"{}\" jumps by {:.3f} m at s = {:.3f}", road.id,
                                gap_m, next.s));
    else if (kink_rad > kKink_rad)
      findings.warn(kNoKinks, next.where,
                    fmt::format("the reference line of road \"{}\" has a kink of {:.3f} rad at s = {:.3f}",
                                road.id, kink_rad, next.s));
  }
}

void check_curve(const Geometry& geometry, const ParamPoly3& curve, Findings& findings) {
  const bool is_aligned = std::abs(curve.a_u) < kParameterError && std::abs(curve.a_v) < kParameterError &&
                          std::abs(curve.b_v) < kParameterError && curve.b_u > 0;
  if (!is_aligned)
    findings.warn(
        kCurveParameters, geometry.where,
        fmt::format(
            "the curve does not begin at the geometry's place and along its heading: aU = {}, bU = {}, "
            "aV = {}, bV = {}",
            curve.a_u, curve.b_u, curve.a_v, curve.b_v),
        "aU, aV and bV are 0, and bU is greater");

  const double last = last_parameter(geometry, curve);
  const double length = curve_length(curve, 0, last);
  if (std::abs(length - geometry.length_m) > kCurveError_m)
    findings.warn(kCurveLength, geometry.where,
                  fmt::format("the curve is {:.4f} m long, and its length is given as {:.4f}", length,
                              geometry.length_m));
  if (curve.range != ParameterRange::arc_length) return;

  // with p as the arc length every part of the curve is as long as its part of the range
  double worst = 0, sum = 0;
  for (int i = 0; i < kCurveSamples; ++i) {
    const double from = last * i / kCurveSamples, to = last * (i + 1) / kCurveSamples;
    sum += curve_length(curve, from, to);
    worst = std::max(worst, std::abs(sum - to));
  }
  if (worst > kCurveError_m)
    findings.warn(
        kArcLengthRange, geometry.where,
        fmt::format("the parameter differs from the length along the curve by up to {:.4f} m", worst),
        "with pRange=\"arcLength\" they are the same");
}

}  // namespace

void lint_reference_lines(const Index& index, Findings& findings) {
  for (const Road& road : index.document.roads) {
    if (road.plan_view.empty()) continue;
    check_lengths(road, findings);
    check_joints(road, findings);
    for (const Geometry& geometry : road.plan_view)
      if (const auto* curve = std::get_if<ParamPoly3>(&geometry.shape))
        check_curve(geometry, *curve, findings);
  }
}

}  // namespace backlot::formats::opendrive
