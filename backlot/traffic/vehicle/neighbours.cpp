#include "backlot/traffic/vehicle/neighbours.h"

#include <algorithm>
#include <limits>

#include "backlot/traffic/vehicle/outlook.h"

namespace backlot::traffic {

using world::Entry;
using world::EntryFlag;
using world::Track;

Neighbours find_neighbours(const Surroundings& around, const Self& self, const world::LaneBand& band) {
  Neighbours found;
  const Track& track = self.track(around.tracks);
  const world::Footprint& foot = self.stance.foot;
  const double scale = self.stance.distance_per_metre;
  const double reach = std::max(120.0, sight_m(self.speed())) * scale;
  const world::EntryList list = around.occupancy.on(track.strip);
  auto at = list.first_from(foot.from - reach);
  double nearest_ahead = std::numeric_limits<double>::infinity(), nearest_behind = nearest_ahead;
  for (; at != list.end() && at.from() <= foot.to + reach; ++at) {
    const Entry& e = *at;
    if (e.id == self.id || e.has(EntryFlag::approaches) || !is_claim_between(e, band.at(e))) continue;
    // seen in the direction of travel
    const double ahead = (track.is_along ? e.from - foot.to : foot.from - e.to) / scale;
    const double behind = (track.is_along ? foot.from - e.to : e.from - foot.to) / scale;
    const double speed = track.sign() * static_cast<double>(e.speed_mps);
    if (ahead < 0 && behind < 0) {
      found.is_beside = true;
    } else if (ahead >= 0 && ahead < nearest_ahead) {
      nearest_ahead = ahead;
      found.ahead = {ahead, speed};
    } else if (behind >= 0 && behind < nearest_behind) {
      nearest_behind = behind;
      found.gap_behind_m = behind;
      found.speed_behind_mps = speed;
    }
  }
  return found;
}

}  // namespace backlot::traffic
