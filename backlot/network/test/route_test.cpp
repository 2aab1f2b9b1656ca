#include "backlot/network/routing/route.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/network/routing/route_finder.h"
#include "backlot/network/test/route_towns.h"

namespace backlot::network::route_test {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace): the roads of these tests

constexpr double kLimit = 50 / 3.6;

double lane_length(const Network& network, const RouteLeg& leg) { return network.lane(leg.lane.lane).length; }

// ---- places ----------------------------------------------------------------------------------------------

TEST(LanePlace, CountsFromWhereTheTravellerEnters) {
  const Network network = joined_ways();
  const LanePlace along = at(network, "first", "R1", 30), against = at(network, "first", "L1", 30);
  EXPECT_TRUE(along.is_along);
  EXPECT_NEAR(along.metres, 30, 1e-9);
  EXPECT_FALSE(against.is_along);
  EXPECT_NEAR(against.metres, 70, 1e-9);
  EXPECT_NEAR(distance_of(network, along), 30, 1e-9);
  EXPECT_NEAR(distance_of(network, against), 30, 1e-9);
  const geometry::WorldPoint p = position_of(network, against);
  EXPECT_NEAR(p.x, 30, 1e-6);
  EXPECT_NEAR(p.y, 1.75, 1e-6);
}

TEST(LanePlace, IsFoundByNameWhereItExists) {
  const Network network = joined_ways();
  EXPECT_TRUE(find_lane_place(network, "first", "R1", 100).has_value());
  EXPECT_FALSE(find_lane_place(network, "third", "R1", 10).has_value());
  EXPECT_FALSE(find_lane_place(network, "first", "R2", 10).has_value());
  EXPECT_FALSE(find_lane_place(network, "first", "R1", 100.1).has_value());
  EXPECT_FALSE(find_lane_place(network, "first", "R1", -0.1).has_value());
  EXPECT_FALSE(find_lane_place(network, "first", "R1", std::nan("")).has_value());
}

// ---- known answers ---------------------------------------------------------------------------------------

TEST(Route, GoesOverAJointWithoutACorridor) {
  const Network network = joined_ways();
  const RouteGraph graph(network);
  const auto route = find_route(graph, at(network, "first", "R1", 10), at(network, "second", "R1", 20));
  ASSERT_TRUE(route.has_value());
  EXPECT_EQ(legs_text(network, *route), "first:R1 second:R1");
  EXPECT_NEAR(route->length_m, 110, 1e-6);
  EXPECT_NEAR(route->time_s, 110 / kLimit, 1e-6);
  EXPECT_NEAR(route->cost, route->time_s, 1e-9);
  EXPECT_TRUE(turns_of(network, *route).empty());
}

TEST(Route, AddsUpTheSpeedLimitsAlongALane) {
  // 10 m/s from 5 to 15 of the second way, for both directions
  const Network network =
      joined_ways({{.kind = AttributeKind::speed_limit, .from = 5, .to = 15, .value = 10}});
  const RouteGraph graph(network);
  const auto there = find_route(graph, at(network, "first", "R1", 90), at(network, "second", "R1", 45));
  const auto back = find_route(graph, at(network, "second", "L1", 45), at(network, "first", "L1", 90));
  const auto part = find_route(graph, at(network, "second", "L1", 12), at(network, "second", "L1", 7));
  ASSERT_TRUE(there && back && part);
  EXPECT_NEAR(there->time_s, 10 / 10.0 + 45 / kLimit, 1e-6);
  EXPECT_NEAR(back->time_s, there->time_s, 1e-6);
  EXPECT_NEAR(part->time_s, 0.5, 1e-6);
}

TEST(Route, SaysWhatIsDoneAtEachIntersection) {
  const Network network = star(1);
  const RouteGraph graph(network);
  const LanePlace from = at(network, "west", "R1", 20);
  const struct {
    const char *goal, *text;
  } cases[] = {{"north", "x: left"}, {"east", "x: straight"}, {"south", "x: right"}};
  for (const auto& [goal, text] : cases) {
    const auto route = find_route(graph, from, at(network, goal, "L1", 60));
    ASSERT_TRUE(route.has_value()) << goal;
    EXPECT_EQ(turn_text(network, *route), text);
    ASSERT_EQ(legs_text(network, *route), fmt::format("west:R1 corridor {}:L1", goal));
    EXPECT_NEAR(route->length_m, 80 + lane_length(network, route->legs[1]) + 40, 1e-6);
    EXPECT_EQ(turns_of(network, *route)[0].onto, route->legs[2].lane);
    EXPECT_EQ(ways_of(network, *route),
              (std::vector<WayId>{network.find_way("west"), network.find_way(goal)}));
  }
}

