#include "backlot/network/test/slow_sweep.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/network/internal/conflict/conflict.h"

namespace backlot::network::internal {

namespace {

struct Point {
  double x = 0, y = 0;
};

double side_of(const Point& a, const Point& b, const Point& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d) {
  const double ca = side_of(a, b, c), da = side_of(a, b, d), ac = side_of(c, d, a), bc = side_of(c, d, b);
  if (ca == 0 && da == 0) {
    return std::max(std::min(a.x, b.x), std::min(c.x, d.x)) <=
               std::min(std::max(a.x, b.x), std::max(c.x, d.x)) &&
           std::max(std::min(a.y, b.y), std::min(c.y, d.y)) <=
               std::min(std::max(a.y, b.y), std::max(c.y, d.y));
  }
  return std::min(ca, da) <= 0 && std::max(ca, da) >= 0 && std::min(ac, bc) <= 0 && std::max(ac, bc) >= 0;
}

Point at(const SlowSweep::Section& s, double offset) {
  return {s.x + offset * s.lateral_x, s.y + offset * s.lateral_y};
}

using Quad = std::array<Point, 4>;

Quad quad_between(const SlowSweep::Section& a, const SlowSweep::Section& b, double half_width) {
  return {at(a, -half_width), at(a, half_width), at(b, half_width), at(b, -half_width)};
}

bool is_inside(const Point& p, const Quad& q) {
  bool is_left = true, is_right = true;
  for (std::size_t k = 0; k < 4; ++k) {
    const double side = side_of(q[k], q[(k + 1) % 4], p);
    is_left = is_left && side >= 0;
    is_right = is_right && side <= 0;
  }
  return is_left || is_right;
}

bool quads_meet(const Quad& a, const Quad& b) {
  if (is_inside(a[0], b) || is_inside(b[0], a)) return true;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if (segments_meet(a[i], a[(i + 1) % 4], b[j], b[(j + 1) % 4])) return true;
    }
  }
  return false;
}

// How far a section lies off the straight between two others, in the middle of which it is, at an offset.
double sag_at(const SlowSweep::Section& a, const SlowSweep::Section& middle, const SlowSweep::Section& b,
              double offset) {
  const Point p = at(a, offset), m = at(middle, offset), q = at(b, offset);
  return std::hypot(m.x - 0.5 * (p.x + q.x), m.y - 0.5 * (p.y + q.y));
}

}  // namespace

SlowSweep::SlowSweep(double length, const std::function<Section(double)>& section_at)
    : length_(length), section_at_(section_at) {
  const auto steps = static_cast<std::size_t>(std::ceil(length_ / kThin));
  const auto distance = [&](std::size_t k) {
    return length_ * static_cast<double>(k) / static_cast<double>(steps);
  };
  for (std::size_t k = 0; k < steps; ++k) thins_.push_back(thin_between(distance(k), distance(k + 1)));
}

// Twice what the middle is off holds for every bend and for one kink: at a share q of the way that is off by q (1 - q), and the middle
// by half of the smaller of both.
SlowSweep::Thin SlowSweep::thin_between(double from, double to) const {
  Thin thin{from, to, section_at_(from), section_at_(to), 0};
  const Section middle = section_at_(0.5 * (from + to));
  for (const double offset : {-kWidestBodyHalf_m, kWidestBodyHalf_m}) {
    thin.sag = std::max(thin.sag, 2 * sag_at(thin.first, middle, thin.last, offset));
  }
  thin.sag += 0.1 * kFine;  // rounding
  return thin;
}

SlowSweep::Touching SlowSweep::touching(const SlowSweep& other, double half_width,
                                        double other_half_width) const {
  const std::optional<End> first = find_end(other, {half_width, other_half_width}, true);
  if (!first) return {};
  const std::optional<End> last = find_end(other, {half_width, other_half_width}, false);
  Touching found;
  found.possible = {first->possible, last->possible};
  if (first->certain && last->certain) {
    found.certain = {std::min(*first->certain, *last->certain), std::max(*first->certain, *last->certain)};
  }
  return found;
}

