// A town of winding streets with a bridge here and there, as large as wanted, for benchmarks that grow the world.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/geometry/ribbon.h"
#include "backlot/geometry/ribbon_index.h"

namespace backlot::bench {

// Streets with at least so many segments together.
std::vector<geometry::Ribbon> make_town(std::size_t segments);

std::vector<const geometry::Ribbon*> pointers(const std::vector<geometry::Ribbon>& ribbons);

// A point on some street of the town, and where it is.
struct TownPoint {
  geometry::WorldPoint place;
  std::uint32_t ribbon;
  geometry::RibbonPoint on_ribbon;
};
std::vector<TownPoint> make_points(const std::vector<geometry::Ribbon>& town, std::size_t count,
                                   std::uint64_t seed);

}  // namespace backlot::bench
