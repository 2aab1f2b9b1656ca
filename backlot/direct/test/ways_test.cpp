// Distances along the way of an actor, against closed forms: straight roads and a circle.
#include "backlot/direct/ways.h"

#include <gtest/gtest.h>

#include "backlot/direct/test/test_actors.h"

namespace backlot::direct::ways_test {
namespace {

// Two ways one after the other, 500 m each; then a quarter of a circle whose lane R1 has a radius of 100 m; and a crossing with a side road.
constexpr std::string_view kRoad = R"(
network ways
traffic on the right
speed limit 80 km/h
profile road { vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
way long { profile road;  begin at (0 m, 0 m) heading 0 deg;  line 1000 m;  start open;  end open }
way bend { profile road;  begin at (0 m, 500 m) heading 0 deg;  arc left radius 98.25 m turn 90 deg;  start open;  end open }
)";

constexpr std::string_view kCrossing = R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; spine; vehicle forward 3.5 m }
way west { profile street;  begin at (-215 m, 0 m) heading 0 deg;  line 200 m;  start open }
way east { profile street;  begin at (215 m, 0 m) heading 180 deg;  line 200 m;  start open }
way south { profile street;  begin at (0 m, -215 m) heading 90 deg;  line 200 m;  start open }
intersection x {
  arm west: west.end priority road
  arm east: east.end priority road
  arm south: south.end yield
}
)";

constexpr double kFront_m = 2.25;  // of a car, from its guide, and as much behind it

TEST(Ways, AreMeasuredBetweenBodies) {
  TestActors test(kRoad);
  const world::TrackId lane = test.roads.lane("long", "R1");
  const world::ObjectId car = test.add(lane, 300, 20);
  const double front = test.actor(car).front_m(), rear = test.actor(car).rear_m();
  EXPECT_NEAR(front + rear, 2 * kFront_m, 1e-6);
  const world::ObjectId ahead = test.add_external(lane, 400, 10), behind = test.add_external(lane, 250, 12);
  const auto seen_ahead = find_along(test.actor(car), *find_object(test.actors(), ahead), Where::ahead);
  ASSERT_TRUE(seen_ahead);
  EXPECT_NEAR(seen_ahead->ahead_m, 100 - front - kFront_m, 1e-6);
  EXPECT_EQ(seen_ahead->object.speed_mps, 10);
  EXPECT_FALSE(find_along(test.actor(car), *find_object(test.actors(), ahead), Where::behind));
  const auto seen_behind = find_along(test.actor(car), *find_object(test.actors(), behind), Where::behind);
  ASSERT_TRUE(seen_behind);
  EXPECT_NEAR(seen_behind->behind_m, 50 - rear - kFront_m, 1e-6);
  EXPECT_FALSE(find_along(test.actor(car), *find_object(test.actors(), behind), Where::ahead));
  for (const world::ObjectId id : {ahead, behind})
    EXPECT_TRUE(find_along(test.actor(car), *find_object(test.actors(), id), Where::nearest));
}

TEST(Ways, AreTheSameToExtrasAndToExternalObjectsAtTheirPlaces) {
  TestActors test(kRoad);
  const world::TrackId lane = test.roads.lane("bend", "R1");
  const world::ObjectId car = test.add(lane, 20, 10);
  for (const double metres : {40.0, 77.0, 130.0}) {
    const world::ObjectId extra = test.add(lane, metres, 10), external = test.add_external(lane, metres, 10);
    const auto a = find_along(test.actor(car), *find_object(test.actors(), extra), Where::ahead);
    const auto b = find_along(test.actor(car), *find_object(test.actors(), external), Where::ahead);
    ASSERT_TRUE(a && b);
    EXPECT_NEAR(a->way_m, metres - 20, 1e-6) << "along the lane, not across the bend";
    EXPECT_NEAR(b->way_m, metres - 20, 1e-3);
  }
}

TEST(Ways, ALaneBesideCountsAndAnOncomingOneDoesNot) {
  TestActors test(kRoad);
  const world::ObjectId car = test.add(test.roads.lane("long", "R1"), 300, 20);
  const world::ObjectId beside = test.add_external(test.roads.lane("long", "R2"), 350, 20);
  const world::ObjectId astride = test.add_external(test.roads.lane("long", "R1"), 350, 20, -1.75, 0.3);
  const world::ObjectId oncoming = test.add_external(test.roads.lane("long", "L1"), 650, 20);
  const world::ObjectId off_road = test.add_external(test.roads.lane("long", "R2"), 350, 20, -8);
  const auto way = [&](world::ObjectId id) {
    const auto seen = find_along(test.actor(car), *find_object(test.actors(), id), Where::nearest);
    return seen ? seen->way_m : -1000;
  };
  EXPECT_NEAR(way(beside), 50, 1e-6);
  EXPECT_NEAR(way(astride), 50, 1e-6);
  EXPECT_EQ(way(oncoming), -1000);
  EXPECT_EQ(way(off_road), -1000);
  EXPECT_EQ(way(car), -1000) << "an actor is not on its own way";
}

