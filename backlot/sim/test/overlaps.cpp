#include "backlot/sim/test/overlaps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace backlot::sim {

namespace {

constexpr double kSquare_m = 20;  // bodies that touch are in the same or in neighbouring ones
constexpr double kLevel_m = 2;    // bodies further apart in height are on different roads
constexpr std::uint32_t kNoObject = std::numeric_limits<std::uint32_t>::max();

std::int64_t square_of(double at) { return static_cast<std::int64_t>(std::floor(at / kSquare_m)); }

std::size_t place_of(std::int64_t x, std::int64_t y, std::size_t places) {
  const auto mixed = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15U +
                     static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fU;
  return (mixed ^ (mixed >> 32U)) & (places - 1);
}

}  // namespace

// The corners of one box, seen in the frame of the other: apart where all lie beyond one of its sides.
bool Overlaps::is_apart(const Box& a, const Box& b) {
  double along_low = 1e9, along_high = -1e9, across_low = 1e9, across_high = -1e9;
  for (const double i : {-1.0, 1.0}) {
    for (const double j : {-1.0, 1.0}) {
      const double x = b.x + i * b.half_length * b.heading_x - j * b.half_width * b.heading_y - a.x;
      const double y = b.y + i * b.half_length * b.heading_y + j * b.half_width * b.heading_x - a.y;
      const double along = x * a.heading_x + y * a.heading_y, across = y * a.heading_x - x * a.heading_y;
      along_low = std::min(along_low, along);
      along_high = std::max(along_high, along);
      across_low = std::min(across_low, across);
      across_high = std::max(across_high, across);
    }
  }
  constexpr double kTouch_m = 0.01;
  return along_low > a.half_length - kTouch_m || along_high < -a.half_length + kTouch_m ||
         across_low > a.half_width - kTouch_m || across_high < -a.half_width + kTouch_m;
}

std::span<const Overlaps::Pair> Overlaps::find(const Simulation& simulation) {
  boxes_.clear();
  for (std::size_t k = 0; k < simulation.size(); ++k) {
    const VehicleView v = simulation.vehicle(k);
    const world::Mover& m = v.mover;
    const double ahead = 0.5 * static_cast<double>(v.shape.front_m() - v.shape.rear_m());
    boxes_.push_back({m.guide.x + ahead * m.heading_x, m.guide.y + ahead * m.heading_y, m.guide.z,
                      m.heading_x, m.heading_y, 0.5 * static_cast<double>(v.shape.length_m),
                      0.5 * static_cast<double>(v.shape.width_m)});
  }
  find_pairs();
  return pairs_;
}

std::span<const Overlaps::Pair> Overlaps::find(const record::Frame& frame) {
  boxes_.clear();
  for (const record::FrameObject& o : frame.objects)
    boxes_.push_back({o.centre.x, o.centre.y, o.centre.z, o.heading_x, o.heading_y,
                      0.5 * static_cast<double>(o.length_m), 0.5 * static_cast<double>(o.width_m)});
  find_pairs();
  return pairs_;
}

void Overlaps::find_pairs() {
  const std::size_t count = boxes_.size();
  pairs_.clear();
  first_.assign(std::bit_ceil(2 * count + 1), kNoObject);
  next_.resize(count);
  // each body is compared with those before it, then entered into its square
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t x = square_of(boxes_[k].x), y = square_of(boxes_[k].y);
    std::size_t places[9], found = 0;
    for (std::int64_t i = x - 1; i <= x + 1; ++i) {
      for (std::int64_t j = y - 1; j <= y + 1; ++j) {
        const std::size_t place = place_of(i, j, first_.size());
        if (std::find(places, places + found, place) != places + found) continue;
        places[found++] = place;
        find_near(k, place);
      }
    }
    std::uint32_t& first = first_[place_of(x, y, first_.size())];
    next_[k] = first;
    first = static_cast<std::uint32_t>(k);
  }
  std::sort(pairs_.begin(), pairs_.end(),
            [](const Pair& a, const Pair& b) { return a.one != b.one ? a.one < b.one : a.other < b.other; });
}

void Overlaps::find_near(std::size_t slot, std::size_t place) {
  const Box& a = boxes_[slot];
  for (std::uint32_t k = first_[place]; k != kNoObject; k = next_[k]) {
    const Box& b = boxes_[k];
    const double reach = a.half_length + a.half_width + b.half_length + b.half_width;
    if (std::fabs(a.x - b.x) > reach || std::fabs(a.y - b.y) > reach || std::fabs(a.z - b.z) > kLevel_m ||
        is_apart(a, b) || is_apart(b, a))
      continue;
    pairs_.push_back({k, slot});
  }
}

}  // namespace backlot::sim
