#include "backlot/harness/test/plain_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace backlot::harness {

namespace {

using record::FrameObject;

struct Point {
  double x, y, z;
};

constexpr double kEye_m = 1.2;

double half_length_m(const FrameObject& body) { return 0.5 * static_cast<double>(body.length_m); }
double half_width_m(const FrameObject& body) { return 0.5 * static_cast<double>(body.width_m); }

// A point of a body: so far ahead of its middle, to its left, and above its foot.
Point point_of(const FrameObject& body, double ahead_m, double left_m, double up_m) {
  return {body.centre.x + ahead_m * body.heading_x - left_m * body.heading_y,
          body.centre.y + ahead_m * body.heading_y + left_m * body.heading_x, body.centre.z + up_m};
}

std::array<Point, 4> corners_of(const FrameObject& body, double up_m) {
  const double a = half_length_m(body), b = half_width_m(body);
  return {point_of(body, a, b, up_m), point_of(body, a, -b, up_m), point_of(body, -a, -b, up_m),
          point_of(body, -a, b, up_m)};
}

// Whether a line parallel to a side of `of` lies between the two.
bool is_apart(const FrameObject& of, const FrameObject& other) {
  double ahead_low = 1e9, ahead_high = -1e9, left_low = 1e9, left_high = -1e9;
  for (const Point& corner : corners_of(other, 0)) {
    const double dx = corner.x - of.centre.x, dy = corner.y - of.centre.y;
    const double ahead = dx * of.heading_x + dy * of.heading_y, left = dy * of.heading_x - dx * of.heading_y;
    ahead_low = std::min(ahead_low, ahead), ahead_high = std::max(ahead_high, ahead);
    left_low = std::min(left_low, left), left_high = std::max(left_high, left);
  }
  return ahead_low >= half_length_m(of) || ahead_high <= -half_length_m(of) || left_low >= half_width_m(of) ||
         left_high <= -half_width_m(of);
}

// Whether the line from one point to another meets a box that reaches from the foot of a body to its top.
bool meets(const Point& from, const Point& to, const FrameObject& body) {
  const auto local = [&](const Point& p) {
    const double dx = p.x - body.centre.x, dy = p.y - body.centre.y;
    return std::array{dx * body.heading_x + dy * body.heading_y, dy * body.heading_x - dx * body.heading_y,
                      p.z - body.centre.z};
  };
  const std::array a = local(from), b = local(to);
  const std::array low{-half_length_m(body), -half_width_m(body), 0.0};
  const std::array high{half_length_m(body), half_width_m(body), static_cast<double>(body.height_m)};
  double enters = 0, leaves = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const double by = b[k] - a[k];
    if (std::fabs(by) < 1e-12) {
      if (a[k] < low[k] || a[k] > high[k]) return false;
      continue;
    }
    const double s = (low[k] - a[k]) / by, t = (high[k] - a[k]) / by;
    enters = std::max(enters, std::min(s, t));
    leaves = std::min(leaves, std::max(s, t));
  }
  return enters < leaves;
}

// Whether the line goes through a wall of a building.
bool meets(const Point& from, const Point& to, const world::Building& building) {
  const auto side_of = [](double ax, double ay, double bx, double by, double x, double y) {
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  };
  for (std::size_t k = 0; k < building.corners.size(); ++k) {
    const auto& a = building.corners[k];
    const auto& b = building.corners[(k + 1) % building.corners.size()];
    const double from_side = side_of(a.x, a.y, b.x, b.y, from.x, from.y);
    const double to_side = side_of(a.x, a.y, b.x, b.y, to.x, to.y);
    const double a_side = side_of(from.x, from.y, to.x, to.y, a.x, a.y);
    const double b_side = side_of(from.x, from.y, to.x, to.y, b.x, b.y);
    if ((from_side > 0) == (to_side > 0) || (a_side > 0) == (b_side > 0)) continue;
    const double z = from.z + (to.z - from.z) * from_side / (from_side - to_side);
    if (z >= building.from_z && z <= building.to_z) return true;
  }
  return false;
}

}  // namespace

bool is_overlapping(const FrameObject& a, const FrameObject& b) {
  const double reach_m = half_length_m(a) + half_width_m(a) + half_length_m(b) + half_width_m(b);
  if (std::fabs(a.centre.x - b.centre.x) > reach_m || std::fabs(a.centre.y - b.centre.y) > reach_m)
    return false;
  return !is_apart(a, b) && !is_apart(b, a);
}

double distance_m(const FrameObject& a, const FrameObject& b) {
  return std::hypot(a.centre.x - b.centre.x, a.centre.y - b.centre.y);
}

bool is_visible(const FrameObject& body, const FrameObject& subject, const record::Frame& frame,
                std::span<const world::Building> buildings) {
  const Point eye = point_of(subject, 0, 0, kEye_m);
  const double up_m = 0.5 * static_cast<double>(body.height_m);
  const std::array corners = corners_of(body, up_m);
  const std::array points{point_of(body, 0, 0, up_m), corners[0], corners[1], corners[2], corners[3]};
  return std::any_of(points.begin(), points.end(), [&](const Point& point) {
    return std::none_of(buildings.begin(), buildings.end(),
                        [&](const world::Building& building) { return meets(eye, point, building); }) &&
           std::none_of(frame.objects.begin(), frame.objects.end(), [&](const FrameObject& other) {
             return other.id != body.id && other.id != subject.id && meets(eye, point, other);
           });
  });
}

}  // namespace backlot::harness
