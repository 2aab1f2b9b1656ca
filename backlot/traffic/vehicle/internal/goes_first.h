// Which of two vehicles goes first, as one of the two drivers sees it. Both drivers evaluate the rule (right_of_way_now.h) from their own
// side. They read the same snapshot, so they always agree.
#pragma once

#include <span>

#include "backlot/traffic/vehicle/internal/corridor_ahead.h"
#include "backlot/traffic/vehicle/right_of_way_now.h"

namespace backlot::traffic::internal {

// All vehicles that stand at a line of the intersection, by corridor and number: the same list for every driver of this step.
std::span<const network::Arrival> all_waiting(const CorridorAhead& here);

// Whether the own vehicle goes before the one of an entry.
BACKLOT_INLINE bool goes_first(const CorridorAhead& here, const OtherCorridor& other,
                               const world::ConflictStretch& stretch, const world::Entry& e,
                               bool has_entered) {
  const Driver& driver = here.driver;
  const Contender own{
      .corridor = here.track.corridor,
      .control = {here.aspect, here.state},
      .is_clearing = driver.is_clearing(),
      .has_entered = has_entered,
      .arrived_s = driver.has_stopped() ? static_cast<float>(driver.at_line.seconds()) : world::kNever,
      .left_m = static_cast<double>(stretch.from) - here.front_m,
      .number = here.self.id};
  const Contender others{.corridor = other.conflict.corridor,
                         .control = {other.aspect, other.state},
                         .is_clearing = e.has(world::EntryFlag::clears),
                         .has_entered = !e.has(world::EntryFlag::approaches),
                         .arrived_s = e.arrived_s,
                         .left_m = static_cast<double>(stretch.other_from - e.front_m),
                         .number = e.id};
  return traffic::goes_first(here.around.tracks.network(), other.conflict, own, others,
                             [&] { return all_waiting(here); });
}

}  // namespace backlot::traffic::internal
