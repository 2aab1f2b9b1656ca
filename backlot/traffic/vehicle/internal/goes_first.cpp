#include "backlot/traffic/vehicle/internal/goes_first.h"

namespace backlot::traffic::internal {

std::span<const network::Arrival> all_waiting(const CorridorAhead& here) {
  if (here.waiting) return std::span(here.waiting->at).first(here.waiting->count);
  WaitingAtLines& waiting = here.waiting.emplace();
  const network::Network& net = here.around.tracks.network();
  network::IntersectionId whole = net.corridor(here.track.corridor).intersection;
  while (!net.intersection(whole).whole.is_empty()) whole = net.intersection(whole).whole;
  for (const network::Corridor& corridor : net.corridors(whole)) {
    const network::CorridorId id = net.corridor_of(corridor.strip);
    for (const world::Entry& e : here.around.occupancy.on(corridor.strip)) {
      if (e.has(world::EntryFlag::approaches) && e.arrived_s < world::kNever &&
          waiting.count < waiting.at.size())
        waiting.at[waiting.count++] = Contender{.corridor = id, .arrived_s = e.arrived_s}.arrival();
    }
  }
  return std::span(waiting.at).first(waiting.count);
}

}  // namespace backlot::traffic::internal
