#include "backlot/look/boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "backlot/base/assert.h"

namespace backlot::look {

namespace {

using world::BodyBox;

struct Point {
  double x, y;
};

std::array<Point, 4> corners(const BodyBox& box) {
  const double lx = box.half_length * box.heading_x, ly = box.half_length * box.heading_y;
  const double wx = -box.half_width * box.heading_y, wy = box.half_width * box.heading_x;
  return {Point{box.centre.x + lx + wx, box.centre.y + ly + wy},
          Point{box.centre.x + lx - wx, box.centre.y + ly - wy},
          Point{box.centre.x - lx - wx, box.centre.y - ly - wy},
          Point{box.centre.x - lx + wx, box.centre.y - ly + wy}};
}

double to_side(const Point& p, const Point& a, const Point& b) {
  const double x = b.x - a.x, y = b.y - a.y, length2 = x * x + y * y;
  const double share =
      length2 > 0 ? std::clamp(((p.x - a.x) * x + (p.y - a.y) * y) / length2, 0.0, 1.0) : 0.0;
  const double dx = p.x - a.x - share * x, dy = p.y - a.y - share * y;
  return std::sqrt(dx * dx + dy * dy);
}

// Half of the shadow of a box on an axis.
double half_on(const BodyBox& box, double x, double y) {
  return box.half_length * std::fabs(box.heading_x * x + box.heading_y * y) +
         box.half_width * std::fabs(box.heading_x * y - box.heading_y * x);
}

// The axes along the sides of two boxes: the boxes overlap where their shadows do on all four.
std::array<Point, 4> axes_of(const BodyBox& a, const BodyBox& b) {
  return {Point{a.heading_x, a.heading_y},
          {-a.heading_y, a.heading_x},
          {b.heading_x, b.heading_y},
          {-b.heading_y, b.heading_x}};
}

constexpr double kNever = std::numeric_limits<double>::infinity();

// ---- Bodies whose speeds change

// Some spans of time, in order and apart from each other.
struct Spans {
  struct Span {
    double from, to;
  };
  // Lists of m and n spans have at most m + n - 1 in common: one that is there at first, and up to three for each of four axes.
  std::array<Span, 9> spans;
  std::size_t count = 0;

  void add(double from, double to) {
    if (count > 0 && spans[count - 1].to == from)
      spans[count - 1].to = to;
    else
      spans[count++] = {from, to};
  }
};

// What two lists of spans have in common.
Spans common(const Spans& a, const Spans& b) {
  Spans both;
  for (std::size_t i = 0; i < a.count; ++i)
    for (std::size_t k = 0; k < b.count; ++k) {
      const double from = std::max(a.spans[i].from, b.spans[k].from);
      const double to = std::min(a.spans[i].to, b.spans[k].to);
      if (from <= to) both.add(from, to);
    }
  return both;
}

// A number that changes at a rate which itself changes evenly: at + rate t + half_change t^2.
struct Parabola {
  double at, rate, half_change;

  double value(double t) const { return at + (rate + half_change * t) * t; }
};

// At most four times, in order.
struct Times {
  std::array<double, 4> list{};
  std::size_t count = 0;

  void add(double time) {
    std::size_t at = count++;
    for (; at > 0 && list[at - 1] > time; --at) list[at] = list[at - 1];
    list[at] = time;
  }
};

// Adds the times above zero at which a parabola has a value. The root that would cancel is taken from the other one.
void add_times(const Parabola& p, double value, Times& times) {
  const auto add = [&](double time) {
    if (time > 0 && std::isfinite(time)) times.add(time);
  };
  const double a = p.half_change, b = p.rate, c = p.at - value;
  const double root2 = b * b - 4 * a * c;
  if (root2 < 0) return;
  const double q = -0.5 * (b + std::copysign(std::sqrt(root2), b));
  if (a != 0) add(q / a);
  if (q != 0) add(c / q);
}

// When the parabola is within `reach` of zero, from 0 to `until`.
Spans times_within(const Parabola& p, double reach, double until) {
  BACKLOT_ASSERT(reach >= 0 && !std::isnan(until), "a time within a reach is looked for up to a time");
  Times times;
  add_times(p, reach, times);
  add_times(p, -reach, times);
  Spans within;
  double from = 0;
  for (std::size_t k = 0; k <= times.count && from < until; ++k) {
    const double to = k < times.count ? std::min(times.list[k], until) : until;
    const double inside = std::isfinite(to) ? 0.5 * (from + to) : from + 1;
    if (std::fabs(p.value(inside)) <= reach) within.add(from, to);
    from = to;
  }
  return within;
}

// The body from some time on: where it is then, and how it goes on until it stands.
struct Going {
  BodyBox box;
  SpeedChange change;

