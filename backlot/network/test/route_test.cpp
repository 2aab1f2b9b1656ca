#include "backlot/network/route.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"
#include "backlot/network/internal/route_graph_data.h"
#include "backlot/network/route_finder.h"
#include "backlot/network/test/allocations.h"

namespace backlot::network {
namespace {

constexpr double kLimit = 50 / 3.6;

// ---- roads -----------------------------------------------------------------------------------------------

// So many lanes against the distance left of the spine, and so many along it to the right. They are called L1, L2,
// ... and R1, R2, ... from the spine outwards. All may end: what leads on is up to the test.
WayDescription way(const std::string& name, std::size_t backward, std::size_t forward) {
  WayDescription made;
  made.name = name;
  made.lanes.resize(backward + forward);
  for (std::size_t i = 0; i < made.lanes.size(); ++i) {
    made.lanes[i].direction = i < backward ? LaneDirection::backward : LaneDirection::forward;
    made.lanes[i].ends = true;
  }
  made.lanes_left = backward;
  return made;
}

RoadDescription road(const geometry::PlanPose& start, double length, WayDescription only) {
  RoadDescription made;
  made.name = only.name;
  made.spine = geometry::PlanSpine{.start = start, .elements = {{geometry::PlanLine{length}, {}}}};
  made.ways.push_back(std::move(only));
  return made;
}

ArmDescription arm(const std::string& name, const std::string& strip, End end) {
  ArmDescription made;
  made.name = name;
  made.attached = EndReference{strip, end};
  return made;
}

Network built(const NetworkDescription& description) {
  base::Result<Network> network = Network::build(description);
  EXPECT_TRUE(network.has_value()) << base::to_text(network.diagnostics());
  if (!network) std::abort();
  return std::move(*network);
}

// first (100 m) and second (50 m), end to end at x = 100:
//
//     ------ first ------|--- second ---
Network joined_ways(std::vector<AttributeDescription> of_second = {}) {
  NetworkDescription description;
  RoadDescription one = road({0, 0, 0}, 150, way("first", 1, 1));
  one.ways[0].start = EndKind::open;
  one.ways.push_back(way("second", 1, 1));
  one.ways[1].from = 100;
  one.ways[1].end = EndKind::open;
  one.ways[1].attributes = std::move(of_second);
  description.roads.push_back(std::move(one));
  IntersectionDescription joint;
  joint.name = "joint";
  joint.kind = IntersectionKind::zero_length;
  joint.arms = {arm("a", "first", End::end), arm("b", "second", End::start)};
  description.intersections.push_back(std::move(joint));
  return built(description);
}

// Four ways of 100 m end at a crossing around the origin; R lanes come in, L lanes go out. Each `edit` may change a
// way.
Network star(std::size_t lanes, const std::function<void(WayDescription&)>& edit = {}) {
  NetworkDescription description;
  IntersectionDescription crossing;
  crossing.name = "x";
  const struct {
    const char* name;
    double x, y, heading_rad;
  } sides[] = {{"west", -1, 0, 0},
               {"south", 0, -1, base::kHalfPi},
               {"east", 1, 0, base::kPi},
               {"north", 0, 1, -base::kHalfPi}};
  for (const auto& side : sides) {
    WayDescription made = way(side.name, lanes, lanes);
    made.start = EndKind::open;
    if (edit) edit(made);
    description.roads.push_back(road({115 * side.x, 115 * side.y, side.heading_rad}, 100, std::move(made)));
    crossing.arms.push_back(arm(side.name, side.name, End::end));
  }
  description.intersections.push_back(std::move(crossing));
  return built(description);
}

// A town of blocks: ways "e0_0" lead east and "n0_0" north from crossing "c0_0" (row, column).
//
//     c1_0 --e1_0-- c1_1
//      |             |
//     n0_0          n0_1
//      |             |
//     c0_0 --e0_0-- c0_1
struct Town {
  std::size_t rows = 2, columns = 2;
  double block_m = 100, reach_m = 15;
  std::size_t lanes = 1;
  std::function<void(WayDescription&)> edit{};  // a way that is left without lanes is not built

