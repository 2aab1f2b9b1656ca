// Left-hand traffic: the mirrored network, in which traffic from the left goes first, gives the mirrored run.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "backlot/sim/simulation.h"
#include "backlot/sim/test/roads.h"

namespace backlot::sim::mirror_test {
namespace {

using Lane = std::tuple<std::string, std::string, bool>;  // way, lane, along
Lane lane_of(const TestRoads& roads, const world::Track& track) {
  return {roads.network.name_of(track.strip), roads.network.name_of(track.lane), track.is_along};
}

TEST(Mirror, GivesTheMirroredRun) {
  for (const char* scene : {"biketown", "county_road", "motorway"}) {
    const auto right = scene_roads(scene), left = mirrored_scene_roads(scene);
    std::map<Lane, world::TrackId> on_the_left;
    for (std::size_t k = 0; k < left->roads.tracks.all().size(); ++k)
      on_the_left[lane_of(*left, left->roads.tracks.all()[k])] = world::TrackId::from_size(k);

    // the same vehicles in the same order, on every fourth cell
    Simulation one(right->roads, {}), other(left->roads, {});
    std::size_t inserted = 0;
    for (std::size_t k = 0; k < right->roads.cells.size(); k += 4) {
      const world::Cells::Cell cell = right->roads.cells.at(right->roads.tracks, k);
      if (!cell.is_usable) continue;
      const auto twin = on_the_left.find(lane_of(*right, right->roads.tracks[cell.track]));
      ASSERT_NE(twin, on_the_left.end());
      one.insert(world::ObjectKind::car, cell.track, cell.metres, 6);
      other.insert(world::ObjectKind::car, twin->second, cell.metres, 6);
      ++inserted;
    }
    ASSERT_GT(inserted, 20U);
    for (int k = 0; k < 600; ++k) {
      one.step(base::Duration::from_milliseconds(100));
      other.step(base::Duration::from_milliseconds(100));
    }
    ASSERT_EQ(one.size(), other.size());
    EXPECT_GT(one.tally().lane_changes + one.tally().exits, 0U);
    double worst = 0;
    for (std::size_t slot = 0; slot < one.size(); ++slot) {
      const VehicleView a = one.vehicle(slot);
      const auto b = other.find(a.id);
      ASSERT_TRUE(b);
      worst = std::max({worst, std::fabs(a.mover.guide.x - b->mover.guide.x),
                        std::fabs(a.mover.guide.y + b->mover.guide.y),
                        std::fabs(a.mover.guide.z - b->mover.guide.z)});
    }
    EXPECT_LT(worst, 1e-6) << scene;
  }
}

}  // namespace
}  // namespace backlot::sim::mirror_test
