#include "backlot/network/test/route_towns.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backlot/base/math.h"

namespace backlot::network::test {

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

Network joined_ways(std::vector<AttributeDescription> of_second) {
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

Network star(std::size_t lanes, const std::function<void(WayDescription&)>& edit) {
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

}  // namespace backlot::network::test
