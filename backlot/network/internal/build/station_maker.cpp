#include "backlot/network/internal/build/station_maker.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::network::internal {

namespace {

// Derivatives at a knot are taken this far inside, where the cubics of the own side hold.
constexpr double kInside = 1e-7;
// How far the table's speed may be from the surface's.
constexpr double kSpeedError = 1e-4;
constexpr int kMostHalvings = 8;

// Metres of a lane's centre per metre of distance.
class CentreSpeed {
 public:
  CentreSpeed(const StripShape& shape, std::size_t lane) : shape_(shape), lane_(lane) {}

  double operator()(double distance) const {
    const CrossSection& section = shape_.section;
    const std::size_t n = section.boundary_count();
    const auto after = std::upper_bound(section.breaks.begin() + 1, section.breaks.end(), distance);
    const auto i = static_cast<std::size_t>(after - section.breaks.begin()) - 1;
    const Cubic centre = 0.5 * (section.boundaries[i * n + lane_] + section.boundaries[i * n + lane_ + 1]);
    const double t = distance - section.breaks[i];
    const double offset = centre.at(t), slope = centre.slope(t);

    const double d = shape_.from + distance;
    const double ahead = shape_.ribbon.speed(d) * (1 - shape_.ribbon.curvature(d) * offset);
    const double up = offset == 0 ? 0 : offset * twist(d);
    return std::sqrt((ahead * ahead + slope * slope) + up * up);
  }

 private:
  // How fast the lateral turns out of the surface, per metre.
  double twist(double d) const {
    if (!shape_.ribbon.is_banked() && shape_.is_straight) return 0;
    constexpr double kStep = 1e-4;
    const double low = std::max(d - kStep, 0.0), high = std::min(d + kStep, shape_.ribbon.length());
    const geometry::RibbonFrame a = shape_.ribbon.frame(low), b = shape_.ribbon.frame(high);
    const geometry::Vec3 change = b.lateral - a.lateral;
    return (0.5 * (dot(change, a.normal) + dot(change, b.normal))) / (high - low);
  }

  const StripShape& shape_;
  std::size_t lane_;
};

// The length of [a, b] by Gauss's rule of five points: exact for degree nine.
double length_of(const CentreSpeed& speed, double a, double b) {
  BACKLOT_ASSERT(a <= b, "a stretch of a lane is an interval");
  static constexpr std::array<double, 3> kAt = {0, 0.53846931010568309104, 0.90617984593866399280};
  static constexpr std::array<double, 3> kWeight = {0.56888888888888888889, 0.47862867049936646804,
                                                    0.23692688505618908751};
  const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
  double sum = kWeight[0] * speed(middle);
  for (std::size_t i = 1; i < 3; ++i)
    sum += kWeight[i] * (speed(middle - kAt[i] * half) + speed(middle + kAt[i] * half));
  return sum * half;
}

class StationMaker {
 public:
  StationMaker(const StripShape& shape, std::size_t lane, std::vector<LaneStation>& stations)
      : speed_(shape, lane), stations_(stations), first_(stations.size()) {}

  void add(double a, double b, int halvings) {
    BACKLOT_ASSERT(a <= b && halvings >= 0, "a stretch of a lane is an interval");
    const double inside = std::min(kInside, 0.01 * (b - a));
    const double length = length_of(speed_, a, b);
    const double b0 = 1 / speed_(a + inside), b1 = 1 / speed_(b - inside);
    const double m = (b - a) / length;
    const LaneStation station{metres_, a, b0, (3 * m - 2 * b0 - b1) / length,
                              (b0 + b1 - 2 * m) / (length * length)};
    if (halvings > 0 && is_rough(station, length)) {
      const double middle = 0.5 * (a + b);
      add(a, middle, halvings - 1);
      add(middle, b, halvings - 1);
      return;
    }
    append(station, length);
  }

  double metres() const { return metres_; }

 private:
  bool is_rough(const LaneStation& station, double length) const {
    for (const double share : {0.2, 0.5, 0.8}) {
      const double t = share * length;
      const double slope = station.b + t * (2 * station.c + t * (3 * station.d));
      const double distance = station.distance + t * (station.b + t * (station.c + t * station.d));
      if (!(std::fabs(slope * speed_(distance) - 1) <= kSpeedError)) return true;
    }
    return false;
  }

  // Straight stretches that go on as before need no station of their own.
  void append(const LaneStation& station, double length) {
    metres_ += length;
    if (stations_.size() > first_) {
      const LaneStation& last = stations_.back();
      const auto is_even = [](const LaneStation& s, double b) {
        return std::fabs(s.b - b) <= 1e-13 && std::fabs(s.c) <= 1e-13 && std::fabs(s.d) <= 1e-13;
      };
      if (is_even(last, station.b) && is_even(station, last.b) &&
          std::fabs(last.distance_at(station.metres) - station.distance) <= 1e-9)
        return;
    }
    stations_.push_back(station);
  }

  CentreSpeed speed_;
  std::vector<LaneStation>& stations_;
  std::size_t first_;
  double metres_ = 0;
};

}  // namespace

StripShape strip_shape(const geometry::Ribbon& ribbon, double from, double to, const CrossSection& section) {
  BACKLOT_ASSERT(from < to, "a strip has a length");
  StripShape shape{ribbon, from, to, section, {0, to - from}, true};
  for (const double knot : ribbon.knots()) {
    if (knot > from && knot < to) shape.knots.push_back(knot - from);
  }
  shape.knots.insert(shape.knots.end(), section.breaks.begin() + 1, section.breaks.end());
  std::sort(shape.knots.begin(), shape.knots.end());
  // knots that nearly coincide are one
  const auto near = [](double a, double b) { return b - a < 1e-6; };
  shape.knots.erase(std::unique(shape.knots.begin(), shape.knots.end(), near), shape.knots.end());
  shape.knots.back() = to - from;

  shape.is_straight = ribbon.is_straight();
  return shape;
}

double add_stations(const StripShape& shape, std::size_t lane, std::vector<LaneStation>& stations) {
  BACKLOT_ASSERT(lane + 1 < shape.section.boundary_count(), "the section has no such lane");
  const CrossSection& section = shape.section;
  const double length = shape.to - shape.from;
  const auto is_constant = [&](std::size_t boundary) {
    const Cubic& cubic = section.boundaries[boundary];
    return cubic.b == 0 && cubic.c == 0 && cubic.d == 0;
  };
  if (shape.is_straight && !shape.ribbon.is_banked() && section.breaks.size() == 1 && is_constant(lane) &&
      is_constant(lane + 1)) {
    stations.push_back({});
    return length;
  }
  StationMaker maker(shape, lane, stations);
  for (std::size_t i = 0; i + 1 < shape.knots.size(); ++i)
    maker.add(shape.knots[i], shape.knots[i + 1], kMostHalvings);
  return maker.metres();
}

}  // namespace backlot::network::internal