TEST(Ways, GoOverIntersections) {
  TestActors test(kCrossing);
  const world::TrackId west = test.roads.lane("west", "R1"),
                       east = test.roads.tracks.track_of(network::DirectedLane{
                           test.roads.network.find_lane(test.roads.network.find_strip("east"), "L1"), false});
  ASSERT_FALSE(east.is_empty());
  // straight on it is 30 m from line to line
  const world::ObjectId ahead = test.add(east, 40, 10), behind_extra = test.add(west, 150, 10);
  const world::ObjectId behind = test.add_external(west, 150, 10);
  for (const world::ObjectId id : {behind, behind_extra}) {
    const auto seen = find_along(test.actor(ahead), *find_object(test.actors(), id), Where::behind);
    ASSERT_TRUE(seen);
    EXPECT_NEAR(seen->way_m, -(50 + 30 + 40), 0.5);
  }
  // an external object comes to every mark that its lane leads to, an extra to those on its trail
  const auto way = find_way_to(test.actor(ahead), behind, {east, 100});
  ASSERT_TRUE(way);
  EXPECT_NEAR(*way, 50 + 30 + 100 - kFront_m, 0.5);
  EXPECT_FALSE(find_way_to(test.actor(ahead), ahead, {west, 50}));
  EXPECT_FALSE(find_way_to(test.actor(ahead), behind, {world::TrackId(9999), 50}));
  EXPECT_FALSE(find_way_to(test.actor(ahead), world::ObjectId(77, 0), {east, 100}));
}

// Two lanes go straight on side by side: an object on the corridor of the other lane is beside the actor's corridor.
TEST(Ways, CorridorsSideBySideCountAsLanesBeside) {
  TestActors test(R"(
network crossing
traffic on the right
speed limit 50 km/h
profile street { vehicle backward 3.5 m; vehicle backward 3.5 m; spine; vehicle forward 3.5 m; vehicle forward 3.5 m }
way west { profile street;  begin at (-220 m, 0 m) heading 0 deg;  line 200 m;  start open }
way east { profile street;  begin at (220 m, 0 m) heading 180 deg;  line 200 m;  start open }
way south { profile street;  begin at (0 m, -220 m) heading 90 deg;  line 200 m;  start open }
intersection x {
  arm west: west.end priority road
  arm east: east.end priority road
  arm south: south.end yield
}
)");
  const world::Tracks& tracks = test.roads.tracks;
  const auto straight_on = [&](std::string_view name) {
    for (const world::TrackId id : tracks.onward(test.roads.track(test.roads.lane("west", name))))
      if (tracks.network().corridor(tracks[id].corridor).turn == network::Turn::straight) return id;
    return world::TrackId{};
  };
  const world::TrackId left = straight_on("R1"), right = straight_on("R2");
  ASSERT_FALSE(left.is_empty() || right.is_empty() || left == right);
  const world::ObjectId car = test.add(right, 5, 10);
  for (const world::ObjectId id : {test.add(left, 25, 10), test.add_external(left, 25, 10)}) {
    const auto seen = find_along(test.actor(car), *find_object(test.actors(), id), Where::ahead);
    ASSERT_TRUE(seen);
    EXPECT_NEAR(seen->way_m, 20, 0.2);
  }
  // a corridor that leads elsewhere is not beside
  const world::TrackId from_south = tracks.onward(test.roads.track(test.roads.lane("south", "R1")))[0];
  const world::ObjectId other = test.add(from_south, 5, 10);
  EXPECT_FALSE(find_along(test.actor(car), *find_object(test.actors(), other), Where::nearest));
}

TEST(Ways, ToAMark) {
  TestActors test(kRoad);
  const world::TrackId lane = test.roads.lane("long", "R1"), beside = test.roads.lane("long", "R2");
  const world::ObjectId car = test.add(lane, 300, 20);
  const double front = test.actor(car).front_m();
  EXPECT_NEAR(*find_way_to(test.actor(car), {lane, 500}), 200 - front, 1e-9);
  EXPECT_NEAR(*find_way_to(test.actor(car), {beside, 500}), 200 - front, 1e-9);
  EXPECT_FALSE(find_way_to(test.actor(car), {lane, 299}));
  EXPECT_FALSE(find_way_to(test.actor(car), {test.roads.lane("bend", "R1"), 10}));
  EXPECT_FALSE(find_way_to(test.actor(car), world::Mark{}));
}

}  // namespace
}  // namespace backlot::direct::ways_test
