#include "backlot/world/lane_band.h"

#include <algorithm>

namespace backlot::world {

LaneBand::Edges LaneBand::moved_to(const Entry& e) const {
  const double distance = std::clamp(0.5 * (e.from + e.to), 0.0, lane_.strip_length);
  const double aside = tracks_.centre_at(lane_, distance) - centre_;
  return {edges_.right + aside, edges_.left + aside};
}

}  // namespace backlot::world
