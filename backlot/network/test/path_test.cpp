#include "backlot/network/path.h"

#include <array>

#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/test/allocations.h"
#include "backlot/network/routing/places_on_path.h"
#include "backlot/network/test/sketch.h"

namespace backlot::network::path_test {
namespace {

// A bent road into a crossing and out of it against its distance, with lanes of changing width.
Sketch bent_town() {
  Sketch town;
  town.way("in", "s= v<3 | v>3.4 v> s=").from(-150, -30, 0).line(60).arc(50, 80).line(12).open_start();
  town.way("out", "v< v< | v>").from(60, 120, -100).line(60).arc(30, -60).open_start();
  town.crossing("bend").arm("a", "in.end").arm("b", "out.end");
  return town;
}

Path whole_path(const Network& network, DirectedLane lane) {
  Path path(network, lane, 0);
  while (!network.onward(path.last().lane).empty() && path.size() < 100)
    EXPECT_TRUE(path.extend(network, network.onward(path.last().lane).front()));
  return path;
}

TEST(Path, HasOneCoordinateOverWaysAndCorridorsAndBackToFrontJoints) {
  const Network network = bent_town().build();
  const Path path = whole_path(network, lane_named(network, "in", "R1"));
  ASSERT_EQ(path.size(), 3U);
  EXPECT_TRUE(path[0].lane.is_along);
  EXPECT_FALSE(path[2].lane.is_along);  // out ends at the crossing: head to head
  PathCursor cursor;
  for (double m = 0; m <= path.end_m(); m += 0.37) {
    for (const double lateral : {0.0, 1.2, -0.9}) {
      const PathPose pose = pose_at(network, path, m, lateral, cursor);
      PathCursor other;
      const auto found = find_on_path(network, path, pose.position, m + 2, other);
      ASSERT_TRUE(found);
      EXPECT_NEAR(found->metres, m, 1e-6) << lateral;
      EXPECT_NEAR(found->lateral, lateral, 1e-6) << m;
    }
  }
}

TEST(Path, HasThePlacesOfItsPosesAcrossIt) {
  const Network network = bent_town().build();
  for (const char* lane : {"R1", "R2"}) {
    const Path path = whole_path(network, lane_named(network, "in", lane));
    PathCursor cursor, other;
    const std::array laterals{-1.75, 0.0, 0.3, 1.9};
    std::array<geometry::WorldPoint, 4> places;
    // beyond both ends too
    for (double m = path.start_m() - 3; m <= path.end_m() + 3; m += 0.0713) {
      place_across(network, path, m, laterals, places, cursor);
      for (std::size_t i = 0; i < laterals.size(); ++i)
        ASSERT_EQ(places[i], pose_at(network, path, m, laterals[i], other).position) << m;
    }
  }
}

TEST(Path, MovesByAMillimetreWhenTheCoordinateDoes) {
  const Network network = bent_town().build();
  const Path path = whole_path(network, lane_named(network, "in", "R2"));
  PathCursor cursor;
  for (double m = 0; m + 1e-3 <= path.end_m(); m += 0.0137) {
    const auto a = pose_at(network, path, m, 0, cursor), b = pose_at(network, path, m + 1e-3, 0, cursor);
    ASSERT_NEAR(geometry::distance_between(a.position, b.position), 1e-3, 1e-6) << m;
    const double heading = base::atan2(b.position.y - a.position.y, b.position.x - a.position.x);
    ASSERT_NEAR(base::wrap_angle(heading - a.heading_rad), 0, 1e-3) << m;
  }
}

TEST(Path, KeepsThePlaceWhenItMovesToTheNeighbour) {
  const Network network = bent_town().build();
  Path path = whole_path(network, lane_named(network, "in", "R1"));
  PathCursor cursor;
  const PathPose before = pose_at(network, path, 80, 0.3, cursor);
  const auto aside = path.move_right(network, 80);
  ASSERT_TRUE(aside);
  EXPECT_GT(*aside, 3);
  const PathPose after = pose_at(network, path, 80, 0.3 + *aside, cursor);
  EXPECT_NEAR(geometry::distance_between(before.position, after.position), 0, 1e-9);
  EXPECT_EQ(network.name_of(path.last().lane.lane), "R2");
  EXPECT_FALSE(path.move_right(network, 80));  // the sidewalk is no lane for vehicles
}

TEST(Path, CurvatureIsThatOfTheLaneAndChangesSignWithTheTravel) {
  Sketch ring;
  ring.way("arc", "v< | v>").from(0, 0, 0).arc(60, 50).open();
  const Network network = ring.build();
  PathCursor cursor;
  const Path right(network, lane_named(network, "arc", "R1"), 0),
      left(network, lane_named(network, "arc", "L1"), 0);
  EXPECT_NEAR(curvature_at(network, right, 30, cursor), 1 / 51.75, 2e-4);
  EXPECT_NEAR(curvature_at(network, left, 30, cursor), -1 / 48.25, 2e-4);
  EXPECT_NEAR(network.lane(lane_named(network, "arc", "R1").lane).length, 60 * 51.75 / 50, 1e-3);
}

TEST(Path, TrimsCutsAndExtendsWithoutLosingItsCoordinate) {
  Sketch loop;  // a ring road closed by a joint
  loop.way("ring", "v>").from(0, 0, 0).line(50).arc(20 * base::kPi, 20).line(50).arc(20 * base::kPi, 20);
  loop.joint("close", "ring.end", "ring.start");
  const Network network = loop.build();
  Path path(network, lane_named(network, "ring", "R1"), 10);
  for (int round = 0; round < 50; ++round) {
    ASSERT_TRUE(path.extend(network, network.onward(path.last().lane)[0]));
    path.trim_behind(path.end_m() - 10);
    ASSERT_LE(path.size(), 2U);
  }
  const double length = network.lanes()[0].length;
  EXPECT_NEAR(path.end_m(), 51 * length - 10, 1e-9);
  PathCursor cursor;
  const PathPose pose = pose_at(network, path, path.end_m() - 25, 0, cursor);
  const PathPose same = pose_at(network, Path(network, path.last().lane, 0), length - 25, 0, cursor);
  EXPECT_NEAR(geometry::distance_between(pose.position, same.position), 0, 1e-9);
  path.cut_ahead(path.start_m());
  EXPECT_EQ(path.size(), 1U);
}

TEST(Path, AllocatesNothingWhenItIsExtendedAndTrimmed) {
  Sketch loop;
  loop.way("ring", "v>").from(0, 0, 0).line(50).arc(20 * base::kPi, 20).line(50).arc(20 * base::kPi, 20);
  loop.joint("close", "ring.end", "ring.start");
  const Network network = loop.build();
  Path path(network, lane_named(network, "ring", "R1"), 10);
  const auto drive = [&] {
    for (int round = 0; round < 100; ++round) {
      path.extend(network, network.onward(path.last().lane)[0]);
      if (round % 3 == 2) path.trim_behind(path.end_m() - 300);
    }
  };
  drive();
  const std::size_t before = base::allocation_count();
  drive();
  EXPECT_EQ(base::allocation_count() - before, 0U);
  EXPECT_GT(before, 0U);
}

TEST(Path, RefusesALaneThatDoesNotFollow) {
  const Network network = bent_town().build();
  Path path(network, lane_named(network, "in", "R1"), 0);
  EXPECT_FALSE(path.extend(network, lane_named(network, "out", "R1")));
  EXPECT_EQ(path.size(), 1U);
}

TEST(Path, KnowsTheRulesAhead) {
  Sketch town;
  AttributeDescription line;
  line.kind = AttributeKind::stop_line;
  line.from = line.to = 97;
  line.direction = LaneDirection::forward;
  town.four_arms("market", "v< | v>", 100);
  town.description().roads[0].ways[0].attributes.push_back(line);
  AttributeDescription limit;
  limit.value = 8;
  limit.from = 40;
  limit.to = 60;
  town.description().roads[2].ways[0].attributes.push_back(limit);  // east, travelled against its distance
  const Network network = town.build();
  Path path(network, lane_named(network, "west", "R1"), 0);
  for (const DirectedLane lane : network.onward(path.last().lane)) {
    if (network.name_of(network.lane(lane.lane).strip) != "market.west_to_east") continue;
    ASSERT_TRUE(path.extend(network, lane));
  }
  ASSERT_TRUE(path.extend(network, network.onward(path.last().lane)[0]));
  PathCursor cursor;
  const auto corridor = next_corridor(network, path, 20, cursor);
  ASSERT_TRUE(corridor);
  EXPECT_NEAR(corridor->stop_m, 97, 1e-9);
  EXPECT_NEAR(corridor->enter_m, 100, 1e-9);
  EXPECT_NEAR(corridor->leave_m, 124, 1e-6);
  EXPECT_EQ(network.name_of(corridor->intersection), "market");
  const auto slow = next_attribute(network, path, AttributeKind::speed_limit, 20, cursor);
  ASSERT_TRUE(slow);
  EXPECT_NEAR(slow->metres, 124 + 40, 1e-6);  // the stretch from 60 m down to 40 m of its way
  EXPECT_DOUBLE_EQ(speed_limit_at(network, path, 124 + 50, cursor), 8);
  EXPECT_DOUBLE_EQ(speed_limit_at(network, path, 124 + 61, cursor), 50 / 3.6);
  EXPECT_EQ(lane_end_ahead(network, path), path.end_m());
}

}  // namespace
}  // namespace backlot::network::path_test