  // When it stands; a body that stands and brakes has done so.
  double until_stop() const {
    if (change.accel_mps2 == 0 || change.speed_mps * change.accel_mps2 > 0) return kNever;
    return change.speed_mps == 0 && change.accel_mps2 > 0 ? kNever : -change.speed_mps / change.accel_mps2;
  }
  void go_on(double seconds, bool stops) {
    const double metres = (change.speed_mps + 0.5 * change.accel_mps2 * seconds) * seconds;
    box.centre.x += metres * box.heading_x;
    box.centre.y += metres * box.heading_y;
    change.speed_mps += change.accel_mps2 * seconds;
    if (stops) change = {};
  }
};

// The first time up to `until` at which both boxes touch, while no acceleration changes.
double touch_within(const Going& a, const Going& b, double until) {
  BACKLOT_ASSERT(!std::isnan(until), "a touch is looked for up to a time");
  const auto apart = [&](double of_a, double of_b) {
    return Point{of_b * b.box.heading_x - of_a * a.box.heading_x,
                 of_b * b.box.heading_y - of_a * a.box.heading_y};
  };
  const Point place{b.box.centre.x - a.box.centre.x, b.box.centre.y - a.box.centre.y};
  const Point speed = apart(a.change.speed_mps, b.change.speed_mps);
  const Point accel = apart(a.change.accel_mps2, b.change.accel_mps2);
  Spans touching;
  touching.add(0, until);
  for (const Point& axis : axes_of(a.box, b.box)) {
    const auto along = [&](const Point& p) { return p.x * axis.x + p.y * axis.y; };
    const double reach = half_on(a.box, axis.x, axis.y) + half_on(b.box, axis.x, axis.y);
    const Parabola shadows{along(place), along(speed), 0.5 * along(accel)};
    touching = common(touching, times_within(shadows, reach, until));
    if (touching.count == 0) return kNever;
  }
  return touching.spans[0].from;
}

}  // namespace

double distance_between(const BodyBox& a, const BodyBox& b) {
  if (time_to_contact(a, 0, b, 0) == 0) return 0;
  const std::array<Point, 4> of_a = corners(a), of_b = corners(b);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      least = std::min(least, to_side(of_a[i], of_b[k], of_b[(k + 1) % 4]));
      least = std::min(least, to_side(of_b[i], of_a[k], of_a[(k + 1) % 4]));
    }
  }
  return least;
}

// Two boxes overlap while their shadows do on each of the four axes along their sides. On an axis the shadows overlap during one span of time.
double time_to_contact(const BodyBox& a, double a_mps, const BodyBox& b, double b_mps) {
  BACKLOT_ASSERT(!std::isnan(a_mps) && !std::isnan(b_mps), "speeds are numbers");
  const double x = b.centre.x - a.centre.x, y = b.centre.y - a.centre.y;
  const double vx = b_mps * b.heading_x - a_mps * a.heading_x, vy = b_mps * b.heading_y - a_mps * a.heading_y;
  double from = 0, to = kNever;
  for (const Point& axis : axes_of(a, b)) {
    const double apart = x * axis.x + y * axis.y, closing = vx * axis.x + vy * axis.y;
    const double reach = half_on(a, axis.x, axis.y) + half_on(b, axis.x, axis.y);
    if (closing == 0) {
      if (std::fabs(apart) > reach) return kNever;
      continue;
    }
    const double one = (-reach - apart) / closing, other = (reach - apart) / closing;
    from = std::max(from, std::min(one, other));
    to = std::min(to, std::max(one, other));
  }
  return from <= to ? from : kNever;
}

// The time until a body stands divides what comes into pieces in which no acceleration changes.
double time_to_contact(const BodyBox& a, const SpeedChange& a_changes, const BodyBox& b,
                       const SpeedChange& b_changes) {
  Going one{a, a_changes}, other{b, b_changes};
  double passed = 0;
  while (true) {
    const double one_stops = one.until_stop(), other_stops = other.until_stop();
    const double until = std::min(one_stops, other_stops);
    const double touch = touch_within(one, other, until);
    if (std::isfinite(touch)) return passed + touch;
    if (!std::isfinite(until)) return kNever;
    one.go_on(until, one_stops == until);
    other.go_on(until, other_stops == until);
    passed += until;
  }
}

}  // namespace backlot::look
