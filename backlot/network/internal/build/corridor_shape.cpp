#include "backlot/network/internal/build/corridor_shape.h"

#include <array>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"
#include "backlot/geometry/hermite.h"

namespace backlot::network::internal {

namespace {

struct Plan {
  double x = 0, y = 0;
};

// x(p), y(p) for p from 0 to 1.
struct PlanPiece {
  std::array<double, 4> x{}, y{};
};

// How fast a Hermite cubic leaves and arrives. Where the two headings meet in a corner ahead of both ends, each end gets
// the share of its way to the corner that makes a quarter circle round; else the chord decides.
struct Speeds {
  double start = 0, end = 0;
};
Speeds hermite_speeds(const ShapeEnds& ends) {
  const double chord = std::sqrt(ends.x * ends.x + ends.y * ends.y);
  const double turn = base::wrap_angle(ends.heading_rad);
  const double size = std::fabs(turn);
  if (size < 0.17 || size > 2.8) {
    // a shift to the side, or a turn back: the round arc over the chord, bounded
    const double round = size < 1e-6 ? 1 : 4 * base::tan(size / 4) / (2 * base::sin(size / 2));
    return {chord * round, chord * round};
  }
  const base::SinCos heading = base::sin_cos(turn);
  const double to_corner = ends.x - ends.y * heading.cos / heading.sin;
  const double from_corner = ends.y / heading.sin;
  const double share = 4 * base::tan(size / 4) / base::tan(size / 2);
  const double low = 0.35 * chord, high = 1.9 * chord;
  const auto bounded = [&](double speed) { return speed < low ? low : (speed > high ? high : speed); };
  return {bounded(share * to_corner), bounded(share * from_corner)};
}

// The clamped cubic spline over points by the chords between them: second derivatives agree at every point.
std::vector<PlanPiece> spline(const std::vector<Plan>& points, const Plan& start, const Plan& end) {
  BACKLOT_ASSERT(points.size() >= 2, "a spline has two points");
  const std::size_t n = points.size();
  std::vector<double> chord(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double dx = points[i + 1].x - points[i].x, dy = points[i + 1].y - points[i].y;
    chord[i] = std::sqrt(dx * dx + dy * dy);
  }
  // velocities per metre of chord, from the three-term equations; Thomas's way
  std::vector<Plan> velocity(n);
  velocity.front() = start;
  velocity.back() = end;
  std::vector<double> factor(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double a = 1 / chord[i - 1], b = 1 / chord[i];
    const auto known = [&](double before, double here, double after) {
      return 3 * ((here - before) * a * a + (after - here) * b * b);
    };
    const double pivot = 2 * (a + b) - a * factor[i - 1];
    factor[i] = b / pivot;
    velocity[i].x = (known(points[i - 1].x, points[i].x, points[i + 1].x) - a * velocity[i - 1].x) / pivot;
    velocity[i].y = (known(points[i - 1].y, points[i].y, points[i + 1].y) - a * velocity[i - 1].y) / pivot;
  }
  for (std::size_t i = n - 2; i > 0; --i) {
    velocity[i].x -= factor[i] * velocity[i + 1].x;
    velocity[i].y -= factor[i] * velocity[i + 1].y;
  }
  std::vector<PlanPiece> pieces;
  for (std::size_t i = 0; i + 1 < n; ++i)
    pieces.push_back({geometry::hermite(points[i].x, points[i + 1].x, velocity[i].x * chord[i],
                                        velocity[i + 1].x * chord[i]),
                      geometry::hermite(points[i].y, points[i + 1].y, velocity[i].y * chord[i],
                                        velocity[i + 1].y * chord[i])});
  return pieces;
}

// The piece as an element that begins at its own pose.
geometry::PlanElement element_of(const PlanPiece& piece) {
  const double heading = base::atan2(piece.y[1], piece.x[1]);
  const base::SinCos back = base::sin_cos(-heading);
  geometry::PlanParametricCubic cubic;
  cubic.end_parameter = 1;
  for (std::size_t k = 1; k < 4; ++k) {
    cubic.u[k] = base::turned_x(back, piece.x[k], piece.y[k]);
    cubic.v[k] = base::turned_y(back, piece.x[k], piece.y[k]);
  }
  cubic.v[1] = 0;
  return {cubic, geometry::PlanPose{piece.x[0], piece.y[0], heading}};
}

}  // namespace

geometry::PlanSpine corridor_spine(const ShapeEnds& ends, std::span<const geometry::WorldPoint> through) {
  std::vector<PlanPiece> pieces;
  const base::SinCos heading = base::sin_cos(ends.heading_rad);
  if (through.empty()) {
    const Speeds speeds = hermite_speeds(ends);
    pieces.push_back({geometry::hermite(0, ends.x, speeds.start, speeds.end * heading.cos),
                      geometry::hermite(0, ends.y, 0, speeds.end * heading.sin)});
  } else {
    std::vector<Plan> points{{0, 0}};
    for (const geometry::WorldPoint& p : through) points.push_back({p.x, p.y});
    points.push_back({ends.x, ends.y});
    pieces = spline(points, {1, 0}, {heading.cos, heading.sin});
  }

  geometry::PlanSpine spine;
  std::vector<double> at{0};
  for (const PlanPiece& piece : pieces) {
    spine.elements.push_back(element_of(piece));
    at.push_back(at.back() + geometry::plan_length(piece.x, piece.y));
  }

  // heights: from grade to grade, over the points with the slope between their neighbours
  std::vector<double> height{0};
  for (const geometry::WorldPoint& p : through) height.push_back(p.z);
  height.push_back(ends.z);
  std::vector<double> slope(height.size());
  slope.front() = base::tan(ends.start_grade_rad);
  slope.back() = base::tan(ends.end_grade_rad);
  for (std::size_t i = 1; i + 1 < height.size(); ++i)
    slope[i] = (height[i + 1] - height[i - 1]) / (at[i + 1] - at[i - 1]);
  bool is_flat = true;
  for (std::size_t i = 0; i < height.size(); ++i)
    is_flat = is_flat && std::fabs(height[i]) < 1e-9 && std::fabs(slope[i]) < 1e-10;
  for (std::size_t i = 0; !is_flat && i + 1 < height.size(); ++i)
    spine.elevation.records.push_back(
        geometry::hermite_record(at[i], at[i + 1] - at[i], height[i], height[i + 1], slope[i], slope[i + 1]));

  if (std::fabs(ends.start_bank_rad) > 1e-9 || std::fabs(ends.end_bank_rad) > 1e-9)
    spine.bank_rad.records.push_back(
        geometry::hermite_record(0, at.back(), ends.start_bank_rad, ends.end_bank_rad, 0, 0));
  return spine;
}

}  // namespace backlot::network::internal