TEST(Route, TakesADetourAroundAOneWayStreet) {
  // e0_0 leads west only: a traveller that comes down n0_0 and wants to go up n0_1 cannot go along the bottom
  Town town{.rows = 3, .columns = 2};
  const auto from_to = [](const Network& network) {
    const RouteGraph graph(network);
    return find_route(graph, at(network, "n0_0", "L1", 35), at(network, "n0_1", "R1", 35));
  };
  const Network both = built(town.description());
  const auto straight = from_to(both);
  ASSERT_TRUE(straight.has_value());
  EXPECT_EQ(turn_text(both, *straight), "c0_0: left, c0_1: left");

  town.edit = [](WayDescription& w) {
    if (w.name == "e0_0") w = way("e0_0", 1, 0);
  };
  const Network one_way = built(town.description());
  EXPECT_FALSE(from_to(one_way).has_value());  // no turning round

  town.columns = 3;
  const Network larger = built(town.description());
  const RouteGraph graph(larger);
  const auto detour = find_route(graph, at(larger, "n0_0", "R1", 35), at(larger, "n0_1", "R1", 35));
  ASSERT_TRUE(detour.has_value());
  EXPECT_EQ(turn_text(larger, *detour), "c1_0: right, c1_1: straight, c1_2: right, c0_2: right, c0_1: right");
}

TEST(Route, ChangesLanesToReachTheTurn) {
  const Network network = star(2);
  const RouteGraph graph(network);
  const LanePlace goal = at(network, "north", "L1", 50);
  const auto route = find_route(graph, at(network, "west", "R2", 50), goal);
  ASSERT_TRUE(route.has_value());
  EXPECT_EQ(legs_text(network, *route), "west:R2 > west:R1 corridor north:L1");
  EXPECT_NEAR(route->cost, route->time_s + 2, 1e-9);
  const auto by_length = find_route(graph, at(network, "west", "R2", 50), goal, {RouteMeasure::length});
  ASSERT_TRUE(by_length.has_value());
  EXPECT_NEAR(by_length->cost, by_length->length_m + 20, 1e-9);

  // too near to the crossing for a change, and nothing leads back
  EXPECT_TRUE(find_route(graph, at(network, "west", "R2", 89), goal).has_value());
  EXPECT_FALSE(find_route(graph, at(network, "west", "R2", 91), goal).has_value());
  EXPECT_TRUE(find_route(graph, at(network, "west", "R1", 91), goal).has_value());
}

TEST(Route, ChangesLanesOnlyWhereItMay) {
  const auto forbid = [](double from) {
    return [from](WayDescription& w) {
      w.attributes.push_back({.kind = AttributeKind::no_lane_change, .from = from, .to = 100});
    };
  };
  const Network late = star(2, forbid(0)), early = star(2, forbid(60));
  const auto find_from = [](const Network& network, double distance) {
    const RouteGraph graph(network);
    return find_route(graph, at(network, "west", "R2", distance), at(network, "north", "L1", 50));
  };
  EXPECT_FALSE(find_from(late, 10).has_value());
  EXPECT_TRUE(find_from(early, 49).has_value());
  EXPECT_FALSE(find_from(early, 51).has_value());
}

TEST(Route, IsNoneWhereTheGoalCannotBeReached) {
  const Network network = star(1);
  const RouteGraph graph(network);
  const LanePlace from = at(network, "west", "R1", 20);
  EXPECT_FALSE(find_route(graph, from, at(network, "east", "R1", 20)).has_value());  // comes in, not out
  EXPECT_FALSE(find_route(graph, from, at(network, "west", "R1", 10)).has_value());  // behind, no way back
  EXPECT_FALSE(find_route(graph, from, LanePlace{}).has_value());
  EXPECT_FALSE(find_route(graph, LanePlace{LaneId(100000), true, 0}, from).has_value());
  EXPECT_FALSE(find_route(graph, from, {from.lane, true, 100.5}).has_value());
  EXPECT_FALSE(find_route(graph, from, {from.lane, true, std::nan("")}).has_value());
  EXPECT_FALSE(find_route(graph, from, {from.lane, false, 50}).has_value());  // against the traffic

  Route route{.length_m = 7};
  EXPECT_FALSE(RouteFinder(graph).find(from, LanePlace{}, {}, route));
  EXPECT_EQ(route, Route{});
}

