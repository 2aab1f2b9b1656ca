#include "backlot/world/roads/strip_grid.h"

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::strip_grid_test {
namespace {

// Each place of a strip is in one piece, and a query for the box around the place meets that piece.
TEST(StripGrid, HoldsEveryPlaceOnce) {
  for (const char* name : {"biketown.way", "county_road.way", "motorway.way"}) {
    const TestRoads roads(scene(name));
    const StripGrid& grid = roads.roads.grid;
    base::RandomStream random{1, 2, 3};
    for (int k = 0; k < 20000; ++k) {
      const Track& track = roads.tracks.all()[random.below(roads.tracks.all().size())];
      const double distance = random.uniform() * track.strip_length;
      const network::LaneEdges edges = roads.network.edges(track.strip, distance);
      const geometry::WorldPoint p =
          roads.tracks.place(track, distance, edges.right + random.uniform() * edges.width());
      int holds = 0;
      grid.for_pieces({p.x, p.y, p.x, p.y}, [&](const StripGrid::Piece& piece) {
        if (track.strip >= piece.strip && track.strip.index() < piece.strip.index() + piece.count &&
            distance >= static_cast<double>(piece.from) && distance < static_cast<double>(piece.to))
          ++holds;
      });
      ASSERT_EQ(holds, 1) << name << ", distance " << distance << " of " << track.strip.index();
    }
  }
}

TEST(StripGrid, HasNothingFarAwayAndEverythingInTheWholeWorld) {
  const TestRoads roads(scene("biketown.way"));
  const StripGrid& grid = roads.roads.grid;
  const auto count = [&](const PlanBox& box) {
    std::size_t pieces = 0;
    grid.for_pieces(box, [&](const StripGrid::Piece&) { ++pieces; });
    return pieces;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::size_t all = count({-1e6, -1e6, 1e6, 1e6});
  EXPECT_GT(all, 50U);
  EXPECT_EQ(count({-inf, -inf, inf, inf}), all);
  EXPECT_EQ(count({-1e300, -1e300, 1e300, 1e300}), all);
  EXPECT_EQ(count({1e8, 1e8, 1e9, 1e9}), 0U);
  EXPECT_EQ(count({nan, 0, 10, 10}), 0U);
  EXPECT_EQ(count({10, 0, -10, 10}), 0U);
}

}  // namespace
}  // namespace backlot::world::strip_grid_test
