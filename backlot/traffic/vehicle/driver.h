// The mind of a driver: its traits, its state, and what it decided in this step.
#pragma once

#include <array>
#include <cstdint>

#include "backlot/base/assert.h"
#include "backlot/base/sim_time.h"
#include "backlot/hcsm/state_set.h"
#include "backlot/traffic/vehicle/traits.h"
#include "backlot/world/mover.h"
#include "backlot/world/side.h"

namespace backlot::traffic {

using world::Side;

// How far a driver is with overtaking over the oncoming lane: it shows it, goes out and passes, or brakes to fall back behind, comes
// back to its lane.
enum class Overtaking : std::uint8_t { none, shows, passes, gives_up, returns };

// Where a driver turns off: exits of the present carriageway and of those that follow, as far as they have been chosen.
class Turns {
 public:
  static constexpr std::uint32_t kCapacity = 6;

  bool is_empty() const { return count_ == 0; }
  std::uint32_t size() const { return count_; }
  bool is_full() const { return count_ == kCapacity; }
  std::uint8_t front() const {
    BACKLOT_ASSERT(!is_empty(), "there is no turn");
    return at_[0];
  }
  std::uint8_t operator[](std::uint32_t k) const {
    BACKLOT_ASSERT(k < count_, "there are not so many turns");
    return at_[k];
  }
  void push(std::uint8_t exit) {
    BACKLOT_ASSERT(!is_full(), "there is room for kCapacity turns");
    at_[count_++] = exit;
  }
  void pop() {
    BACKLOT_ASSERT(!is_empty(), "there is no turn");
    for (std::uint32_t k = 1; k < count_; ++k) at_[k - 1] = at_[k];
    --count_;
  }
  void keep(std::uint32_t count) { count_ = static_cast<std::uint8_t>(count < count_ ? count : count_); }
  static void visit(auto& self, auto& field) { field(self.at_, self.count_); }

 private:
  std::array<std::uint8_t, kCapacity> at_{};
  std::uint8_t count_ = 0;
};

// States of the driver's machine that are used outside of it. driver_machine.cpp compiles only if they match its description.
namespace driver_states {
constexpr hcsm::StateId kQueue{3}, kStopAtLight{7}, kHeld{8}, kCommitted{9}, kNotStopped{11}, kClear{16},
    kShowLeft{20}, kShowRight{21}, kAskForRoom{25}, kSqueezed{28}, kShowOvertaking{31}, kPass{32},
    kGiveUp{33}, kReturn{34}, kOvertaken{37};
constexpr hcsm::StateSet kAtStart{0x186d8ecc77};        // looks out, keeps its lane
constexpr hcsm::StateSet kWithinCrossing{0x1fff0};      // all that is about intersections
constexpr hcsm::StateSet kWithinPassing{0x3fe0000000};  // all that is about overtaking
constexpr hcsm::StateSet kOut{0x700000000};             // on the oncoming lane, or on the way there or back
}  // namespace driver_states

// Plain data; all of it is state.
struct Driver {
  DriverTraits traits;
  std::uint32_t draws = 0;  // turns drawn so far
  Turns turns;
  double trip_left_m = 0;    // until the vehicle has arrived
  double reach_m = 0;        // of the trail, from the guide; infinite where the road ends
  base::SimTime at_line;     // when the vehicle came to stand at the line ahead
  float stood_s = 0;         // for how long the vehicle has been standing
  float intent_s = 0;        // for how long the driver has shown that it wants to the side
  float since_shift_s = 0;   // since the vehicle came to its lane
  float reaction_s = 0;      // since the light turned green, while the vehicle still stands at its line
  std::uint32_t passes = 0;  // number of the last vehicle that it overtakes
  hcsm::StateSet states = driver_states::kAtStart;  // of its machine (driver_machine.h)

  // To the corridor ahead: the vehicle will not stop before it any more.
  bool is_committed() const { return states.has(driver_states::kCommitted); }
  // At the line, for want of room behind the intersection.
  bool is_held() const { return states.has(driver_states::kHeld); }
  // At the line, for a light: other drivers need not look out for this vehicle.
  bool is_stopping() const { return states.has(driver_states::kStopAtLight); }
  // At the line ahead, and at_line counts.
  bool has_stopped() const { return !states.has(driver_states::kNotStopped); }
  // The vehicle stands in the way of others, and shows that it goes on.
  bool is_clearing() const { return states.has(driver_states::kClear); }
  // The vehicle stands behind another one.
  bool is_queued() const { return states.has(driver_states::kQueue); }
  // The lane leads nowhere: other drivers are asked to make room.
  bool must_shift() const { return states.has(driver_states::kAskForRoom); }
  // Another vehicle stands beside, where this one has to go.
  bool is_squeezed() const { return states.has(driver_states::kSqueezed); }
  // The side to which the driver shows that it wants.
  Side intent() const {
    if (states.has(driver_states::kShowLeft)) return Side::left;
    return states.has(driver_states::kShowRight) ? Side::right : Side::none;
  }

  // How far the driver is with overtaking.
  Overtaking overtaking() const {
    if (states.has(driver_states::kShowOvertaking)) return Overtaking::shows;
    if (!is_out()) return Overtaking::none;
    if (states.has(driver_states::kPass)) return Overtaking::passes;
    return states.has(driver_states::kGiveUp) ? Overtaking::gives_up : Overtaking::returns;
  }
  // The vehicle is on the oncoming lane, or on its way there or back.
  bool is_out() const { return !(states & driver_states::kOut).is_empty(); }
  // Another vehicle overtakes this one, or one near ahead of it: the driver gets no faster meanwhile.
  bool is_overtaken() const { return states.has(driver_states::kOvertaken); }

  // On a new track the states about the last intersection begin anew. So do those about overtaking, unless the vehicle is out.
  void begin_track() {
    const hcsm::StateSet ended = is_out() ? driver_states::kWithinCrossing
                                          : driver_states::kWithinCrossing | driver_states::kWithinPassing;
    states = (states - ended) | (driver_states::kAtStart & ended);
  }

  static void visit(auto& self, auto& field) {
    field(self.traits, self.draws, self.turns, self.trip_left_m, self.reach_m, self.at_line, self.stood_s,
          self.intent_s, self.since_shift_s, self.reaction_s, self.passes, self.states);
  }
};

// What a driver wants to be done in this step. Deciding writes only this and the driver's own mind.
struct Command {
  double accel_mps2 = 0;
  world::TrackId shift_to{};  // the lane beside; the own one, to another place across it; or empty
  float home_m = 0;           // that place, to the left of the lane's centre
};

}  // namespace backlot::traffic
