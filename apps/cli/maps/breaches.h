// Where coordinates of a network are not unique, for `check` and `info`.
#pragma once

#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/geometry/uniqueness.h"
#include "backlot/network/network.h"

namespace backlot::cli {

struct StripBreach {
  network::StripId strip;
  geometry::UniquenessBreach breach;  // distances of the strip
};

// Of all ways and corridors but walkways, by strip and distance; of corridors of one shape the first.
std::vector<StripBreach> find_breaches(const network::Network& network);

// N208 for each stretch of a way or corridor that runs beside itself nearer than its width. N207, of widths, comes from building.
base::Diagnostics overlap_warnings(const network::Network& network, const std::string& file);

}  // namespace backlot::cli
