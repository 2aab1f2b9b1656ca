// Directives about the pace of an actor alone: no mark, no other object.
#include <algorithm>
#include <cmath>

#include "backlot/direct/directive_table.h"

namespace backlot::direct {

namespace {

using traffic::Throttle;

constexpr double kMostChange_mps = 50;    // of a speed
constexpr double kMostDecel_mps2 = 12;    // no vehicle brakes harder
constexpr double kPaceReached_mps = 0.5;  // a speed that differs by less is reached
constexpr double kBrakedTo_mps = 0.05;    // the same after braking
constexpr double kFeint_s = 0.5;          // of starting
constexpr double kFeintFrom_mps = 2;      // a faster vehicle cannot pretend to start
constexpr double kFeintBrake_mps2 = 5;

}  // namespace

Refusal AdjustSpeed::check() const {
  return std::fabs(speed_mps) <= kMostChange_mps ? Refusal::none : Refusal::out_of_range;
}

Progress AdjustSpeed::go_on(const DirectedActor& a, Lease& lease, traffic::Dials& dials) const {
  dials.speed_change_mps = speed_mps;
  const world::Track& track = a.track();
  const double own =
      static_cast<double>(std::min(traffic::road_mps(a.driver.traits, track.limit_mps), track.bend_mps));
  const bool is_reached = std::fabs(a.speed_mps() - std::max(0.0, own + speed_mps)) < kPaceReached_mps;
  return is_once(lease) && is_reached ? Progress{LeaseState::done} : Progress{};
}

Progress Halt::go_on(const DirectedActor& a, Lease& lease, traffic::Dials& dials) const {
  dials.throttle = Throttle::halt;
  return is_once(lease) && a.speed_mps() == 0 ? Progress{LeaseState::done} : Progress{};
}

Progress Launch::go_on(const DirectedActor& a, Lease& lease, traffic::Dials& dials) const {
  dials.throttle = Throttle::launch;
  dials.ignores_light = dials.goes_first = true;
  const bool is_through = !a.track().is_corridor() && a.track().carriageway != lease.way;
  return is_once(lease) && is_through ? Progress{LeaseState::done} : Progress{};
}

Beginning Lurch::begin(const DirectedActor& a, Lease&) const {
  return {a.speed_mps() <= kFeintFrom_mps ? Refusal::none : Refusal::out_of_range};
}

Progress Lurch::go_on(const DirectedActor& a, Lease& lease, traffic::Dials& dials) const {
  lease.is_later = lease.is_later || (a.tick().time - lease.begun).seconds() >= kFeint_s;
  if (lease.is_later && a.speed_mps() == 0) {
    a.driver.begin_track();  // what the driver decided about the intersection during the feint does not count
    return {LeaseState::done};
  }
  dials.throttle = lease.is_later ? Throttle::slow : Throttle::launch;
  dials.slow_mps2 = kFeintBrake_mps2;
  dials.ignores_light = dials.goes_first = !lease.is_later;
  return {};
}

Refusal Brake::check() const {
  const bool is_possible =
      decel_mps2 > 0 && decel_mps2 <= kMostDecel_mps2 && speed_mps >= 0 && speed_mps <= kMostChange_mps;
  return is_possible ? Refusal::none : Refusal::out_of_range;
}

Progress Brake::go_on(const DirectedActor& a, Lease& lease, traffic::Dials& dials) const {
  dials.throttle = Throttle::slow;
  dials.slow_mps2 = decel_mps2;
  dials.slow_to_mps = speed_mps;
  return is_once(lease) && a.speed_mps() <= speed_mps + kBrakedTo_mps ? Progress{LeaseState::done}
                                                                      : Progress{};
}

}  // namespace backlot::direct
