// Right of way: the state of a corridor's control, and which of two corridors that touch has priority.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "backlot/network/dependency.h"
#include "backlot/network/network.h"

namespace backlot::network {

// What the control of a corridor says to its traffic now. Ordered: the later, the freer.
enum class ControlState : std::uint8_t {
  stop,             // do not enter
  stop_then_yield,  // stop first, then enter where no traffic with priority is hindered
  yield,            // enter where no traffic with priority is hindered
  prepare_to_stop,  // yellow: stop if that is still easy; a vehicle that enters has the rights of `go`
  go,               // enter, minding the traffic that this turn yields to
  protected_go,     // enter; all traffic of corridors that touch this one has to wait
};
std::string_view to_text(ControlState state);

// The state of a corridor's control under the signals given: one aspect for each group of the network; groups past the end
// of the span are dark.
//
//   signal  red              stop; stop_then_yield for a turn to the own side where the corridor allows a turn on red
//           red_yellow       stop
//           yellow           prepare_to_stop
//           green            go
//           green_arrow      protected_go
//           flashing_yellow  yield
//           flashing_red     stop_then_yield
//           dark             what the sign says
//   sign    priority_road    go        stop, all_way_stop     stop_then_yield
//           uncontrolled     go        flag_man               stop_then_yield, until its signal group shows more
//           yield            yield     priority_to_the_right  yield, and so does a signal that is dark
//
// Uncontrolled is `go` since no sign tells its traffic to wait; which traffic it yields to is a matter of precedence.
// On corridors for pedestrians only signals count: without a signal the state is `go`.
ControlState control_state(const Network& network, CorridorId corridor, std::span<const Aspect> signals);
// The same by what the corridor's own group shows.
ControlState control_state(const Network& network, CorridorId corridor, Aspect aspect);

// Which of two corridors that touch has priority, under the signals given. While no signal of the two is lit it is the
// standing precedence of the dependency. Else the freer state goes. Among equally free states (both green) the turn
// across yields to the oncoming traffic, the turn to pedestrians, and so on. Where both have to stop first (flashing
// red) the earlier arrival goes. An author's override for the two counts among equally free states. People on a
// crosswalk without a lit signal go before all traffic: no signal told them to wait.
Precedence precedence(const Network& network, CorridorId corridor, const Dependency& dependency,
                      std::span<const Aspect> signals);
// The part of it for two corridors that the signals leave equally free, by their state: at `stop_then_yield` (two flashing reds) as at an
// all-way stop, at `stop` (two reds) the standing precedence, and at all other states as if there were no signs. For corridors that
// diverge it is the standing precedence.
Precedence precedence_of_equally_free(const Network& network, CorridorId corridor,
                                      const Dependency& dependency, ControlState state);

// A vehicle that waits to enter a corridor: the first of its lane.
struct Arrival {
  CorridorId corridor;
  std::int64_t time_ns = 0;  // of arrival at the line
};

// Which of two waiting vehicles goes first, where their corridors touch. By the standing precedence. Where that is
// by_arrival, the earlier one goes; if both arrived at once, the one on the side that goes first (the right, as a
// rule); if they face each other, the one that turns less; and at last the smaller corridor id. Where no rule says
// (equal): the earlier, then the smaller id.
//
// Such rules can lead around in a ring: each vehicle has another one to its right. Within a ring of waiting vehicles
// (mutual waiting, over any number of others) the earlier goes, then the smaller id. So there is always one that all
// others wait for, and no vehicle waits for ever. True where `one` goes before `other`; for corridors that do not
// touch: whether it came earlier.
//
// `all_waiting` is to be the same for all questions about one moment, or they are answered by different rings. No more than
// kMostWaiting are looked at, the first ones.
inline constexpr std::size_t kMostWaiting = 62;
bool goes_before(const Network& network, const Arrival& one, const Arrival& other,
                 std::span<const Arrival> all_waiting);

}  // namespace backlot::network
