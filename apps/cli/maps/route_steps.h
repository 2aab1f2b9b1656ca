// A route as people follow it: one step for each way and corridor.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backlot/network/routing/route.h"

namespace backlot::cli {

struct RouteStep {
  std::string strip;  // the name of the way or corridor
  bool is_corridor = false;
  std::vector<std::string> lanes;  // where it is entered, and those that are changed to
  double length_m = 0;             // travelled on the last of the lanes
  double total_m = 0;              // up to its end
  std::string intersection;        // of a corridor
  std::string_view turn;           // of a corridor
};

std::vector<RouteStep> steps_of(const network::Network& network, const network::Route& route);

}  // namespace backlot::cli
