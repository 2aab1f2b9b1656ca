#include "bench/grid_network.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/math.h"
#include "backlot/base/random.h"

namespace backlot::bench {

namespace {

using namespace network;

constexpr double kReach = 14;  // from the middle of a crossing to the ends of its ways

std::string crossing_name(std::size_t row, std::size_t column) { return fmt::format("c{}_{}", row, column); }
std::string east_of(std::size_t row, std::size_t column) { return fmt::format("e{}_{}", row, column); }
std::string north_of(std::size_t row, std::size_t column) { return fmt::format("n{}_{}", row, column); }

SignalsDescription signals() {
  using enum Aspect;
  return {.groups = {"east_west", "north_south"},
          .programme = {{42, {green, red}}, {3, {yellow, red}}, {42, {red, green}}, {3, {red, yellow}}}};
}

// Four arms around the origin, unattached: east, north, west, south.
IntersectionDescription crossing(std::size_t lanes) {
  std::vector<JunctureDescription> junctures;
  for (const Flow flow : {Flow::out, Flow::in})
    for (std::size_t i = 0; i < lanes; ++i) junctures.push_back({.flow = flow});
  const auto arm = [&](const char* name, double x, double y, double heading_rad, const char* group) {
    ArmDescription made;
    made.name = name;
    made.at = ArmPlace{{kReach * x, kReach * y, 0}, heading_rad, 0};
    made.junctures = junctures;
    made.signal_group = group;
    return made;
  };
  IntersectionDescription made;
  made.name = "crossing";
  made.arms = {arm("east", 1, 0, base::kPi, "east_west"), arm("north", 0, 1, -base::kHalfPi, "north_south"),
               arm("west", -1, 0, 0, "east_west"), arm("south", 0, -1, base::kHalfPi, "north_south")};
  made.signals = signals();
  return made;
}

RoadDescription street(std::string name, const geometry::PlanPose& start, const GridOptions& options) {
  WayDescription way;
  way.name = std::move(name);
  way.lanes.resize(2 * options.lanes);
  for (std::size_t i = 0; i < options.lanes; ++i) way.lanes[i].direction = LaneDirection::backward;
  way.lanes_left = options.lanes;
  RoadDescription road;
  road.name = way.name;
  road.spine = geometry::PlanSpine{.start = start,
                                   .elements = {{geometry::PlanLine{options.block_m - 2 * kReach}, {}}}};
  road.ways.push_back(std::move(way));
  return road;
}

}  // namespace

network::NetworkDescription grid_network(const GridOptions& options) {
  NetworkDescription grid;
  grid.name = fmt::format("grid {} x {}", options.rows, options.columns);
  const IntersectionDescription pattern = crossing(options.lanes);
  for (std::size_t row = 0; row < options.rows; ++row) {
    for (std::size_t column = 0; column < options.columns; ++column) {
      const double x = static_cast<double>(column) * options.block_m;
      const double y = static_cast<double>(row) * options.block_m;
      const bool has_east = column + 1 < options.columns, has_north = row + 1 < options.rows;
      if (has_east) grid.roads.push_back(street(east_of(row, column), {x + kReach, y, 0}, options));
      if (has_north)
        grid.roads.push_back(street(north_of(row, column), {x, y + kReach, base::kHalfPi}, options));

      IntersectionDescription made = instantiate(pattern, crossing_name(row, column), {{x, y, 0}, 0});
      if (has_east) made.arms[0].attached = {east_of(row, column), End::start};
      if (has_north) made.arms[1].attached = {north_of(row, column), End::start};
      if (column > 0) made.arms[2].attached = {east_of(row, column - 1), End::end};
      if (row > 0) made.arms[3].attached = {north_of(row - 1, column), End::end};
      std::erase_if(made.arms, [](const ArmDescription& arm) { return !arm.attached; });
      base::RandomStream random{options.seed, row * options.columns + column, 0};
      made.signals->offset_s = random.uniform(0, 90);
      grid.intersections.push_back(std::move(made));
    }
  }
  return grid;
}

network::Network build_grid(std::size_t rows) {
  GridOptions options;
  options.rows = options.columns = rows;
  base::Result<network::Network> network = network::Network::build(grid_network(options));
  if (!network) {
    fmt::print(stderr, "{}", to_text(network.diagnostics()));
    std::exit(1);
  }
  return std::move(*network);
}

}  // namespace backlot::bench