  NetworkDescription description() const;
};

NetworkDescription Town::description() const {
  NetworkDescription town;
  std::vector<IntersectionDescription> crossings(rows * columns);
  const auto add = [&](const std::string& name, std::size_t from, std::size_t to,
                       const geometry::PlanPose& at) {
    WayDescription made = way(name, lanes, lanes);
    if (edit) edit(made);
    if (made.lanes.empty()) return;
    crossings[from].arms.push_back(arm("from_" + name, name, End::start));
    crossings[to].arms.push_back(arm("to_" + name, name, End::end));
    town.roads.push_back(road(at, block_m - 2 * reach_m, std::move(made)));
  };
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < columns; ++c) {
      const double x = static_cast<double>(c) * block_m, y = static_cast<double>(r) * block_m;
      const std::size_t at = r * columns + c;
      crossings[at].name = fmt::format("c{}_{}", r, c);
      if (c + 1 < columns) add(fmt::format("e{}_{}", r, c), at, at + 1, {x + reach_m, y, 0});
      if (r + 1 < rows) add(fmt::format("n{}_{}", r, c), at, at + columns, {x, y + reach_m, base::kHalfPi});
    }
  for (IntersectionDescription& crossing : crossings) {
    if (crossing.arms.size() >= 2) {
      town.intersections.push_back(std::move(crossing));
    } else if (crossing.arms.size() == 1) {
      // without a crossing: a dead end
      const EndReference lonely = *crossing.arms[0].attached;
      for (RoadDescription& made : town.roads)
        if (made.name == lonely.strip)
          (lonely.end == End::start ? made.ways[0].start : made.ways[0].end) = EndKind::closed;
    }
  }
  return town;
}

LanePlace at(const Network& network, const std::string& strip, const std::string& lane, double distance) {
  const auto place = find_lane_place(network, strip, lane, distance);
  EXPECT_TRUE(place.has_value()) << strip << ":" << lane << ":" << distance;
  return place.value_or(LanePlace{});
}

// "west:R1 x.a ..." with a > before lanes that are changed to; corridors by the word "corridor".
std::string legs_text(const Network& network, const Route& route) {
  std::string text;
  for (const RouteLeg& leg : route.legs) {
    if (!text.empty()) text += leg.by_lane_change ? " > " : " ";
    const bool is_corridor = network.way_of(leg.lane.lane).is_empty();
    text += is_corridor
                ? "corridor"
                : network.name_of(network.lane(leg.lane.lane).strip) + ":" + network.name_of(leg.lane.lane);
  }
  return text;
}

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
  // e0_0 leads west only: who comes down n0_0 and wants to go up n0_1 cannot go along the bottom
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

// ---- who travels -----------------------------------------------------------------------------------------

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

// ---- against a plain search ------------------------------------------------------------------------------

// A town with streets missing, one-way streets, and lanes and speeds as chance has it. Blocks are so small that lane
// changes are often too many for a way.
NetworkDescription random_town(std::uint64_t seed) {
  base::RandomStream random{seed, 0, 0};
  Town town{.rows = 3 + random.below(2), .columns = 3 + random.below(2), .block_m = 70, .reach_m = 20};
  town.edit = [&](WayDescription& w) {
    const double chance = random.uniform();
    const std::string name = w.name;
    const std::size_t backward = 1 + random.below(3), forward = 1 + random.below(3);
    w = chance < 0.1 ? way(name, 0, 0)
                     : way(name, chance < 0.2 ? 0 : backward, chance >= 0.2 && chance < 0.3 ? 0 : forward);
    const double speeds[] = {8, 50 / 3.6, 22};
    w.attributes.push_back({.kind = AttributeKind::speed_limit, .to = 1e9, .value = speeds[random.below(3)]});
  };
  return town.description();
}

// Dijkstra over entered lanes, corridors among them, straight from the network: no bound, no corridors inside of
// edges, no edges left out. Speeds are constant along lanes here.
class PlainSearch {
 public:
  PlainSearch(const Network& network, const RouteGraphOptions& options, RouteMeasure measure)
      : network_(network), options_(options), measure_(measure) {}

