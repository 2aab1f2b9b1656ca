// Places in the coordinates of the file that a network came from.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "backlot/geometry/points.h"
#include "backlot/network/network.h"

namespace backlot::cli {

// A road of the file, the length along it as the file counts, and the offset to the left.
struct SourcePoint {
  std::string road;
  double s = 0, t = 0;
};

// None where the network did not come from such a file.
std::optional<SourcePoint> find_source_point(const network::Network& network, network::StripId strip,
                                             const geometry::RibbonPoint& point);

// What the file calls a lane at a distance of its strip; its own name where the file has none.
std::string_view source_label(const network::Network& network, network::LaneId lane, double distance);

// The ribbon of a road of the file that comes nearest to `s`; empty where the file has no such road.
network::RibbonId find_source_ribbon(const network::Network& network, std::string_view road, double s);

}  // namespace backlot::cli
