// A Mission Data File as it is written: checkpoints of a route network in the order in which they are to be visited, and the speeds
// of its segments and zones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"

namespace backlot::formats::rndf {

struct MdfCheckpoint {
  std::int32_t id = 0;  // of the route network
  base::Place place{};
};

struct MdfSpeed {
  std::int32_t segment = 0;  // or zone
  double min_mph = 0, max_mph = 0;
  base::Place place{};
};

struct MdfDocument {
  std::string name{};
  std::string network{};  // as the file calls it, perhaps with an ending
  base::Place network_place{};
  std::string format_version{}, creation_date{};
  std::vector<MdfCheckpoint> checkpoints{};
  std::vector<MdfSpeed> speeds{};
};

}  // namespace backlot::formats::rndf
