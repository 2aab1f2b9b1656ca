#include "backlot/traffic/vehicle/routing/turning_shares.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"

namespace backlot::traffic {

void TurningShares::set(const world::Tracks& tracks, world::CarriagewayId way,
                        std::span<const double> shares) {
  BACKLOT_CHECK(shares.size() == tracks[way].exit_count, "turning shares need one weight for each exit");
  double sum = 0;
  for (const double share : shares) {
    BACKLOT_CHECK(std::isfinite(share) && share >= 0, "a turning share is zero or more");
    sum += share;
  }
  BACKLOT_CHECK(sum > 0, "of turning shares one is above zero");
  const auto at = std::lower_bound(ways_.begin(), ways_.end(), way);
  const auto index = at - ways_.begin();
  if (at == ways_.end() || *at != way) {
    ways_.insert(at, way);
    shares_.insert(shares_.begin() + index, std::vector<double>());
  }
  shares_[static_cast<std::size_t>(index)].assign(shares.begin(), shares.end());
}

std::span<const double> TurningShares::of(world::CarriagewayId way) const {
  BACKLOT_ASSERT(!way.is_empty(), "shares are those of a carriageway");
  const auto at = std::lower_bound(ways_.begin(), ways_.end(), way);
  if (at == ways_.end() || *at != way) return {};
  return shares_[static_cast<std::size_t>(at - ways_.begin())];
}

}  // namespace backlot::traffic
