#include "backlot/traffic/vehicle/routing/turning_shares.h"

#include <vector>

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::traffic::turning_shares_test {
namespace {

TEST(TurningShares, AreThoseGivenLastAndZeroAtOtherPlaces) {
  const world::TestRoads town(world::scene("biketown.way"));
  TurningShares shares;
  std::vector<world::CarriagewayId> ways;
  for (std::uint32_t k = 0; k < town.tracks.carriageways().size(); ++k) {
    if (town.tracks.carriageways()[k].exit_count == 3) ways.emplace_back(k);
  }
  ASSERT_GE(ways.size(), 3U);
  shares.set(town.tracks, ways[2], std::vector<double>{1, 0, 2});
  shares.set(town.tracks, ways[0], std::vector<double>{3, 1, 1});
  shares.set(town.tracks, ways[2], std::vector<double>{5, 0, 2});
  EXPECT_EQ(shares.carriageways().size(), 2U);
  ASSERT_EQ(shares.of(ways[2]).size(), 3U);
  EXPECT_EQ(shares.of(ways[2])[0], 5);
  EXPECT_EQ(shares.of(ways[0])[0], 3);
  EXPECT_TRUE(shares.of(ways[1]).empty());
}

}  // namespace
}  // namespace backlot::traffic::turning_shares_test
