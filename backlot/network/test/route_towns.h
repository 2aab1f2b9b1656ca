// Towns for the tests of routes, what to call places in them, and what must hold of every route.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "backlot/base/random.h"
#include "backlot/network/network.h"
#include "backlot/network/routing/route_finder.h"

namespace backlot::network::test {

// ---- roads

// So many lanes against the distance left of the spine, and so many along it to the right. They are called L1, L2,
// ... and R1, R2, ... from the spine outwards. All may end: what leads on is up to the test.
WayDescription way(const std::string& name, std::size_t backward, std::size_t forward);
RoadDescription road(const geometry::PlanPose& start, double length, WayDescription only);
ArmDescription arm(const std::string& name, const std::string& strip, End end);

// The network; a test failure with all diagnostics, and an end of the program, where it cannot be built.
Network built(const NetworkDescription& description);

// first (100 m) and second (50 m), end to end at x = 100:
//
//     ------ first ------|--- second ---
Network joined_ways(std::vector<AttributeDescription> of_second = {});

// Four ways of 100 m end at a crossing around the origin; R lanes come in, L lanes go out. Each `edit` may change a
// way.
Network star(std::size_t lanes, const std::function<void(WayDescription&)>& edit = {});

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

// A town with streets missing, one-way streets, and lanes and speeds as chance has it. Blocks are so small that lane
// changes are often too many for a way.
NetworkDescription random_town(std::uint64_t seed);

// ---- places

LanePlace at(const Network& network, const std::string& strip, const std::string& lane, double distance);
LanePlace random_place(const Network& network, base::RandomStream& random);

// ---- routes

// "west:R1 x.a ..." with a > before lanes that are changed to; corridors by the word "corridor".
std::string legs_text(const Network& network, const Route& route);

// Whether the legs follow each other as the network allows, and their costs add up.
void check_route(const Network& network, const RouteGraphOptions& options, RouteMeasure measure,
                 const Route& route);

}  // namespace backlot::network::test
