#include "backlot/world/building.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "backlot/base/random.h"
#include "backlot/world/test/test_roads.h"

namespace backlot::world::building_test {
namespace {

// Some small, some long, some many at one place.
std::vector<Building> random_buildings(std::size_t count, base::RandomStream& random) {
  std::vector<Building> buildings;
  for (std::size_t k = 0; k < count; ++k) {
    const double x = k % 5 == 0 ? 100 : random.uniform(-2000, 2000), y = random.uniform(-500, 500);
    const double reach = k % 37 == 0 ? 900 : random.uniform(0.1, 20);
    Building building{{}, 0, random.uniform(2, 30)};
    for (int i = 0; i < 3; ++i)
      building.corners.push_back({x + random.uniform(-reach, reach), y + random.uniform(-reach, reach)});
    buildings.push_back(std::move(building));
  }
  return buildings;
}

// Each building has a height of its own.
std::vector<double> names_of(const std::vector<const Building*>& found) {
  std::vector<double> names;
  for (const Building* building : found) names.push_back(building->to_z);
  std::sort(names.begin(), names.end());
  return names;
}

TEST(BuildingIndex, FindsTheSameAsALookAtAll) {
  base::RandomStream random{3, 0, 1};
  std::size_t found_in_all = 0;
  for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 64U, 65U, 1000U, 5000U}) {
    const std::vector<Building> buildings = random_buildings(count, random);
    const BuildingIndex index(buildings);
    EXPECT_EQ(index.buildings().size(), count);
    for (int k = 0; k < 100; ++k) {
      const double x = random.uniform(-2500, 2500), y = random.uniform(-700, 700),
                   size = k % 10 == 0 ? 3000 : random.uniform(0, 120);
      const PlanBox box{x, y, x + size, y + size};
      std::vector<BuildingIndex::Near> near;
      index.add_near(box, near);
      std::vector<const Building*> found, expected;
      for (const BuildingIndex::Near& one : near) found.push_back(one.building);
      for (const Building& building : buildings)
        if (touches(box_around(building.corners), box)) expected.push_back(&building);
      EXPECT_EQ(names_of(found), names_of(expected));
      found_in_all += found.size();
    }
  }
  EXPECT_GT(found_in_all, 1000U);
}

TEST(BuildingIndex, LeavesOutWhatIsNoBuilding) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const BuildingIndex index({{{}, 0, 5},
                             {{{0, 0}, {1, 0}}, 0, 5},
                             {{{0, 0}, {1, 0}, {kNaN, 1}}, 0, 5},
                             {{{0, 0}, {1, 0}, {1, 1}}, 0, kNaN},
                             {{{0, 0}, {1, 0}, {1, 1}}, 0, 5}});
  EXPECT_EQ(index.buildings().size(), 1U);
  std::vector<BuildingIndex::Near> near;
  index.add_near({kNaN, 0, 1, 1}, near);
  EXPECT_TRUE(near.empty());
}

TEST(Buildings, OfANetworkAreThoseThatHide) {
  const TestRoads town(R"(
network town
profile street { vehicle backward 3 m; spine; vehicle forward 3 m }
way a {
  profile street; begin at (0 m, 0 m, 2 m) heading 0 deg; line 100 m; start open; end open
  building at 20 m offset 15 m size (10 m, 8 m, 6 m)
  building at 50 m offset 15 m
  barrier at 70 m offset 5 m size (10 m, 0.2 m, 1 m)
  barrier at 80 m offset 5 m
  tree at 90 m offset 5 m size (4 m, 4 m, 6 m)
}
)");
  const std::vector<Building> buildings = buildings_of(town.network);
  ASSERT_EQ(buildings.size(), 3U) << "a barrier of no height hides nothing, and one looks through trees";
  EXPECT_EQ(buildings[0].corners.size(), 4U);
  EXPECT_NEAR(buildings[0].from_z, 2, 1e-9);
  EXPECT_NEAR(buildings[0].to_z, 8, 1e-9);
  EXPECT_NEAR(buildings[1].to_z, 8, 1e-9) << "as high as is usual";
  EXPECT_NEAR(buildings[2].to_z, 3, 1e-9);
  EXPECT_EQ(town.roads.buildings.buildings().size(), 3U);
}

}  // namespace
}  // namespace backlot::world::building_test
