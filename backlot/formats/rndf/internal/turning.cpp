#include "backlot/formats/rndf/internal/turning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "backlot/base/assert.h"
#include "backlot/base/math.h"

namespace backlot::formats::rndf::internal {

namespace {

// Radii that are tried one after the other, down to what a car can turn.
constexpr std::array<double, 4> kRadii_m = {4.0, 3.2, 2.6, 2.2};
constexpr double kLoop_rad = 1.95 * base::kPi;  // more turning than this is a loop
constexpr double kAnyTurning_rad = 100;
constexpr double kBack_rad = 2.7;   // so much turning is turning back
constexpr double kSwing_rad = 1.2;  // in all, to the other side and back
constexpr double kKnot_m = 1.2;     // what is tighter cannot be driven

// One cubic, as fast at both ends as makes an arc round.
std::vector<WorldPoint> round_turn(const Pose& from, const Pose& to, double spacing) {
  BACKLOT_ASSERT(spacing > 0, "places lie some way apart");
  const double cx = to.at.x - from.at.x, cy = to.at.y - from.at.y;
  const double chord = std::sqrt(cx * cx + cy * cy);
  const double sine = from.dx * to.dy - from.dy * to.dx, cosine = from.dx * to.dx + from.dy * to.dy;
  const double turn = std::fabs(base::atan2(sine, cosine));
  double leave = chord, arrive = chord;
  if (turn < 0.17 || turn > 2.8) {
    leave = arrive = turn < 1e-6 ? chord : chord * 2 * base::tan(turn / 4) / base::sin(turn / 2);
  } else {
    // metres to the corner in which both headings meet, and the share of them that makes an arc
    const double to_corner = (cx * to.dy - cy * to.dx) / sine,
                 from_corner = (from.dx * cy - from.dy * cx) / sine;
    const double share = 4 * base::tan(turn / 4) / base::tan(turn / 2);
    leave = std::clamp(share * to_corner, 0.35 * chord, 1.9 * chord);
    arrive = std::clamp(share * from_corner, 0.35 * chord, 1.9 * chord);
  }
  const auto count = static_cast<std::size_t>(
      std::clamp(std::ceil(0.5 * (chord + 0.5 * (leave + arrive)) / spacing), 4.0, 1000.0));
  std::vector<WorldPoint> list;
  for (std::size_t i = 0; i <= count; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(count);
    const double b = t * t * (3 - 2 * t), u = t * (1 - t) * (1 - t), v = t * t * (t - 1);
    list.push_back({from.at.x + b * cx + u * leave * from.dx + v * arrive * to.dx,
                    from.at.y + b * cy + u * leave * from.dy + v * arrive * to.dy, 0});
  }
  return list;
}

// Turns by `turns` (to the left above zero) over `lengths` in units of the radius: left, straight, right ...
struct Arcs {
  std::array<int, 3> side{};
  std::array<double, 3> amount{};  // radians, or for side 0 radii

