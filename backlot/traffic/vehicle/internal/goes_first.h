// Which of two vehicles goes first where their corridors touch. Both vehicles evaluate this rule, each from its own side. They read
// the same snapshot, so they always agree:
//
//   - a vehicle that entered while it was allowed to, and is now shown red, clears the intersection before all others;
//   - then the vehicle with the freer signal goes; between equally free ones the rule of the two corridors decides
//     (network/right_of_way.h);
//   - where that rule is by arrival, the vehicle that has stood longer at its line goes, then the smaller number.
#pragma once

#include <span>

#include "backlot/traffic/vehicle/internal/corridor_ahead.h"

namespace backlot::traffic::internal {

// A vehicle that may go under yellow has the rights of green.
inline int freedom(network::ControlState state) {
  return state == network::ControlState::prepare_to_stop ? static_cast<int>(network::ControlState::go)
                                                         : static_cast<int>(state);
}

// A vehicle inside the intersection clears it before others enter, unless a green light lets both in.
inline bool is_clearing(network::Aspect aspect, network::ControlState state) {
  return aspect == network::Aspect::dark || state == network::ControlState::stop ||
         state == network::ControlState::prepare_to_stop;
}

inline network::Arrival arrival_of(network::CorridorId corridor, float arrived_s) {
  return {corridor, static_cast<std::int64_t>(1e9 * static_cast<double>(arrived_s))};
}

// All vehicles that stand at a line of the intersection, by corridor and number: the same list for every driver of this step.
std::span<const network::Arrival> all_waiting(const CorridorAhead& here);

// Whether the own vehicle goes before the other one, by rule. Antisymmetric: the other driver finds the opposite.
BACKLOT_INLINE bool goes_first(const CorridorAhead& here, const OtherCorridor& other,
                               const world::ConflictStretch& stretch, const world::Entry& e,
                               bool has_entered) {
  const Driver& driver = here.driver;
  if (driver.is_clearing() != e.has(world::EntryFlag::clears)) return driver.is_clearing();
  const bool other_entered = !e.has(world::EntryFlag::approaches);
  const bool clears = has_entered && is_clearing(here.aspect, here.state),
             other_clears = other_entered && is_clearing(other.aspect, other.state);
  if (clears != other_clears) return clears;
  network::Precedence rule = other.conflict.standing;
  if (here.aspect != network::Aspect::dark || other.aspect != network::Aspect::dark) {
    if (freedom(here.state) != freedom(other.state)) return freedom(here.state) > freedom(other.state);
    rule = other.conflict.lit;
  }
  const float arrived_s = driver.has_stopped() ? static_cast<float>(driver.at_line.seconds()) : world::kNever;
  if (arrived_s < world::kNever && e.arrived_s < world::kNever && rule == other.conflict.standing) {
    // both stand at their lines: rules that lead around in a ring are broken by arrival
    return network::goes_before(here.around.tracks.network(), arrival_of(here.track.corridor, arrived_s),
                                arrival_of(other.conflict.corridor, e.arrived_s), all_waiting(here));
  }
  if (rule == network::Precedence::goes) return true;
  if (rule == network::Precedence::yields) return false;
  if (rule == network::Precedence::by_arrival)
    return arrived_s != e.arrived_s ? arrived_s < e.arrived_s : here.self.id < e.id;
  // no rule: the nearer vehicle goes
  const double left = static_cast<double>(stretch.from) - here.front_m,
               other_left = static_cast<double>(stretch.other_from - e.front_m);
  return left != other_left ? left < other_left : here.self.id < e.id;
}

}  // namespace backlot::traffic::internal