  // Infinite where there is no route.
  double cost(const LanePlace& from, const LanePlace& to) const {
    const double goal_distance = distance_of(network_, to);
    double best = std::numeric_limits<double>::infinity();
    // what is ahead on the start's own way
    const double start_distance = distance_of(network_, from);
    const double start_on_goal_m = lane_place(network_, {to.lane, from.is_along}, start_distance).metres;
    if (network_.lane(from.lane).strip == network_.lane(to.lane).strip && from.is_along == to.is_along &&
        (from.lane == to.lane ? from.metres <= to.metres : start_on_goal_m <= to.metres))
      for_each_lane(from.directed(), start_distance, goal_distance, [&](DirectedLane lane, double added) {
        if (lane == to.directed())
          best = std::min(
              best, added + cost_of(lane, from.lane == to.lane ? from.metres : start_on_goal_m, to.metres));
      });
    std::map<DirectedLane, double> known;
    std::set<std::pair<double, DirectedLane>> open;
    const auto leave = [&](DirectedLane lane, double cost_so_far, double distance) {
      const double end = lane.is_along ? network_.strip(network_.lane(lane.lane).strip).length() : 0;
      for_each_lane(lane, distance, end, [&](DirectedLane exit, double added) {
        const double entered_m = lane_place(network_, exit, distance).metres;
        const double there = cost_so_far + added + cost_of(exit, entered_m, network_.lane(exit.lane).length);
        for (const DirectedLane next : network_.onward(exit)) {
          if (!network_.lane(next.lane).permits(next.is_along)) continue;
          const auto at = known.find(next);
          if (at != known.end() && at->second <= there) continue;
          if (at != known.end()) open.erase({at->second, next});
          known[next] = there;
          open.insert({there, next});
        }
      });
    };
    leave(from.directed(), 0, start_distance);
    while (!open.empty()) {
      const auto [so_far, lane] = *open.begin();
      open.erase(open.begin());
      const double entry = lane.is_along ? 0 : network_.strip(network_.lane(lane.lane).strip).length();
      if (network_.lane(lane.lane).strip == network_.lane(to.lane).strip && lane.is_along == to.is_along)
        for_each_lane(lane, entry, goal_distance, [&, cost_so_far = so_far](DirectedLane exit, double added) {
          if (exit == to.directed()) best = std::min(best, cost_so_far + added + cost_of(exit, 0, to.metres));
        });
      leave(lane, so_far, entry);
    }
    return best;
  }

 private:
  double cost_of(DirectedLane lane, double from_m, double to_m) const {
    if (measure_ == RouteMeasure::length) return to_m - from_m;
    const double middle = 0.5 * network_.strip(network_.lane(lane.lane).strip).length();
    return (to_m - from_m) / network_.speed_limit_mps(lane, middle);
  }

  // The lane itself and those to which one can change between the distances, with what the changes cost.
  template <class Visit>
  void for_each_lane(DirectedLane lane, double from, double to, const Visit& visit) const {
    visit(lane, 0.0);
    for (const bool goes_left : {true, false}) {
      DirectedLane at = lane;
      for (int n = 1;; ++n) {
        const double room = lane_place(network_, at, to).metres - lane_place(network_, at, from).metres;
        at = goes_left ? network_.neighbour_left(at) : network_.neighbour_right(at);
        if (at.is_empty() || room < n * options_.lane_change_room_m) break;
        visit(at, n * (measure_ == RouteMeasure::time ? options_.lane_change_s : options_.lane_change_m));
      }
    }
  }

