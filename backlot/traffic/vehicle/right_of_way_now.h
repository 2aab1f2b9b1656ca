// Which of two corridors that touch goes first under what the signals show now, and which of two vehicles on them. Drivers ask it
// before they enter (crossing.h); the event of a contact asks it to tell which of the two had the right of way.
//
// Between two vehicles, in this order:
//   - a vehicle that stands in the way of others and goes on (EntryFlag::clears) goes first;
//   - a vehicle that has entered, and is now shown red or yellow or no light at all, clears the intersection before others enter;
//   - where a light is lit, the vehicle with the freer state goes; yellow has the rights of green;
//   - then the rule of the two corridors decides (network/right_of_way.h): their standing precedence while both are dark; by arrival
//     where both have to stop first (flashing red); else the rule between two greens;
//   - where both stand at their lines, rings of that rule are broken by arrival; a rule by arrival goes by time, then by number;
//   - where there is no rule the vehicle nearer to the conflict zone goes, then the smaller number.
#pragma once

#include <cstdint>
#include <span>

#include "backlot/base/inline.h"
#include "backlot/network/right_of_way.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"
#include "backlot/world/roads/conflicts.h"

namespace backlot::traffic {

// What the traffic of a corridor is told now.
struct ControlNow {
  network::Aspect aspect = network::Aspect::dark;
  network::ControlState state = network::ControlState::go;

  bool is_lit() const { return aspect != network::Aspect::dark; }
};

// The rule between the two corridors of a conflict now, as seen from the one that the conflict belongs to.
struct RuleNow {
  enum class By : std::uint8_t {
    freedom,   // the signals leave one of the two freer: `rule` is goes or yields
    lights,    // the signals leave both equally free
    standing,  // no light is lit, or both corridors begin in one lane
  };

  By by = By::standing;
  network::Precedence rule = network::Precedence::equal;
};
BACKLOT_INLINE RuleNow rule_now(const world::Conflict& conflict, const ControlNow& one,
                                const ControlNow& other) {
  // vehicles of diverging corridors wait in one queue, whatever is shown to them
  if ((!one.is_lit() && !other.is_lit()) || conflict.kind == network::DependencyKind::diverging)
    return {RuleNow::By::standing, conflict.standing};
  const auto freedom = [](network::ControlState state) {
    return state == network::ControlState::prepare_to_stop ? network::ControlState::go : state;
  };
  const network::ControlState freedom_one = freedom(one.state), freedom_other = freedom(other.state);
  if (freedom_one != freedom_other)
    return {RuleNow::By::freedom,
            freedom_one > freedom_other ? network::Precedence::goes : network::Precedence::yields};
  return {RuleNow::By::lights,
          freedom_one == network::ControlState::stop_then_yield ? conflict.stopped : conflict.lit};
}

// Which of two corridors has the right of way now, without regard to the vehicles on them.
enum class RightOfWayNow : std::uint8_t {
  first,
  second,
  neither,  // both have red, or no rule prefers one of them
  unknown,  // one of them is empty, they do not touch, or arrival at the lines decides
};
RightOfWayNow right_of_way_now(const world::Conflict& conflict, const ControlNow& one,
                               const ControlNow& other);
RightOfWayNow right_of_way_now(const world::Roads& roads, SignalView& signals, network::CorridorId one,
                               network::CorridorId other);

// A vehicle in a corridor or on its way to it.
struct Contender {
  network::CorridorId corridor{};
  ControlNow control{};
  bool is_clearing = false;  // it stands in the way of others, and shows that it goes on
  bool has_entered = false;
  float arrived_s =
      world::kNever;  // when it came to stand at the line; kNever for a vehicle that does not stand there
  double left_m = 0;  // from its front to the conflict zone
  std::uint32_t number = 0;  // of the object

  // Whether it clears the intersection before others enter. A green light lets both in.
  bool clears_first() const {
    return has_entered && (!control.is_lit() || control.state == network::ControlState::stop ||
                           control.state == network::ControlState::prepare_to_stop);
  }
  network::Arrival arrival() const {
    return {corridor, static_cast<std::int64_t>(1e9 * static_cast<double>(arrived_s))};
  }
};

// Whether one vehicle goes before the other. Antisymmetric: for the two swapped, with the conflict of the other corridor, the answer is
// the opposite. `all_waiting` gives all vehicles that stand at a line of the intersection (std::span<const network::Arrival>); it is
// called only where both vehicles do.
template <class AllWaiting>
BACKLOT_INLINE bool goes_first(const network::Network& network, const world::Conflict& conflict,
                               const Contender& one, const Contender& other, AllWaiting all_waiting) {
  if (one.is_clearing != other.is_clearing) return one.is_clearing;
  if (one.clears_first() != other.clears_first()) return one.clears_first();
  const RuleNow now = rule_now(conflict, one.control, other.control);
  if (now.by == RuleNow::By::freedom) return now.rule == network::Precedence::goes;
  if (one.arrived_s < world::kNever && other.arrived_s < world::kNever && now.rule == conflict.standing)
    return network::goes_before(network, one.arrival(), other.arrival(), all_waiting());
  if (now.rule == network::Precedence::goes) return true;
  if (now.rule == network::Precedence::yields) return false;
  if (now.rule == network::Precedence::by_arrival)
    return one.arrived_s != other.arrived_s ? one.arrived_s < other.arrived_s : one.number < other.number;
  return one.left_m != other.left_m ? one.left_m < other.left_m : one.number < other.number;
}

}  // namespace backlot::traffic
