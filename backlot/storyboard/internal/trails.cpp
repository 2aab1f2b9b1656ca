#include "backlot/storyboard/internal/trails.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "backlot/base/assert.h"
#include "backlot/storyboard/internal/cast.h"
#include "backlot/storyboard/internal/distances.h"
#include "backlot/storyboard/internal/readout.h"

namespace backlot::storyboard::internal {

using draw::SheetPoint;
using geometry::WorldPoint;

namespace {

constexpr double kMaxPoints = 200;  // in a line on the sheet: more would not be seen
constexpr int kShades = 6;          // of a tail, from faint to strong

bool is_usable(const Trail& trail) {
  return !trail.points.empty() && std::isfinite(trail.from_s) && std::isfinite(trail.step_s) &&
         trail.step_s > 0;
}

// Where the object was, between two points on a straight line; empty outside the trail and in gaps.
std::optional<WorldPoint> place_at(const Trail& trail, double time_s) {
  BACKLOT_ASSERT(is_usable(trail), "a place is that of a trail with points at even times");
  const double steps = (time_s - trail.from_s) / trail.step_s;
  const auto last = static_cast<double>(trail.points.size() - 1);
  // a little slack, so that the last step is not lost to rounding
  if (!(steps >= -1e-6 && steps <= last + 1e-6)) return std::nullopt;
  const double inside = std::clamp(steps, 0.0, last);
  const auto i = static_cast<std::size_t>(inside);
  const WorldPoint& a = trail.points[i];
  const WorldPoint& b = trail.points[std::min(i + 1, trail.points.size() - 1)];
  if (!is_finite(a) || !is_finite(b)) return std::nullopt;
  const double share = inside - static_cast<double>(i);
  return WorldPoint{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
}

// From one time on, in steps, until the trail has no place or the other time is reached.
SheetLine walk(const Trail& trail, const draw::Projection& projection, double from_s, double to_s) {
  SheetLine line;
  if (!is_usable(trail) || !std::isfinite(from_s) || !std::isfinite(to_s)) return line;
  const double span = std::fabs(to_s - from_s);
  const double count = std::clamp(std::ceil(span / trail.step_s), 1.0, kMaxPoints);
  for (double k = 0; k <= count; ++k) {
    const std::optional<WorldPoint> p = place_at(trail, from_s + (to_s - from_s) * k / count);
    if (!p) break;
    line.push_back(projection.at(*p));
  }
  return line;
}

// Leaves out points that are closer than a unit to the one before.
SheetLine thinned(const SheetLine& line) {
  SheetLine kept;
  for (const SheetPoint& p : line)
    if (kept.empty() || distance(kept.back(), p) >= 1) kept.push_back(p);
  return kept;
}

// The area along a line from one of its points to another, its half width growing with the number of the point.
SheetLine tapered(const SheetLine& line, std::size_t first, std::size_t last, double width) {
  BACKLOT_ASSERT(width >= 0, "a line has a width");
  BACKLOT_ASSERT(first <= last && last < line.size(), "a part of a line");
  SheetLine left, right;
  for (std::size_t i = first; i <= last; ++i) {
    const SheetPoint &a = line[i > 0 ? i - 1 : 0], &b = line[std::min(i + 1, line.size() - 1)];
    const double length = distance(a, b);
    if (!(length > 0)) continue;
    const double share = 0.25 + 0.75 * static_cast<double>(i) / static_cast<double>(line.size() - 1);
    const double half = 0.5 * width * share;
    const double nx = -half * (b.y - a.y) / length, ny = half * (b.x - a.x) / length;
    left.push_back({line[i].x + nx, line[i].y + ny});
    right.push_back({line[i].x - nx, line[i].y - ny});
  }
  left.insert(left.end(), right.rbegin(), right.rend());
  return left;
}

}  // namespace

SheetLine past_line(const Trail& trail, const draw::Projection& projection, double from_s, double until_s) {
  SheetLine line = walk(trail, projection, until_s, from_s);
  std::reverse(line.begin(), line.end());
  return line;
}

SheetLine future_line(const Trail& trail, const draw::Projection& projection, double from_s, double until_s) {
  return walk(trail, projection, from_s, until_s);
}

SheetLine course_line(const Storyboard& storyboard, const draw::Projection& projection,
                      const WorldPoint& subject, double subject_half_length_m) {
  SheetLine line;
  const std::optional<CoursePlace> here = find_on_course(storyboard.course, subject);
  if (!here) return line;
  const double from_m = here->metre + subject_half_length_m;
  double passed_m = 0;
  for (std::size_t i = 0; i + 1 < storyboard.course.size(); ++i) {
    const WorldPoint &a = storyboard.course[i], &b = storyboard.course[i + 1];
    if (!is_finite(a) || !is_finite(b)) {
      if (!line.empty()) break;
      continue;
    }
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
    passed_m += length;
    if (passed_m <= from_m || !(length > 0)) continue;
    const double share = std::clamp(1 - (passed_m - from_m) / length, 0.0, 1.0);
    if (line.empty()) line.push_back(projection.at({a.x + share * dx, a.y + share * dy, a.z}));
    line.push_back(projection.at(b));
  }
  return line;
}

void draw_past(draw::Sheet& sheet, const Trail& trail, const draw::Projection& projection,
               const std::string& colour, double width, double from_s, double until_s) {
  BACKLOT_ASSERT(width >= 0, "a line has a width");
  const SheetLine line = thinned(past_line(trail, projection, from_s, until_s));
  if (line.size() >= 2) {
    const std::size_t count = line.size() - 1;
    for (int k = 0; k < kShades; ++k) {
      const std::size_t first = count * static_cast<std::size_t>(k) / kShades;
      const std::size_t last = count * static_cast<std::size_t>(k + 1) / kShades;
      if (first == last) continue;
      sheet.polygon(tapered(line, first, last, width),
                    {.fill = colour, .opacity = 0.2 + 0.6 * static_cast<double>(k) / (kShades - 1)});
    }
  }
  if (!is_usable(trail)) return;
  const SheetPoint* before = line.empty() ? nullptr : &line.back();
  SheetPoint last_dot = before != nullptr ? *before : SheetPoint{};
  for (double t = until_s - 1; t >= from_s - 1e-6; t -= 1) {
    const std::optional<WorldPoint> p = place_at(trail, t);
    // dots of an object that stands would lie on each other
    if (!p || before == nullptr || distance(last_dot, projection.at(*p)) < width) continue;
    last_dot = projection.at(*p);
    sheet.circle(last_dot, std::max(0.55 * width, 2.0),
                 {.fill = "#ffffff", .stroke = colour, .stroke_width = 1.2});
  }
}

void draw_future(draw::Sheet& sheet, const SheetLine& line, const std::string& colour, double width) {
  BACKLOT_ASSERT(width >= 0, "a line has a width");
  const SheetLine points = thinned(line);
  if (points.size() < 2) return;
  const double dot = std::max(0.5 * width, 1.6);
  sheet.polyline(points, {.fill = "none",
                          .stroke = colour,
                          .stroke_width = dot,
                          .opacity = 0.9,
                          .dash = fmt::format("0.1 {}", draw::number_text(2.4 * dot))});
  // the head points along the last few units
  std::size_t i = points.size() - 2;
  while (i > 0 && distance(points[i], points.back()) < 6) --i;
  const SheetPoint &a = points[i], &b = points.back();
  const double length = distance(a, b);
  if (!(length > 0)) return;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length, h = 3.2 * dot;
  const SheetPoint tip[] = {{b.x + h * ux, b.y + h * uy},
                            {b.x - 0.55 * h * uy, b.y + 0.55 * h * ux},
                            {b.x + 0.55 * h * uy, b.y - 0.55 * h * ux}};
  sheet.polygon(tip, {.fill = colour});
}

void draw_course(draw::Sheet& sheet, const SheetLine& line, const std::string& colour, double width) {
  BACKLOT_ASSERT(width >= 0, "a line has a width");
  const double w = std::max(0.4 * width, 1.4);
  sheet.polyline(line, {.fill = "none",
                        .stroke = colour,
                        .stroke_width = w,
                        .opacity = 0.85,
                        .dash = fmt::format("{} {}", draw::number_text(5 * w), draw::number_text(4 * w))});
}

}  // namespace backlot::storyboard::internal