TEST(Route, GoesRoundTheBlockToAGoalJustBehind) {
  const Network network = built(Town{}.description());
  const RouteGraph graph(network);
  const auto ahead = find_route(graph, at(network, "e0_0", "R1", 30), at(network, "e0_0", "R1", 40));
  ASSERT_TRUE(ahead.has_value());
  EXPECT_EQ(legs_text(network, *ahead), "e0_0:R1");
  EXPECT_NEAR(ahead->length_m, 10, 1e-9);
  const auto here = find_route(graph, at(network, "e0_0", "R1", 30), at(network, "e0_0", "R1", 30));
  ASSERT_TRUE(here.has_value());
  EXPECT_EQ(here->length_m, 0);

  const auto round = find_route(graph, at(network, "e0_0", "R1", 40), at(network, "e0_0", "R1", 30));
  ASSERT_TRUE(round.has_value());
  EXPECT_EQ(legs_text(network, *round),
            "e0_0:R1 corridor n0_1:R1 corridor e1_0:L1 corridor n0_0:L1 corridor e0_0:R1");
  double length = 60;  // of the first way, in two parts
  for (std::size_t i = 1; i + 1 < round->legs.size(); ++i) length += lane_length(network, round->legs[i]);
  EXPECT_NEAR(round->length_m, length, 1e-6);
}

TEST(Route, ChangesLanesBeforeTheGoalWhereThereIsRoom) {
  const Network network = built(Town{.lanes = 2}.description());
  const RouteGraph graph(network);
  const auto text = [&](double from, const char* lane, double to) {
    const auto route = find_route(graph, at(network, "e0_0", "R1", from), at(network, "e0_0", lane, to));
    return route ? legs_text(network, *route).substr(0, 30) : "none";
  };
  EXPECT_EQ(text(30, "R2", 40.5), "e0_0:R1 > e0_0:R2");
  EXPECT_EQ(text(30, "R2", 39.5), "e0_0:R1 corridor n0_1:R1 corri");  // all the way round
  EXPECT_EQ(text(30, "R2", 29), "e0_0:R1 corridor n0_1:R1 corri");

  // both lanes turn at the corner; for a goal just behind it the lane has to be right before
  const auto near = find_route(graph, at(network, "e0_0", "R1", 30), at(network, "n0_1", "R2", 5));
  const auto far = find_route(graph, at(network, "e0_0", "R1", 30), at(network, "n0_1", "R2", 50));
  ASSERT_TRUE(near && far);
  EXPECT_EQ(legs_text(network, *near), "e0_0:R1 > e0_0:R2 corridor n0_1:R2");
  EXPECT_NEAR(far->cost - near->cost, 45 / kLimit, 0.5);
}

TEST(Route, BeginsAndEndsOnCorridors) {
  const Network network = built(Town{.rows = 2, .columns = 3}.description());
  const RouteGraph graph(network);
  const auto corridor_between = [&](const char* from, const char* from_lane, const char* to) {
    const DirectedLane lane = at(network, from, from_lane, 0).directed();
    for (const DirectedLane next : network.onward(lane))
      for (const DirectedLane after : network.onward(next))
        if (network.way_of(after.lane) == network.find_way(to)) return next;
    return DirectedLane{};
  };
  const DirectedLane first = corridor_between("n0_0", "L1", "e0_0");
  const DirectedLane second = corridor_between("e0_0", "R1", "e0_1");
  ASSERT_FALSE(first.is_empty());
  ASSERT_FALSE(second.is_empty());
  const double first_m = network.lane(first.lane).length;
  const LanePlace in_first{first.lane, first.is_along, 5}, in_second{second.lane, second.is_along, 10};

  const auto between = find_route(graph, in_first, in_second);
  ASSERT_TRUE(between.has_value());
  EXPECT_EQ(legs_text(network, *between), "corridor e0_0:R1 corridor");
  EXPECT_NEAR(between->length_m, first_m - 5 + 70 + 10, 1e-6);
  EXPECT_NEAR(between->cost, between->time_s, 1e-9);
  EXPECT_TRUE(turns_of(network, *between).back().onto.is_empty());

  const auto onto = find_route(graph, at(network, "e0_0", "R1", 60), in_second);
  ASSERT_TRUE(onto.has_value());
  EXPECT_EQ(legs_text(network, *onto), "e0_0:R1 corridor");
  EXPECT_NEAR(onto->length_m, 20, 1e-6);

  const auto inside = find_route(graph, in_first, {first.lane, first.is_along, 8});
  ASSERT_TRUE(inside.has_value());
  EXPECT_NEAR(inside->length_m, 3, 1e-9);
  const auto round = find_route(graph, in_first, {first.lane, first.is_along, 2});
  ASSERT_TRUE(round.has_value());
  EXPECT_EQ(round->legs.front().lane, first);
  EXPECT_EQ(round->legs.back().lane, first);
  EXPECT_GT(round->length_m, 300);
}

