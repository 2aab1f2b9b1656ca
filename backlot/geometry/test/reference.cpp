#include "backlot/geometry/test/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace backlot::geometry::test {

namespace {

constexpr double kHair_m = 1e-9;

}  // namespace

Reference::Reference(const Ribbon& ribbon, double spacing_m) : ribbon_(ribbon) {
  // samples at every joint and between them
  for (const internal::Segment& s : ribbon.data().segments) {
    const int parts = std::max(2, static_cast<int>(std::ceil(s.length / spacing_m)));
    spacing_ = std::max(spacing_, s.length / parts);
    largest_curvature_ = std::max(largest_curvature_, s.curvature_bound);
    for (int k = 0; k < parts; ++k) distances_.push_back(s.start + s.length * k / parts);
  }
  distances_.push_back(ribbon.length());
  for (const double d : distances_) {
    const Vec3 q = ribbon.frame(d).position - ribbon.data().origin;
    x_.push_back(q.x);
    y_.push_back(q.y);
    z_.push_back(q.z);
  }
  square_.resize(distances_.size());
}

Reference::Slope Reference::slope(const WorldPoint& p, double d) const {
  const auto& segments = ribbon_.data().segments;
  const internal::Segment& s = segments[ribbon_.data().segment_at(d)];
  const double u = d - s.start;
  const double px[3] = {p.x - ribbon_.data().origin.x, p.y - ribbon_.data().origin.y,
                        p.z - ribbon_.data().origin.z};
  const double* c[3] = {s.x, s.y, s.z};
  Slope out{0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const double r = (px[k] - c[k][0]) - (u * c[k][1] + u * u * c[k][2] + u * u * u * c[k][3]);
    const double q1 = c[k][1] + 2 * u * c[k][2] + 3 * u * u * c[k][3];
    const double q2 = 2 * c[k][2] + 6 * u * c[k][3];
    out.half_square += 0.5 * r * r;
    out.first -= q1 * r;
    out.second += q1 * q1 - q2 * r;
  }
  return out;
}

ReferenceFoot Reference::foot_at(const WorldPoint& p, double d) const {
  const Slope at = slope(p, d);
  return {d, std::sqrt(2 * at.half_square), at.second, ribbon_.data().segment_at(d)};
}

// the zero of the slope between a falling and a rising place: Newton's steps while they stay inside the bracket and more than
// halve it, else the middle
ReferenceFoot Reference::polished(const WorldPoint& p, double low, double high) const {
  double d = 0.5 * (low + high);
  for (int i = 0; i < 200 && high - low > 1e-13; ++i) {
    const Slope at = slope(p, d);
    if (at.first == 0) break;
    (at.first < 0 ? low : high) = d;
    const double newton = d - at.first / at.second;
    const bool helps = i % 8 < 6 && at.second > 0 && newton > low && newton < high;
    if (helps && std::fabs(newton - d) < 1e-13) break;
    d = helps ? newton : 0.5 * (low + high);
  }
  return foot_at(p, d);
}

// the place between a and b where the slope turns from rising to falling or back: a stretch this short has one at most
double Reference::turn_between(const WorldPoint& p, double a, double b) const {
  const bool rises = slope(p, a + kHair_m).second > 0;
  for (int i = 0; i < 24; ++i) {
    const double middle = 0.5 * (a + b);
    ((slope(p, middle).second > 0) == rises ? a : b) = middle;
  }
  return 0.5 * (a + b);
}

// every dip of one stretch; where the slope hardly changes it may turn twice, so that is cut in quarters
template <class Offer>
void Reference::search(const WorldPoint& p, double low, double high, const Offer& offer,
                       bool is_quarter) const {
  // a hair inside: at a joint the neighbour's curvature does not count
  const Slope a = slope(p, low + kHair_m), b = slope(p, high - kHair_m);
  if (!is_quarter && std::min(std::fabs(a.second), std::fabs(b.second)) < 0.05) {
    for (int k = 0; k < 4; ++k) {
      search(p, low + 0.25 * k * (high - low), k == 3 ? high : low + 0.25 * (k + 1) * (high - low), offer,
             true);
    }
    return;
  }
  if ((a.second > 0) != (b.second > 0) && high - low > 1e-9) {
    const double turn = turn_between(p, low, high);
    if (turn - low > 1e-10 && high - turn > 1e-10) {
      const Slope t = slope(p, turn);
      offer(a.first < 0 && t.first > 0 ? polished(p, low, turn) : foot_at(p, turn));
      offer(t.first < 0 && b.first > 0 ? polished(p, turn, high) : foot_at(p, turn));
    }
  }
  if (a.first < 0 && b.first > 0) {
    offer(polished(p, low, high));
  } else {
    offer(foot_at(p, a.half_square <= b.half_square ? low : high));
  }
}

