// What happened in a step, as plain values: the events that every object raises, and those of directives and signals.
#pragma once

#include <cstdint>
#include <string_view>

#include "backlot/base/sim_time.h"
#include "backlot/network/ids.h"
#include "backlot/network/signal_description.h"
#include "backlot/world/ids.h"
#include "backlot/world/side.h"

namespace backlot::record {

// If one object has several events in one phase of a step, they come in this order. Behind each kind stand the fields that it fills.
enum class EventKind : std::uint8_t {
  entered,       // to: the lane
  left,          // from: the lane
  crossed_line,  // corridor, aspect: the front of the body crossed the stop line before that corridor
  ended_lane_change,  // side, from, to: lanes at the place where the change ends; `from` is empty where no lane is beside
  began_lane_change,  // side, from, to; also for a change into the oncoming lane
  contact,  // other, corridor, other_corridor, right_of_way, relative_speed_mps: two bodies began to touch
  wrecked,  // other, where known: the object stops for good after a contact
  // ---- directives: directive, directive_kind, issuer, and reason where there is one
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
  // ---- signals: programme, issuer, and reason where there is one; no object
  light_requested,
  light_accepted,
  light_refused,
  light_released,
};
inline constexpr std::uint32_t kEventKinds = 22;
constexpr std::uint32_t count_of(EventKind) { return kEventKinds; }
std::string_view to_text(EventKind kind);

// Which of two objects in contact had the right of way.
enum class RightOfWay : std::uint8_t {
  unknown,  // their corridors do not touch; or the order of arrival decides there, which is not recorded
  first,    // the object
  second,   // the other one
  neither,  // no rule prefers one of them, or signals told both to stop
};
constexpr std::uint32_t count_of(RightOfWay) { return 4; }
std::string_view to_text(RightOfWay right);

std::string_view to_text(world::Side side);

inline constexpr std::uint8_t kNoDirectiveKind = 255;
inline constexpr std::uint32_t kNoProgramme = 0xffffffffU;

// One event. Fields that its kind does not use are empty or zero. Events that are found before the objects move (entered, contact, wrecked,
// and what was said between steps) have the time at which the step begins; events of motion have the time at which it ends.
struct Event {
  base::SimTime time;
  world::ObjectId object{}, other{};
  network::CorridorId corridor{},
      other_corridor{};  // of a contact: where each body is; empty outside of intersections
  network::LaneId from{}, to{};
  float relative_speed_mps = 0;            // of a contact: length of the difference of the two velocities
  std::uint64_t directive = 0;             // its number
  std::uint32_t issuer = 0;                // its number
  std::uint32_t programme = kNoProgramme;  // of signals, as in Network::programmes()
  EventKind kind = EventKind::entered;
  world::Side side = world::Side::none;
  network::Aspect aspect = network::Aspect::dark;  // that the driver saw when it decided to cross the line
  RightOfWay right_of_way = RightOfWay::unknown;
  std::uint8_t directive_kind = kNoDirectiveKind;  // number of a name in EventNames (names.h)
  std::uint8_t reason = 0;                         // number of a name in EventNames; 0: no reason

  static void visit(auto& self, auto& field) {
    field(self.time, self.object, self.other, self.corridor, self.other_corridor, self.from, self.to,
          self.relative_speed_mps, self.directive, self.issuer, self.programme, self.kind, self.side,
          self.aspect, self.right_of_way, self.directive_kind, self.reason);
  }
  friend bool operator==(const Event&, const Event&) = default;
};

// The hash of a list of events with one more event at its end.
std::uint64_t chained(std::uint64_t hash, const Event& event);

}  // namespace backlot::record
