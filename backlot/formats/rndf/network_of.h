// From a route network as it is written to one on ribbons (docs/rndf.md).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/formats/rndf/rndf_document.h"
#include "backlot/network/network_description.h"

namespace backlot::formats::rndf {

// Where a waypoint of the file lies in the network.
struct LaneSpot {
  std::string way, lane;
  double distance = 0;  // of the way
};

struct RouteNetwork {
  network::NetworkDescription description{};
  std::map<std::int32_t, LaneSpot> checkpoints{};  // by their ids; those that can be reached at all
  std::map<std::int32_t, std::vector<std::string>> ways_of{};  // by segment or zone
};

// What could not be taken over as it is said becomes a warning (R3xx); a document without lanes, or one that is too large, an error.
base::Result<RouteNetwork> network_of(const RndfDocument& document);

}  // namespace backlot::formats::rndf
