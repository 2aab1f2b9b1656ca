// What the intersections ahead ask of a driver. The driver goes along its trail, corridor by corridor, and asks of each: do signals
// and signs let it enter (here), is there room behind it (internal/exit_room.h), is there a conflict zone in it that
// another vehicle passes first (internal/hold_search.h, internal/yielding.h, internal/goes_first.h).
#include "backlot/traffic/vehicle/crossing.h"

#include <algorithm>
#include <cmath>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/internal/crossing_note.h"
#include "backlot/traffic/vehicle/internal/exit_room.h"
#include "backlot/traffic/vehicle/internal/hold_search.h"

namespace backlot::traffic {

namespace {

using internal::CorridorAhead;
using internal::kEasyBrake_mps2;
using internal::kHalted_mps;
using internal::kHoldBefore_m;
using internal::kNoHold;
using network::ControlState;
using world::Track;

constexpr double kAtLine_m = 2.5;
// How long a driver waits for room behind an intersection without lights: with the right of way, and without it where vehicles behind
// it cannot leave the intersection before.
constexpr float kPatience_s = 20, kLongPatience_s = 40;

template <class Note>
class CrossingSearch {
 public:
  CrossingSearch(const Surroundings& around, const Self& self, const Driver& driver, Note note)
      : around_(around), self_(self), driver_(driver), note_(note), v_(self.speed()) {}

  // Looks at the corridor under the guide, then at those ahead.
  BACKLOT_INLINE CrossingAdvice look(double sight) {
    const world::Tracks& tracks = around_.tracks;
    const world::Trail& trail = self_.mover.trail;
    // no driver brakes sooner than this distance asks for
    const double decide_m = std::min(sight, 10 + v_ * (0.6 + v_ / (2 * 2.0)));
    away_ = -(self_.mover.metres + static_cast<double>(self_.shape.front_m()));
    line_ = away_;
    for (std::uint32_t k = 0; k <= trail.ahead(); ++k) {
      const Track& track = tracks[k == 0 ? trail.current() : trail.ahead(k - 1)];
      if (!track.is_corridor()) {
        line_ = away_ + static_cast<double>(track.stop_m);
        away_ += track.length;
        if (line_ > decide_m) break;
        continue;
      }
      const world::TrackId next = k < trail.ahead() ? trail.ahead(k) : world::TrackId{};
      const CorridorAhead here = internal::corridor_ahead(around_, self_, driver_, track, next, away_);
      advice_.is_unlit = !here.is_lit();
      const bool is_done = -away_ > world::kEntered_m ? looks_inside(here) : looks_before(here);
      if (is_done) break;
      away_ += track.length;
      line_ = away_;
    }
    return advice_;
  }

 private:
  // What a light asks for.
  enum class Light : std::uint8_t { stop, pass, none };

  // At a corridor that the vehicle has entered. True where the driver need not look further.
  bool looks_inside(const CorridorAhead& here) {
    const double hold = find_hold(here, true);
    if (hold < kNoHold) {
      advice_.is_clearing = internal::would_be_in_the_way(here, hold);
      const double room = away_ + hold - kHoldBefore_m;
      note_.waits(room, here.track.corridor);
      advice_.room_m = std::min(advice_.room_m, room);
    } else if (driver_.is_clearing()) {
      // until the vehicle is out: others neither let through nor avoid a vehicle that shows it only now and then
      advice_.is_clearing = internal::would_be_in_the_way(here, kHoldBefore_m - away_);
    }
    return advice_.room_m < away_ + here.track.length;
  }