std::optional<SlowSweep::End> SlowSweep::find_end(const SlowSweep& other, const Widths& widths,
                                                  bool from_front) const {
  const auto verdict_between = [&](double a, double b) {
    return against(thin_between(std::min(a, b), std::max(a, b)), other, widths);
  };
  // By halves, of which the outer one comes first.
  const auto narrow = [&](Verdict least, double& outer, double& inner) {
    while (std::fabs(outer - inner) > kEnd) {
      const double middle = 0.5 * (outer + inner);
      (verdict_between(outer, middle) >= least ? inner : outer) = middle;
    }
  };
  std::optional<End> end;
  for (std::size_t k = 0; k < thins_.size(); ++k) {
    const Thin& thin = thins_[from_front ? k : thins_.size() - 1 - k];
    const Verdict verdict = against(thin, other, widths);
    if (verdict == Verdict::apart) continue;
    double outer = from_front ? thin.from : thin.to, inner = from_front ? thin.to : thin.from;
    const double thin_end = inner;
    if (!end) {
      narrow(Verdict::open, outer, inner);
      end = End{outer, std::nullopt};
    }
    if (verdict != Verdict::meet) continue;
    if (verdict_between(outer, inner) != Verdict::meet) {
      inner = thin_end;
      narrow(Verdict::meet, outer, inner);
    }
    end->certain = inner;
    break;
  }
  return end;
}

SlowSweep::Verdict SlowSweep::against(const Thin& own, const SlowSweep& other, const Widths& widths) const {
  const double near = widths.own + widths.other + 2 * kThin;
  Verdict verdict = Verdict::apart;
  for (std::size_t j = 0; j < other.thins_.size(); ++j) {
    const Thin& thin = other.thins_[j];
    const double x = thin.first.x - own.first.x, y = thin.first.y - own.first.y, far = x * x + y * y;
    if (far > near * near) {
      // no section before the distance is made up can be near
      const double skip =
          (std::sqrt(far) - near) / (other.length_ / static_cast<double>(other.thins_.size()));
      j += static_cast<std::size_t>(std::max(0.0, skip - 2));
      continue;
    }
    verdict = std::max(verdict, judge(own, other, thin, widths));
    if (verdict == Verdict::meet) break;
  }
  return verdict;
}

SlowSweep::Verdict SlowSweep::judge(const Thin& own, const SlowSweep& other, const Thin& others,
                                    const Widths& widths) const {
  // how high the one lies over the other, at least and at most
  const auto [own_low, own_high] = std::minmax(own.first.z, own.last.z);
  const auto [others_low, others_high] = std::minmax(others.first.z, others.last.z);
  const double climb_low = own_low - others_high, climb_high = own_high - others_low;
  if (climb_low >= kClearHeight_m || climb_high <= -kClearHeight_m) return Verdict::apart;
  const bool is_level = std::max(climb_high, -climb_low) < kClearHeight_m;

  const auto quads_at = [&](double sign) {
    return quads_meet(quad_between(own.first, own.last, widths.own + sign * own.sag),
                      quad_between(others.first, others.last, widths.other + sign * others.sag));
  };
  if (!quads_at(1)) return Verdict::apart;
  const bool is_wide = own.sag <= widths.own && others.sag <= widths.other;
  if (is_level && is_wide && quads_at(-1)) return Verdict::meet;

  // the one of which less is known becomes two
  const bool is_fine = own.sag <= kFine && others.sag <= kFine;
  const double own_rise = own_high - own_low, others_rise = others_high - others_low;
  if (is_fine && (is_level || own_rise + others_rise <= kFineHeight)) return Verdict::open;
  const bool halves_own = is_fine ? own_rise >= others_rise : own.sag >= others.sag;
  if ((halves_own ? own.to - own.from : others.to - others.from) <= kShortest) return Verdict::open;
  const SlowSweep& halved = halves_own ? *this : other;
  const Thin& whole = halves_own ? own : others;
  const double middle = 0.5 * (whole.from + whole.to);
  Verdict verdict = Verdict::apart;
  for (const Thin& half : {halved.thin_between(whole.from, middle), halved.thin_between(middle, whole.to)}) {
    verdict =
        std::max(verdict, halves_own ? judge(half, other, others, widths) : judge(own, other, half, widths));
    if (verdict == Verdict::meet) break;
  }
  return verdict;
}

}  // namespace backlot::network::internal