  const Network& network_;
  RouteGraphOptions options_;
  RouteMeasure measure_;
};

// Whether the legs follow each other as the network allows, and their costs add up.
void check_route(const Network& network, const RouteGraphOptions& options, RouteMeasure measure,
                 const Route& route) {
  ASSERT_FALSE(route.legs.empty());
  EXPECT_EQ(route.legs.front().lane, route.from.directed());
  EXPECT_EQ(route.legs.back().lane, route.to.directed());
  std::size_t changes = 0;
  for (std::size_t i = 0; i < route.legs.size(); ++i) {
    const DirectedLane lane = route.legs[i].lane;
    EXPECT_TRUE(network.lane(lane.lane).permits(lane.is_along));
    if (i == 0) continue;
    const DirectedLane before = route.legs[i - 1].lane;
    if (route.legs[i].by_lane_change) {
      ++changes;
      EXPECT_TRUE(network.neighbour_left(before) == lane || network.neighbour_right(before) == lane);
    } else {
      const auto onward = network.onward(before);
      EXPECT_NE(std::find(onward.begin(), onward.end(), lane), onward.end());
    }
  }
  const double added = static_cast<double>(changes) *
                       (measure == RouteMeasure::time ? options.lane_change_s : options.lane_change_m);
  const double plain = measure == RouteMeasure::time ? route.time_s : route.length_m;
  EXPECT_NEAR(route.cost, plain + added, 1e-9 * (1 + route.cost));
}

LanePlace random_place(const Network& network, base::RandomStream& random) {
  const LaneId lane(static_cast<std::uint32_t>(random.below(network.lanes().size())));
  return {lane, network.lane(lane).permits(true), random.uniform(0, network.lane(lane).length)};
}

TEST(RouteFinder, FindsTheBestRouteOfRandomTowns) {
  std::size_t found = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Network network = built(random_town(seed));
    base::RandomStream random{seed, 1, 0};
    const double rooms[] = {0, 10, 16};
    const RouteGraphOptions options{.lane_change_room_m = rooms[random.below(3)],
                                    .lane_change_s = random.uniform(0.5, 10),
                                    .lane_change_m = random.uniform(5, 100),
                                    .has_landmarks = seed % 4 != 0};
    const RouteGraph graph(network, options);
    RouteFinder finder(graph);
    for (const RouteMeasure measure : {RouteMeasure::time, RouteMeasure::length}) {
      const PlainSearch plain(network, options, measure);
      for (int i = 0; i < 60; ++i) {
        const LanePlace from = random_place(network, random), to = random_place(network, random);
        SCOPED_TRACE(fmt::format("seed {} pair {} by {}", seed, i, static_cast<int>(measure)));
        Route route;
        const double best = plain.cost(from, to);
        if (!finder.find(from, to, {measure}, route)) {
          EXPECT_TRUE(std::isinf(best)) << best;
          ++none;
          continue;
        }
        ++found;
        EXPECT_NEAR(route.cost, best, 1e-9 * (1 + best));
        check_route(network, options, measure, route);
      }
    }
  }
  EXPECT_GT(found, 1200U);
  EXPECT_GT(none, 50U);
}

TEST(RouteFinder, NeverCostsLessThanTheStraightLine) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Network network = built(random_town(seed));
    const RouteGraph graph(network);
    const internal::RouteGraphData& data = graph.data();
    for (const RouteMeasure measure : {RouteMeasure::time, RouteMeasure::length})
      for (const internal::RouteEdge& edge : data.edges(measure)) {
        const internal::RouteNode& head = data.nodes[edge.head];
        const double straight_m = internal::distance_to(data.nodes[edge.tail], head.x, head.y);
        EXPECT_GE(edge.cost, straight_m * data.least_per_metre.by(measure));
      }
    EXPECT_NEAR(data.least_per_metre.time_s, 1 / 22.0, 1e-4);  // not so low that it is of no use
  }
}

TEST(RouteFinder, GivesTheSameRouteOnEveryThreadAndAfterOtherSearches) {
  const Network network = built(Town{.rows = 5, .columns = 5, .lanes = 2}.description());
  const RouteGraph graph(network), again(network);
  struct Query {
    LanePlace from, to;
  };
  base::RandomStream random{3, 0, 0};
  std::vector<Query> queries;
  for (int i = 0; i < 100; ++i) {
    const LanePlace from = random_place(network, random), to = random_place(network, random);
    queries.push_back({from, to});
  }
  // fresh finders in order, and one finder each on two threads in the opposite order
  std::vector<Route> expected, first(queries.size()), second(queries.size());
  for (const Query& q : queries) expected.push_back(find_route(graph, q.from, q.to).value_or(Route{}));
  const auto backwards = [&](const RouteGraph& g, std::vector<Route>& routes) {
    RouteFinder finder(g);
    for (std::size_t i = queries.size(); i-- > 0;) finder.find(queries[i].from, queries[i].to, {}, routes[i]);
  };
  std::thread one([&] { backwards(graph, first); }), other([&] { backwards(again, second); });
  one.join();
  other.join();
  EXPECT_EQ(first, expected);
  EXPECT_EQ(second, expected);
}

TEST(RouteFinder, AllocatesNothingOnceItIsWarm) {
  const Network network = built(Town{.rows = 5, .columns = 5, .lanes = 2}.description());
  const RouteGraph graph(network);
  RouteFinder finder(graph);
  Route route;
  const auto search = [&] {
    base::RandomStream random{4, 0, 0};
    double sum = 0;
    for (int i = 0; i < 200; ++i) {
      const LanePlace from = random_place(network, random), to = random_place(network, random);
      if (finder.find(from, to, {i % 2 == 0 ? RouteMeasure::time : RouteMeasure::length}, route))
        sum += route.cost;
    }
    return sum;
  };
  const double first = search();
  const std::size_t before = allocation_count();
  const double second = search();
  EXPECT_EQ(allocation_count() - before, 0U);
  EXPECT_EQ(first, second);
  EXPECT_GT(first, 0);
}

