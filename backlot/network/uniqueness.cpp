#include "backlot/network/uniqueness.h"

#include <algorithm>

#include "backlot/base/assert.h"

namespace backlot::network {

std::vector<geometry::UniquenessBreach> find_breaches(const Network& network, StripId id) {
  BACKLOT_ASSERT(id.index() < network.strips().size(), "a strip of this network");
  const Strip& strip = network.strip(id);
  const geometry::EdgesAt edges_at = [&](double distance) {
    const LaneEdges edges = network.edges(id, std::clamp(distance - strip.from, 0.0, strip.length()));
    return geometry::SurfaceEdges{.left = edges.left, .right = edges.right};
  };
  std::vector<geometry::UniquenessBreach> found =
      geometry::find_uniqueness_breaches(network.ribbon(strip.ribbon), strip.from, strip.to, edges_at);
  for (geometry::UniquenessBreach& breach : found) {
    breach.from -= strip.from;
    breach.to -= strip.from;
  }
  return found;
}

}  // namespace backlot::network
