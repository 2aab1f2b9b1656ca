#include "backlot/world/roads/cells.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::world::cells_test {
namespace {

TEST(Cells, ThereIsOneForEvery25MetresOfLane) {
  for (const char* file : {"biketown.way", "county_road.way", "motorway.way"}) {
    const TestRoads town(scene(file));
    const Cells cells(town.tracks);
    std::size_t count = 0, usable = 0;
    for (const Track& track : town.tracks.all()) {
      if (!track.is_corridor()) count += static_cast<std::size_t>(track.length / 25);
    }
    EXPECT_EQ(cells.size(), count);
    Cells::Cell before;
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const Cells::Cell cell = cells.at(town.tracks, k);
      const Track& track = town.track(cell.track);
      ASSERT_FALSE(track.is_corridor());
      if (k > 0 && cell.track == before.track) {
        EXPECT_GE(cell.metres - before.metres, 25);
      } else {
        EXPECT_GE(cell.metres, 12.5);
      }
      EXPECT_LE(cell.metres, track.length - 12.5);
      if (cell.is_usable) {
        ++usable;
        EXPECT_LE(cell.metres, static_cast<double>(track.wide_to_m) - 25);
      }
      before = cell;
    }
    EXPECT_EQ(cells.usable(), usable);
    EXPECT_GT(usable, count / 2);
  }
}

}  // namespace
}  // namespace backlot::world::cells_test