  double length() const { return amount[0] + amount[1] + amount[2]; }
  double turning() const {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += side[k] != 0 ? amount[k] : 0;
    return sum;
  }
};

double positive(double angle) {
  const double wrapped = base::wrap_angle(angle);
  return wrapped < 0 ? wrapped + base::kTwoPi : wrapped;
}

// The six candidates of Dubins in the frame in which the start is the origin and the end lies on the x axis at d radii; headings
// against that axis.
std::vector<Arcs> candidates(double d, double alpha, double beta) {
  const base::SinCos a = base::sin_cos(alpha), b = base::sin_cos(beta);
  const double cab = base::cos(alpha - beta);
  std::vector<Arcs> list;
  const auto add = [&](std::array<int, 3> side, double t, double p, double q) {
    list.push_back({side, {positive(t), side[1] == 0 ? p : positive(p), positive(q)}});
  };
  if (const double p2 = 2 + d * d - 2 * cab + 2 * d * (a.sin - b.sin); p2 >= 0) {
    const double turn = base::atan2(b.cos - a.cos, d + a.sin - b.sin);
    add({1, 0, 1}, -alpha + turn, std::sqrt(p2), beta - turn);
  }
  if (const double p2 = 2 + d * d - 2 * cab + 2 * d * (b.sin - a.sin); p2 >= 0) {
    const double turn = base::atan2(a.cos - b.cos, d - a.sin + b.sin);
    add({-1, 0, -1}, alpha - turn, std::sqrt(p2), -beta + turn);
  }
  if (const double p2 = -2 + d * d + 2 * cab + 2 * d * (a.sin + b.sin); p2 >= 0) {
    const double p = std::sqrt(p2);
    const double turn = base::atan2(-a.cos - b.cos, d + a.sin + b.sin) - base::atan2(-2, p);
    add({1, 0, -1}, -alpha + turn, p, -beta + turn);
  }
  if (const double p2 = -2 + d * d + 2 * cab - 2 * d * (a.sin + b.sin); p2 >= 0) {
    const double p = std::sqrt(p2);
    const double turn = base::atan2(a.cos + b.cos, d - a.sin - b.sin) - base::atan2(2, p);
    add({-1, 0, 1}, alpha - turn, p, beta - turn);
  }
  if (const double c = (6 - d * d + 2 * cab + 2 * d * (a.sin - b.sin)) / 8; std::fabs(c) <= 1) {
    const double p = base::kTwoPi - base::acos(c);
    const double t = positive(alpha - base::atan2(a.cos - b.cos, d - a.sin + b.sin) + p / 2);
    add({-1, 1, -1}, t, p, alpha - beta - t + p);
  }
  if (const double c = (6 - d * d + 2 * cab + 2 * d * (b.sin - a.sin)) / 8; std::fabs(c) <= 1) {
    const double p = base::kTwoPi - base::acos(c);
    const double t = positive(-alpha - base::atan2(a.cos - b.cos, d + a.sin - b.sin) + p / 2);
    add({1, -1, 1}, t, p, beta - alpha - t + p);
  }
  return list;
}

std::vector<WorldPoint> places_on(const Arcs& arcs, const Pose& from, double radius, double spacing) {
  BACKLOT_ASSERT(radius > 0 && spacing > 0, "arcs have a radius, and places lie some way apart");
  std::vector<WorldPoint> list{from.at};
  Pose at = from;
  for (std::size_t k = 0; k < 3; ++k) {
    const double length = arcs.amount[k] * radius;
    const auto count = static_cast<std::size_t>(std::ceil(length / spacing));
    const Pose start = at;
    for (std::size_t i = 1; i <= count; ++i) {
      const double way = length * static_cast<double>(i) / static_cast<double>(count);
      if (arcs.side[k] == 0) {
        at.at = {start.at.x + way * start.dx, start.at.y + way * start.dy, 0};
      } else {
        const double side = arcs.side[k];
        const base::SinCos turn = base::sin_cos(side * way / radius);
        const WorldPoint centre = start.beside(side * radius);
        const double rx = start.at.x - centre.x, ry = start.at.y - centre.y;
        at.at = {centre.x + base::turned_x(turn, rx, ry), centre.y + base::turned_y(turn, rx, ry), 0};
        at.dx = base::turned_x(turn, start.dx, start.dy);
        at.dy = base::turned_y(turn, start.dx, start.dy);
      }
      list.push_back(at.at);
    }
  }
  return list;
}

// The shortest one that really leads there; none where all are loops.
std::optional<std::vector<WorldPoint>> turn_of_arcs(const Pose& from, const Pose& to, double radius,
                                                    double most_turning, double spacing) {
  BACKLOT_ASSERT(radius > 0 && most_turning > 0 && spacing > 0,
                 "arcs have a radius, turn, and have places some way apart");
  const double cx = to.at.x - from.at.x, cy = to.at.y - from.at.y;
  const double axis = base::atan2(cy, cx);
  const double alpha = base::atan2(from.dy, from.dx) - axis, beta = base::atan2(to.dy, to.dx) - axis;
  const double turn = base::wrap_angle(beta - alpha);
  std::optional<std::vector<WorldPoint>> best;
  double shortest = 1e300;
  for (const Arcs& arcs : candidates(std::sqrt(cx * cx + cy * cy) / radius, alpha, beta)) {
    if (arcs.turning() > most_turning || arcs.length() >= shortest) continue;
    // A vehicle that turns off does not swing out far, where others drive on; one that turns back may.
    const bool swings_out = arcs.turning() > std::fabs(turn) + kSwing_rad;
    if (most_turning <= kLoop_rad && swings_out && std::fabs(turn) < kBack_rad) continue;
    std::vector<WorldPoint> line = places_on(arcs, from, radius, spacing);
    if (plan_distance(line.back(), to.at) > 0.05) continue;
    line.back() = to.at;
    shortest = arcs.length();
    best = std::move(line);
  }
  return best;
}

}  // namespace

double tightest_radius(const std::vector<WorldPoint>& line) {
  BACKLOT_ASSERT(line.size() >= 2, "a turn has two ends");
  double tightest = 1e9;
  for (std::size_t k = 1; k + 1 < line.size(); ++k) {
    const WorldPoint &a = line[k - 1], &b = line[k], &c = line[k + 1];
    if ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0) return 0;  // it turns back on itself
    const double area2 = std::fabs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
    const double sides = plan_distance(a, b) * plan_distance(b, c) * plan_distance(c, a);
    if (area2 > 1e-9) tightest = std::min(tightest, sides / (2 * area2));
  }
  return tightest;
}

std::vector<WorldPoint> turn_between(const Pose& from, const Pose& to, double spacing) {
  BACKLOT_ASSERT(spacing > 0, "places lie some way apart");
  std::vector<WorldPoint> round = round_turn(from, to, spacing);
  // with how a vehicle comes and goes: it may bend most at its ends
  std::vector<WorldPoint> whole = round;
  const double step = plan_distance(round[0], round[1]);
  whole.insert(whole.begin(), WorldPoint{from.at.x - step * from.dx, from.at.y - step * from.dy, 0});
  const double last = plan_distance(round[round.size() - 2], round.back());
  whole.push_back({to.at.x + last * to.dx, to.at.y + last * to.dy, 0});
  const double tightest = tightest_radius(whole);
  for (const double radius : kRadii_m) {
    if (tightest >= radius) break;
    if (std::optional<std::vector<WorldPoint>> line = turn_of_arcs(from, to, radius, kLoop_rad, spacing))
      return *line;
  }
  // a loop, where all else would be a knot
  if (tightest < kKnot_m)
    if (std::optional<std::vector<WorldPoint>> line =
            turn_of_arcs(from, to, kRadii_m.back(), kAnyTurning_rad, spacing))
      return *line;
  return round;
}

}  // namespace backlot::formats::rndf::internal
