#include "backlot/world/roads/place_order.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "backlot/geometry/ribbon.h"

namespace backlot::world {

namespace {

constexpr std::uint32_t kBits = 16;  // of each coordinate

// How far along the curve a cell of a square of 2^kBits cells lies.
std::uint64_t along_hilbert(std::uint32_t x, std::uint32_t y) {
  std::uint64_t along = 0;
  for (std::uint32_t side = 1U << (kBits - 1); side > 0; side /= 2) {
    const std::uint32_t right = (x & side) != 0 ? 1 : 0, upper = (y & side) != 0 ? 1 : 0;
    along += std::uint64_t{side} * side * ((3 * right) ^ upper);
    // the curve is turned in two of the quarters
    if (upper == 0) {
      if (right == 1) {
        x = ~x;
        y = ~y;
      }
      std::swap(x, y);
    }
  }
  return along;
}

}  // namespace

std::vector<std::uint32_t> place_order(const network::Network& network) {
  const std::size_t count = network.strips().size();
  std::vector<geometry::WorldPoint> middles;
  middles.reserve(count);
  double low_x = 0, low_y = 0, high_x = 0, high_y = 0;
  for (const network::Strip& strip : network.strips()) {
    const geometry::WorldPoint p =
        geometry::place(network.ribbon(strip.ribbon), {strip.from + 0.5 * strip.length(), 0, 0});
    if (middles.empty()) {
      low_x = high_x = p.x;
      low_y = high_y = p.y;
    }
    low_x = std::min(low_x, p.x);
    low_y = std::min(low_y, p.y);
    high_x = std::max(high_x, p.x);
    high_y = std::max(high_y, p.y);
    middles.push_back(p);
  }
  const double cells =
      static_cast<double>((1U << kBits) - 1) / std::max({high_x - low_x, high_y - low_y, 1.0});
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_place;
  by_place.reserve(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    const auto x = static_cast<std::uint32_t>((middles[k].x - low_x) * cells),
               y = static_cast<std::uint32_t>((middles[k].y - low_y) * cells);
    by_place.emplace_back(along_hilbert(x, y), k);
  }
  std::sort(by_place.begin(), by_place.end());
  std::vector<std::uint32_t> order(count);
  for (std::uint32_t k = 0; k < count; ++k) order[by_place[k].second] = k;
  return order;
}

}  // namespace backlot::world