TEST(RouteFinder, LooksTowardsTheGoal) {
  const Network network = built(Town{.rows = 20, .columns = 20}.description());
  const LanePlace from = at(network, "e10_9", "R1", 0), near = at(network, "e10_11", "R1", 0);
  const LanePlace far = at(network, "n18_18", "R1", 0);
  const auto settled = [&](const RouteGraph& graph, const LanePlace& to) {
    RouteFinder finder(graph);
    Route route;
    EXPECT_TRUE(finder.find(from, to, {}, route));
    return finder.settled();
  };
  const RouteGraph plain(network, {.has_landmarks = false}), graph(network);
  EXPECT_LT(settled(plain, near), plain.node_count() / 20);
  EXPECT_LT(settled(plain, far), plain.node_count() / 2);
  EXPECT_LT(settled(graph, far), settled(plain, far) / 2);
}

TEST(RouteFinder, BoundsByLandmarksAreNeverTooLarge) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Network network = built(random_town(seed));
    const RouteGraph graph(network);
    const internal::RouteGraphData& data = graph.data();
    ASSERT_EQ(data.landmarks_by_time.size(), graph.node_count());
    RouteFinder finder(graph);
    std::size_t larger = 0;
    for (std::uint32_t from = 0; from < data.nodes.size(); from += 3)
      for (std::uint32_t to = 0; to < data.nodes.size(); to += 3) {
        internal::LandmarkBound bound;
        bound.add_target(data.landmarks_by_time[to], 0);
        const double straight = internal::distance_to(data.nodes[from], data.nodes[to].x, data.nodes[to].y) *
                                data.least_per_metre.time_s;
        const double least = bound.at(data.landmarks_by_time[from], straight);
        const DirectedLane a = data.lane_of(from), b = data.lane_of(to);
        Route route;
        const bool is_found = finder.find({a.lane, a.is_along, 0}, {b.lane, b.is_along, 0}, {}, route);
        EXPECT_LE(least, (is_found ? route.cost : std::numeric_limits<double>::infinity()) + 1e-9);
        larger += least > straight ? 1U : 0U;
      }
    EXPECT_GT(larger, 100U);
  }
}

// ---- alternatives ----------------------------------------------------------------------------------------

TEST(Alternatives, DifferAndAreNotMuchWorse) {
  const Network network = built(Town{.rows = 5, .columns = 5, .lanes = 2}.description());
  const RouteGraph graph(network);
  const LanePlace from = at(network, "e0_0", "R1", 10), to = at(network, "n3_4", "R1", 60);
  const AlternativeOptions options{.count = 4};
  const std::vector<Route> routes = find_alternatives(graph, from, to, options);
  ASSERT_EQ(routes.size(), 4U);
  EXPECT_EQ(routes[0], find_route(graph, from, to));
  for (std::size_t i = 0; i < routes.size(); ++i) {
    check_route(network, {}, RouteMeasure::time, routes[i]);
    EXPECT_LE(routes[i].cost, 1.5 * routes[0].cost);
    EXPECT_GE(routes[i].cost, routes[i > 0 ? i - 1 : 0].cost);
    const std::vector<WayId> ways = ways_of(network, routes[i]);
    const std::set<WayId> set(ways.begin(), ways.end());
    EXPECT_EQ(set.size(), ways.size()) << "a loop";
    for (std::size_t k = 0; k < i; ++k) {
      // all ways are of one length here: no more than 70 % in common, start and goal aside
      const std::vector<WayId> others = ways_of(network, routes[k]);
      const auto shared = static_cast<double>(std::count_if(ways.begin() + 1, ways.end() - 1, [&](WayId w) {
        return std::count(others.begin(), others.end(), w) > 0;
      }));
      EXPECT_LE(shared, 0.7 * static_cast<double>(ways.size() - 2) + 1e-9);
    }
  }
  EXPECT_EQ(find_alternatives(graph, from, to, options), routes);
}

