// What happened in a step, as plain values.
#pragma once

#include <cstdint>
#include <string_view>

#include "backlot/base/sim_time.h"
#include "backlot/network/ids.h"
#include "backlot/network/signal_description.h"
#include "backlot/world/ids.h"
#include "backlot/world/side.h"

namespace backlot::record {

// Several of one object in one phase of a step come in this order.
enum class EventKind : std::uint8_t {
  entered,            // to: the lane
  left,               // from: the lane
  crossed_line,       // corridor, aspect: the front came over the line before it
  ended_lane_change,  // side, from, to: as the lanes lie where it ends; from is empty where none is beside there
  began_lane_change,  // the same; over the oncoming lane too
  contact,  // other, corridor, other_corridor, right_of_way, relative_speed_mps: two bodies began to touch
  // ---- of directives: directive, issuer, and reason where there is one
  issued,
  accepted,
  refused,
  done,
  expired,
  superseded,
  failed,
  cancelled,
  claimed,
  claim_refused,
  released,
};
inline constexpr std::uint32_t kEventKinds = 17;
constexpr std::uint32_t count_of(EventKind) { return kEventKinds; }
std::string_view to_text(EventKind kind);

// Who of two that touch might go before the other.
enum class RightOfWay : std::uint8_t {
  unknown,  // they were not on corridors that touch; or who came first counts there, and nobody wrote that down
  first,    // the object
  second,   // the other one
  neither,  // no rule names one of them, or both were told to stop
};
std::string_view to_text(RightOfWay right);

std::string_view to_text(world::Side side);

// What does not belong to its kind is empty or zero. What was found before anybody moved (entered, contact, what was said between
// steps) has the time of the step's beginning; what moving brought about has that of its end.
struct Event {
  base::SimTime time;
  world::ObjectId object{}, other{};
  network::CorridorId corridor{}, other_corridor{};  // of a contact: that a body is in; empty where in none
  network::LaneId from{}, to{};
  float relative_speed_mps = 0;             // of a contact, of the two velocities
  std::uint32_t directive = 0, issuer = 0;  // numbers
  EventKind kind = EventKind::entered;
  world::Side side = world::Side::none;
  network::Aspect aspect = network::Aspect::dark;  // as it was shown to who decided to go in that step
  RightOfWay right_of_way = RightOfWay::unknown;
  std::uint8_t reason = 0;  // as directives number them; 0: none

  friend bool operator==(const Event&, const Event&) = default;
};

// The hash of a list of events with one more.
std::uint64_t chained(std::uint64_t hash, const Event& event);

}  // namespace backlot::record
