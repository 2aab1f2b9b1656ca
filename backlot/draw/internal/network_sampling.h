// Where a strip must be cut so that straight lines between the cuts follow its lanes.
#pragma once

#include <vector>

#include "backlot/geometry/points.h"
#include "backlot/network/network.h"

namespace backlot::draw::internal {

struct SamplingLimits {
  double tolerance_m = 0.01;  // between a lane's edge and the line that stands for it
  double longest_m = 1e9;     // between two cuts
  bool is_plan = false;       // seen from above: heights and twist do not count
};

// Distances of the strip from `from` to `to`, both included, growing.
std::vector<double> sample_strip(const network::Network& network, network::StripId strip, double from,
                                 double to, const SamplingLimits& limits);

// The offsets of the boundaries of a strip's lanes at a distance, left to right: one more than there are lanes.
void boundary_offsets(const network::Network& network, network::StripId strip, double distance,
                      std::vector<double>& offsets);

// A point of the strip's surface in the world.
geometry::WorldPoint surface_point(const network::Network& network, network::StripId strip, double distance,
                                   double offset);

}  // namespace backlot::draw::internal