  // At a corridor that the vehicle has not entered. True where the driver need not look further.
  bool looks_before(const CorridorAhead& here) {
    const bool is_mine = is_first_ahead_;  // the flags of the advice are about the first corridor ahead
    is_first_ahead_ = false;
    const bool is_directed = self_.dials != nullptr && self_.dials->goes_first;
    const bool is_past_line = line_ < -world::kEntered_m;
    bool goes = is_mine && (is_directed || driver_.is_committed() || is_past_line);
    if (is_mine) {
      advice_.is_at_line = v_ < kHalted_mps && line_ < kAtLine_m;
      advice_.has_stopped = driver_.has_stopped() || (line_ < kAtLine_m && v_ < here.halt_mps());
    }
    const double needed_mps2 = braking_needed(v_, line_);
    const auto hardest_mps2 = static_cast<double>(driver_.traits.hardest_mps2);
    const Light light = light_asks(here, goes, needed_mps2, hardest_mps2);
    if (light == Light::stop) {
      stop_at_line(here, Limit::red_light);
      advice_.is_stopping = is_mine;
      return true;
    }
    goes = goes || light == Light::pass;
    if (!goes && (here.state == ControlState::stop_then_yield || here.looks()) &&
        !(is_mine && advice_.has_stopped)) {
      if (!(needed_mps2 > hardest_mps2 && v_ > 1)) {
        stop_at_line(here, Limit::stop_line);
        advice_.moves_up = is_mine && here.state == ControlState::stop_then_yield;
        return true;
      }
      goes = true;
    }
    const double hold = find_hold(here, false);
    if (!goes && is_patient(here) && !internal::has_exit_room(here)) {
      advice_.is_held = is_mine && v_ < 0.1;
      stop_at_line(here, Limit::exit_room);
      return true;
    }
    // a driver that was held shows for one step that it is not any more
    if (is_mine && driver_.is_held()) {
      stop_at_line(here, Limit::exit_room);
      return true;
    }
    if (hold < kNoHold) {
      const double at = hold - kHoldBefore_m;
      // it is of use to enter and to wait inside if at least half of the body is in
      const bool may_enter =
          goes || (here.state == ControlState::go && here.is_lit() && at > 0.5 * here.length_m);
      const double room = may_enter ? std::max(line_, away_ + at) : line_;
      note_.waits(room, here.track.corridor);
      advice_.room_m = std::min(advice_.room_m, room);
      if (may_enter) advice_.is_committed = is_mine && (goes || needed_mps2 > kEasyBrake_mps2 || line_ < 0.3);
      return true;
    }
    const double sure_m = here.looks() ? kAtLine_m : 0.5;
    advice_.is_committed = is_mine && (goes || needed_mps2 > kEasyBrake_mps2 || line_ < sure_m);
    return false;
  }

  // Where the driver has to wait in the corridor; what it asks for besides goes to the advice.
  double find_hold(const CorridorAhead& here, bool has_entered) {
    const internal::Hold hold = internal::find_hold(here, has_entered, note_);
    if (hold.most_mps2 < advice_.most_mps2) {
      advice_.most_mps2 = hold.most_mps2;
      note_.slows(here.track.corridor);
    }
    return hold.at_m;
  }

  // At yellow a driver that can stop gently stops. One that cannot, or comes too late anyway, stops at red if it can at all. This
  // also holds for a driver that had decided to go.
  Light light_asks(const CorridorAhead& here, bool goes, double needed_mps2, double hardest_mps2) const {
    const bool is_red = here.state == ControlState::stop,
               is_yellow = here.state == ControlState::prepare_to_stop;
    const bool is_ruled =
        driver_.traits.heeds_lights && (self_.dials == nullptr || !self_.dials->ignores_light);
    if (!(is_red || is_yellow) || !is_ruled) return Light::none;
    const bool can_stop = line_ > 0 && needed_mps2 <= kEasyBrake_mps2;
    const bool has_to = line_ > 0 && needed_mps2 <= hardest_mps2 && (is_red || here.is_too_late(line_));
    return can_stop || has_to || (is_red && !goes && v_ <= 1) ? Light::stop : Light::pass;
  }

  // Around a roundabout, or a block, all vehicles could wait for each other. After a while a vehicle goes on if it has
  // the right of way, or if it moves up in the ring and so leaves as much room in it as it takes.
  bool is_patient(const CorridorAhead& here) const {
    return here.is_lit() || (here.state == ControlState::go
                                 ? driver_.stood_s < kPatience_s
                                 : driver_.stood_s < kLongPatience_s || !internal::is_lane_full(here));
  }

  void stop_at_line(const CorridorAhead& here, Limit limit) {
    note_.stops(line_, limit, here.track.corridor);
    advice_.room_m = std::min(advice_.room_m, line_);
  }

  const Surroundings& around_;
  const Self& self_;
  const Driver& driver_;
  [[no_unique_address]] Note note_;
  double v_;
  double away_ = 0;  // from the front to the start of the track
  double line_ = 0;  // from the front to the line before it
  bool is_first_ahead_ = true;
  CrossingAdvice advice_;
};

}  // namespace

double announce_m(double v) {
  BACKLOT_ASSERT(!std::isnan(v), "a speed is a number");
  return 30 + 8 * v;
}

CrossingAdvice find_crossing(const Surroundings& around, const Self& self, const Driver& driver,
                             double sight) {
  return CrossingSearch(around, self, driver, internal::NoNote()).look(sight);
}

CrossingAdvice internal::find_crossing(const Surroundings& around, const Self& self, const Driver& driver,
                                       double sight, WhyStop& stop, WhyStop& slow) {
  WhyStop held, slowed;
  return CrossingSearch(around, self, driver, StopNote{stop, held, slow, slowed}).look(sight);
}

}  // namespace backlot::traffic