TEST(Route, IsShortestOrFastestAsAsked) {
  // from the north-west to the south-east: with three turns the way is shorter, but 2 m/s slow on e1_0
  Town town{.rows = 3, .columns = 3};
  town.edit = [](WayDescription& w) {
    if (w.name == "e1_0")
      w.attributes.push_back({.kind = AttributeKind::speed_limit, .from = 0, .to = 1e9, .value = 2});
  };
  const Network network = built(town.description());
  const RouteGraph graph(network);
  const LanePlace from = at(network, "n1_0", "L1", 35), to = at(network, "e0_1", "R1", 35);
  const auto shortest = find_route(graph, from, to, {RouteMeasure::length});
  const auto fastest = find_route(graph, from, to, {RouteMeasure::time});
  ASSERT_TRUE(shortest && fastest);
  EXPECT_EQ(turn_text(network, *shortest), "c1_0: left, c1_1: right, c0_1: left");
  EXPECT_EQ(turn_text(network, *fastest), "c1_0: straight, c0_0: left, c0_1: straight");
  EXPECT_LT(shortest->length_m, fastest->length_m);
  EXPECT_NEAR(fastest->time_s, fastest->length_m / kLimit, 1e-6);
  // corridors are as slow as the lanes that they join
  const double slow_m =
      lane_length(network, shortest->legs[1]) + 70 + lane_length(network, shortest->legs[3]);
  EXPECT_NEAR(shortest->time_s, slow_m / 2 + (shortest->length_m - slow_m) / kLimit, 1e-6);
}

TEST(Route, ShunsTurnsThatCostTime) {
  const Network network = built(Town{.rows = 3, .columns = 3}.description());
  const LanePlace from = at(network, "e1_0", "R1", 30), to = at(network, "n1_1", "R1", 30);
  const auto plain = find_route(RouteGraph(network), from, to);
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(turn_text(network, *plain), "c1_1: left");
  const auto right_only = find_route(RouteGraph(network, {.left_turn_s = 60}), from, to);
  ASSERT_TRUE(right_only.has_value());
  EXPECT_EQ(turn_text(network, *right_only),
            "c1_1: straight, c1_2: right, c0_2: right, c0_1: right, c1_1: straight");
}

// ---- kinds of travellers ---------------------------------------------------------------------------------

TEST(Route, LeavesBusLanesToBuses) {
  const Network network = star(2, [](WayDescription& w) { w.lanes.back().kind = LaneKind::bus; });
  const LanePlace from = at(network, "west", "R2", 20), to = at(network, "south", "L2", 50);
  EXPECT_FALSE(find_route(RouteGraph(network), from, to).has_value());
  EXPECT_TRUE(find_route(RouteGraph(network, {.takes_bus_lanes = true}), from, to).has_value());
}

TEST(Route, LeadsPeopleOverCrosswalks) {
  // sidewalks at both sides; one crosswalk, over the west arm
  NetworkDescription description = Town{.rows = 3, .columns = 3, .reach_m = 20}.description();
  for (RoadDescription& r : description.roads) {
    LaneDescription walk{.kind = LaneKind::sidewalk, .direction = LaneDirection::both, .ends = true};
    walk.width = constant_profile(2);
    r.ways[0].lanes.insert(r.ways[0].lanes.begin(), walk);
    r.ways[0].lanes.push_back(walk);
    r.ways[0].lanes_left = 2;
  }
  for (IntersectionDescription& crossing : description.intersections)
    for (ArmDescription& a : crossing.arms)
      if (crossing.name == "c1_1" && a.attached->strip == "e1_0") a.crosswalk = CrosswalkDescription{};
  const Network network = built(description);
  const RouteGraph graph(network, {.use = Use::pedestrians});
  // from the north side of e1_0 to its south side, both ways along
  LanePlace from = at(network, "e1_0", "L2", 50), to = at(network, "e1_0", "R2", 50);
  to.is_along = false;
  to.metres = network.lane(to.lane).length - to.metres;
  const auto route = find_route(graph, from, to);
  ASSERT_TRUE(route.has_value());
  const bool has_crosswalk = std::any_of(route->legs.begin(), route->legs.end(), [&](const RouteLeg& leg) {
    return network.lane(leg.lane.lane).kind == LaneKind::crosswalk;
  });
  EXPECT_TRUE(has_crosswalk);
  EXPECT_LT(route->length_m, 60);
  EXPECT_NEAR(route->time_s, route->length_m / 1.4, 1e-6);
  ASSERT_EQ(turns_of(network, *route).size(), 1U);  // the parts of the crossing count once
  EXPECT_EQ(network.name_of(turns_of(network, *route)[0].intersection), "c1_1");
}

}  // namespace
}  // namespace backlot::network::route_test
