#include "backlot/network/routing/places_on_path.h"

#include <cstddef>

#include "backlot/base/assert.h"
#include "backlot/geometry/ribbon.h"
#include "backlot/network/internal/lane_at.h"
#include "backlot/network/internal/network_data.h"

namespace backlot::network {

void place_across(const Network& network, const Path& path, double metres, std::span<const double> laterals,
                  std::span<geometry::WorldPoint> places, PathCursor& cursor) {
  BACKLOT_ASSERT(!path.is_empty() && laterals.size() == places.size(),
                 "each place has its room, and lies beside a path");
  const internal::NetworkData& data = network.data();
  const PathElement& element = path[path.element_at(metres, cursor)];
  const Lane& lane = data.lanes[element.lane.lane.index()];
  const double distance = internal::distance_on(data, lane, internal::metres_on_lane(lane, element, metres));
  const auto put = [&](const geometry::Ribbon& ribbon, double ribbon_distance, double centre) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double aside = element.lane.is_along ? laterals[i] : -laterals[i];
      places[i] = geometry::place(ribbon, {ribbon_distance, centre + aside, 0});
    }
  };
  if (lane.has_fixed_centre) {
    const Strip& strip = data.strips[lane.strip.index()];
    put(data.ribbons[strip.ribbon.index()], strip.from + distance, lane.fixed_centre);
    return;
  }
  const internal::LaneAt at = internal::lane_at(data, lane, element.lane.lane.index(), distance);
  put(*at.ribbon, at.ribbon_distance, at.centre.at(at.t));
}

}  // namespace backlot::network
