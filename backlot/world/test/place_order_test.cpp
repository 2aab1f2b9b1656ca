#include "backlot/world/roads/place_order.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/geometry/ribbon.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::place_order_test {
namespace {

TEST(PlaceOrder, GoesThroughAllStripsByShortWays) {
  const TestRoads town(scene("biketown.way"));
  const std::vector<std::uint32_t> order = place_order(town.network);
  ASSERT_EQ(order.size(), town.network.strips().size());
  std::vector<std::uint32_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t k = 0; k < sorted.size(); ++k) ASSERT_EQ(sorted[k], k) << "each place is taken once";

  const auto middle = [&](std::size_t k) {
    const network::Strip& strip = town.network.strips()[k];
    return geometry::place(town.network.ribbon(strip.ribbon), {strip.from + 0.5 * strip.length(), 0, 0});
  };
  std::vector<std::uint32_t> strip_at(order.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) strip_at[order[k]] = k;
  double by_place = 0, by_number = 0;
  for (std::size_t k = 1; k < order.size(); ++k) {
    by_place += distance_between(middle(strip_at[k - 1]), middle(strip_at[k]));
    by_number += distance_between(middle(k - 1), middle(k));
  }
  EXPECT_LT(by_place, 0.6 * by_number);
}

}  // namespace
}  // namespace backlot::world::place_order_test