std::vector<ReferenceFoot> Reference::all(const WorldPoint& p, double away) const {
  const Vec3 r = p - ribbon_.data().origin;
  const std::size_t n = distances_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double dx = r.x - x_[i], dy = r.y - y_[i], dz = r.z - z_[i];
    square_[i] = dx * dx + dy * dy + dz * dz;
  }
  // a minimum within reach has a sample within reach and a spacing
  const double reach2 = (away + spacing_) * (away + spacing_);
  std::vector<ReferenceFoot> found;
  for (std::size_t i = 0; i < n; ++i) {
    if (square_[i] > reach2) continue;
    const double here = slope(p, distances_[i]).first;
    if ((i == 0 && here >= 0) || (i + 1 == n && here <= 0)) found.push_back(foot_at(p, distances_[i]));
    if (i + 1 < n && here < 0 && slope(p, distances_[i + 1]).first >= 0) {
      found.push_back(polished(p, distances_[i], distances_[i + 1]));
    } else if (i > 0 && here > 0 && square_[i - 1] > reach2 && slope(p, distances_[i - 1]).first < 0) {
      found.push_back(polished(p, distances_[i - 1], distances_[i]));
    } else if (here == 0 && i > 0 && i + 1 < n && slope(p, distances_[i]).second > 0 &&
               slope(p, distances_[i - 1]).first >= 0) {
      found.push_back(foot_at(p, distances_[i]));
    }
  }
  std::erase_if(found, [away](const ReferenceFoot& f) { return f.away > away; });
  return found;
}

ReferenceFoot Reference::global(const WorldPoint& p) const {
  const Vec3 r = p - ribbon_.data().origin;
  const std::size_t n = distances_.size();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n; ++i) {
    const double dx = r.x - x_[i], dy = r.y - y_[i], dz = r.z - z_[i];
    const double square = dx * dx + dy * dy + dz * dz;
    square_[i] = square;
    least = square < least ? square : least;
  }
  // every stretch between samples that could hold something nearer than the nearest sample: the distance cannot dip by more
  // than half a spacing, nor by more than its curvature along the spine allows
  const double nearest = std::sqrt(least);
  const double dip = 0.15 * spacing_ * spacing_ * (1 / nearest + largest_curvature_);
  const double limit = nearest + std::min(0.51 * spacing_, dip) + 1e-8;
  const double limit2 = limit * limit;
  ReferenceFoot best{0, std::numeric_limits<double>::infinity(), 1, 0};
  const auto offer = [&best](const ReferenceFoot& f) {
    if (f.away < best.away) best = f;
  };
  for (std::size_t i = 0; i + 1 < n; ++i) {
    if (square_[i] > limit2 && square_[i + 1] > limit2) continue;
    search(p, distances_[i], distances_[i + 1], offer, false);
  }
  return best;
}

ReferenceFoot Reference::basin(const WorldPoint& p, double hint) const {
  const bool forward = slope(p, hint).first <= 0;
  auto i = static_cast<std::size_t>(std::upper_bound(distances_.begin(), distances_.end(), hint) -
                                    distances_.begin());
  double last = hint;
  const double hair = forward ? kHair_m : -kHair_m;
  // downhill from `last` while the slope keeps its sign
  const auto try_to = [&](double at, double first) -> std::optional<ReferenceFoot> {
    if (forward && first >= 0) return polished(p, last, at);
    if (!forward && first <= 0) return polished(p, at, last);
    last = at;
    return std::nullopt;
  };
  // one stretch, looked at once more where the slope turns in between, and in quarters where it hardly changes
  const auto step_to = [&](double next) -> std::optional<ReferenceFoot> {
    const double from = last;
    const Slope begin = slope(p, from + hair), end = slope(p, next - hair);
    const bool may_turn_twice = std::min(std::fabs(begin.second), std::fabs(end.second)) < 0.05;
    const int parts = may_turn_twice ? 4 : 1;
    for (int k = 1; k <= parts; ++k) {
      const double to = k == parts ? next : from + 0.25 * k * (next - from);
      const Slope a = k == 1 ? begin : slope(p, last + hair), b = k == parts ? end : slope(p, to - hair);
      if ((a.second > 0) != (b.second > 0)) {
        const double turn = turn_between(p, std::min(last, to), std::max(last, to));
        if (const auto found = try_to(turn, slope(p, turn).first)) return found;
      }
      if (const auto found = try_to(to, b.first)) return found;
    }
    return std::nullopt;
  };
  if (forward) {
    for (; i < distances_.size(); ++i) {
      if (const auto found = step_to(distances_[i])) return *found;
    }
    return foot_at(p, ribbon_.length());
  }
  while (i-- > 0) {
    if (distances_[i] >= hint) continue;
    if (const auto found = step_to(distances_[i])) return *found;
  }
  return foot_at(p, 0);
}

}  // namespace backlot::geometry::test
