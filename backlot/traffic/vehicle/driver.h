// The mind of a driver: what he is like, what he is up to, and what he decided in this step.
#pragma once

#include <array>
#include <cstdint>

#include "backlot/base/sim_time.h"
#include "backlot/traffic/vehicle/traits.h"
#include "backlot/world/mover.h"

namespace backlot::traffic {

enum class Side : std::uint8_t { none, left, right };

// How far one is with overtaking over the oncoming lane: he shows it, goes out and passes, or brakes to fall back behind, comes
// back to his lane.
enum class Overtaking : std::uint8_t { none, shows, passes, gives_up, returns };

// Where he turns off: exits of the carriageway he is on and of those that follow, as far as he has made up his mind.
class Turns {
 public:
  static constexpr std::uint32_t kCapacity = 6;

  bool is_empty() const { return count_ == 0; }
  std::uint32_t size() const { return count_; }
  bool is_full() const { return count_ == kCapacity; }
  std::uint8_t front() const { return at_[0]; }
  std::uint8_t operator[](std::uint32_t k) const { return at_[k]; }
  void push(std::uint8_t exit) { at_[count_++] = exit; }
  void pop() {
    for (std::uint32_t k = 1; k < count_; ++k) at_[k - 1] = at_[k];
    --count_;
  }
  void keep(std::uint32_t count) { count_ = static_cast<std::uint8_t>(count < count_ ? count : count_); }

 private:
  std::array<std::uint8_t, kCapacity> at_{};
  std::uint8_t count_ = 0;
};

// Plain data; all of it is state.
struct Driver {
  DriverTraits traits;
  std::uint32_t draws = 0;  // turns drawn so far
  Turns turns;
  double trip_left_m = 0;    // until he has arrived
  double reach_m = 0;        // of his trail, from the guide; where it ends for good: infinite
  base::SimTime at_line;     // when he came to stand at the line ahead
  float stood_s = 0;         // for how long he has been standing
  float intent_s = 0;        // for how long he has shown that he wants to the side
  float since_shift_s = 0;   // since he came to his lane
  float reaction_s = 0;      // since the light let him go, while he still stands at its line
  std::uint32_t passes = 0;  // number of the last one whom he overtakes
  Overtaking overtaking = Overtaking::none;
  Side intent = Side::none;
  bool is_committed = false;  // to the corridor ahead: he will not stop before it any more
  bool is_held = false;       // at the line, for want of room behind the intersection
  bool is_queued = false;     // he stands behind another one
  bool is_squeezed = false;   // someone stands beside, where he has to go
  bool must_shift = false;    // his lane leads nowhere: others are asked to make room
  bool is_stopping = false;   // at the line, as a light tells him: nobody need look out for him
  bool is_clearing = false;   // he stands in the way of others, and shows that he goes on
  bool has_stopped = false;   // at the line ahead
  bool has_line = false;      // at_line counts
  bool is_overtaken = false;  // or one near ahead of him is: he gets no faster meanwhile

  // He is on the lane of those who come, or on his way there or back.
  bool is_out() const { return overtaking > Overtaking::shows; }
};

// What a driver wants to be done in this step; the only thing that deciding writes, but for his own mind.
struct Command {
  double accel_mps2 = 0;
  world::TrackId shift_to{};  // the lane beside; the own one, to another place across it; or empty
  float home_m = 0;           // that place, to the left of the lane's centre
};

}  // namespace backlot::traffic
