#include "backlot/network/way_description.h"

#include "backlot/base/assert.h"

namespace backlot::network {

geometry::CubicProfile constant_profile(double value) { return {{{.from = 0, .a = value}}}; }

double end_of(const RoadDescription& road, std::size_t way, double length) {
  BACKLOT_ASSERT(way < road.ways.size(), "the road has no such way");
  if (road.ways[way].to) return *road.ways[way].to;
  return way + 1 < road.ways.size() ? road.ways[way + 1].from : length;
}

}  // namespace backlot::network