TEST(Alternatives, AreOnlyThoseThatExist) {
  // one block: there is one way round in this direction
  const Network network = built(Town{}.description());
  const RouteGraph graph(network);
  const LanePlace from = at(network, "e0_0", "R1", 10), to = at(network, "e1_0", "L1", 10);
  EXPECT_EQ(find_alternatives(graph, from, to).size(), 1U);
  EXPECT_EQ(find_alternatives(graph, from, at(network, "n0_0", "R1", 10)).size(), 0U);
  EXPECT_EQ(find_alternatives(graph, from, to, {.count = 0}).size(), 0U);

  const Network larger = built(Town{.rows = 3, .columns = 3}.description());
  const RouteGraph other(larger);
  const LanePlace start = at(larger, "e0_0", "R1", 10), goal = at(larger, "e2_1", "R1", 60);
  EXPECT_GT(find_alternatives(other, start, goal, {.count = 5, .stretch = 3}).size(),
            find_alternatives(other, start, goal, {.count = 5, .stretch = 1.01}).size());
}

// ---- what can be reached ---------------------------------------------------------------------------------

std::vector<std::string> names_of(const Network& network, const std::vector<DirectedLane>& lanes) {
  std::vector<std::string> names;
  for (const DirectedLane lane : lanes)
    names.push_back(network.name_of(network.lane(lane.lane).strip) + ":" + network.name_of(lane.lane));
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Exits, DependOnTheLaneAndTheRoomThatIsLeft) {
  using Names = std::vector<std::string>;
  const Network network = star(2);
  const RouteGraph graph(network);
  const LanesAcross left = reachable_exits(graph, at(network, "west", "R1", 20));
  EXPECT_EQ(left.intersection, network.find_intersection("x"));
  EXPECT_EQ(names_of(network, left.staying), (Names{"east:L1", "north:L1"}));
  EXPECT_EQ(names_of(network, left.changing), (Names{"east:L1", "east:L2", "north:L1", "south:L2"}));
  const LanesAcross right = reachable_exits(graph, at(network, "west", "R2", 20));
  EXPECT_EQ(names_of(network, right.staying), (Names{"east:L2", "south:L2"}));
  EXPECT_EQ(right.changing, left.changing);
  const LanesAcross late = reachable_exits(graph, at(network, "west", "R2", 95));
  EXPECT_EQ(late.changing, right.staying);
  EXPECT_TRUE(
      reachable_exits(graph, at(network, "west", "L1", 20)).changing.empty());  // leads out of the map
  EXPECT_TRUE(reachable_exits(graph, LanePlace{}).intersection.is_empty());
}

TEST(Exits, AreEntriesSeenFromTheOtherSide) {
  const Network network = built(random_town(7));
  const RouteGraph graph(network);
  std::size_t pairs = 0;
  const auto contains = [](const std::vector<DirectedLane>& lanes, DirectedLane lane) {
    return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
  };
  const std::size_t count = network.lanes().size() - network.corridors().size();
  std::vector<DirectedLane> lanes;
  for (std::uint32_t i = 0; i < count; ++i)
    lanes.push_back({LaneId(i), network.lane(LaneId(i)).permits(true)});
  std::vector<LanesAcross> entries;
  for (const DirectedLane lane : lanes) entries.push_back(feeding_entries(graph, lane));
  for (const DirectedLane lane : lanes) {
    const LanesAcross exits = reachable_exits(graph, {lane.lane, lane.is_along, 0});
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      EXPECT_EQ(contains(exits.staying, lanes[k]), contains(entries[k].staying, lane));
      EXPECT_EQ(contains(exits.changing, lanes[k]), contains(entries[k].changing, lane));
      pairs += contains(exits.changing, lanes[k]) ? 1U : 0U;
    }
  }
  EXPECT_GT(pairs, 100U);
}

TEST(Reachable, HoldsTheLanesToWhoseEndsARouteLeads) {
  std::size_t reached = 0, missed = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Network network = built(random_town(seed));
    const RouteGraph graph(network);
    RouteFinder finder(graph);
    base::RandomStream random{seed, 2, 0};
    for (int i = 0; i < 5; ++i) {
      const LanePlace from = random_place(network, random);
      const std::vector<DirectedLane> lanes = reachable(graph, from);
      for (std::uint32_t k = 0; k < network.lanes().size(); ++k) {
        const DirectedLane lane{LaneId(k), network.lane(LaneId(k)).permits(true)};
        Route route;
        const bool has_route =
            finder.find(from, {lane.lane, lane.is_along, network.lane(lane.lane).length}, {}, route);
        EXPECT_EQ(has_route, std::find(lanes.begin(), lanes.end(), lane) != lanes.end());
        ++(has_route ? reached : missed);
      }
    }
  }
  EXPECT_GT(reached, 500U);
  EXPECT_GT(missed, 50U);
}

}  // namespace
}  // namespace backlot::network
