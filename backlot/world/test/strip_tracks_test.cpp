#include "backlot/world/strip_tracks.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "backlot/world/test/test_roads.h"

namespace backlot::world::strip_tracks_test {
namespace {

TEST(StripTracks, AreThoseOfItsLanesInTheirOrder) {
  for (const char* file : {"biketown.way", "county_road.way", "motorway.way"}) {
    const TestRoads town(scene(file));
    std::size_t without = 0, several = 0;
    for (std::uint32_t s = 0; s < town.network.strips().size(); ++s) {
      const network::Strip& strip = town.network.strips()[s];
      std::vector<const Track*> expected, found;
      for (std::uint32_t k = 0; k < strip.lane_count; ++k)
        for (const bool along : {true, false}) {
          const TrackId id =
              town.tracks.track_of(network::DirectedLane{network::LaneId(strip.first_lane + k), along});
          if (!id.is_empty()) expected.push_back(&town.track(id));
        }
      for (const Track& track : tracks_on(town.tracks, network::StripId(s))) found.push_back(&track);
      ASSERT_EQ(found, expected) << file << " " << town.network.name_of(network::StripId(s));
      without += expected.empty() ? 1U : 0U;
      several += expected.size() > 1 ? 1U : 0U;
    }
    EXPECT_GT(several, 0U) << file;
    if (std::string_view(file) == "biketown.way") {
      EXPECT_GT(without, 0U) << "walkways";
    }
  }
}

}  // namespace
}  // namespace backlot::world::strip_tracks_test
