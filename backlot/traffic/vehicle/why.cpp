#include "backlot/traffic/vehicle/why.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/traffic/vehicle/decide.h"
#include "backlot/traffic/vehicle/driver_machine.h"
#include "backlot/traffic/vehicle/following.h"
#include "backlot/traffic/vehicle/internal/witness.h"

namespace backlot::traffic {

namespace {

constexpr double kStillGaining = 0.2;  // with more of its acceleration than this a vehicle still gains speed
constexpr double kFollowing = 0.1;     // a vehicle that takes away less of it than this is no leader yet

std::vector<std::string> names_of(const hcsm::MachineOutline& machine, hcsm::StateSet active) {
  std::vector<std::string> names;
  for (const hcsm::StateId state : active.down()) {
    if (machine.state(state).kind != hcsm::StateKind::leaf) continue;
    std::string name = machine.state(state).name;
    for (hcsm::StateId up = machine.state(state).parent; !machine.state(up).parent.is_empty();
         up = machine.state(up).parent)
      name.insert(0, machine.state(up).name + ".");
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

std::string_view to_text(Limit limit) {
  switch (limit) {
    case Limit::free_road:
      return "free_road";
    case Limit::speed_limit:
      return "speed_limit";
    case Limit::bend:
      return "bend";
    case Limit::leader:
      return "leader";
    case Limit::crossing:
      return "crossing";
    case Limit::merging:
      return "merging";
    case Limit::red_light:
      return "red_light";
    case Limit::stop_line:
      return "stop_line";
    case Limit::gap:
      return "gap";
    case Limit::exit_room:
      return "exit_room";
    case Limit::lane_end:
      return "lane_end";
    case Limit::oncoming:
      return "oncoming";
    case Limit::overtaken:
      return "overtaken";
    case Limit::reaction:
      return "reaction";
    case Limit::directive:
      return "directive";
  }
  return "free_road";
}

namespace internal {

void Listener::asks(Limit limit, double accel_mps2, ObjectAhead object) {
  BACKLOT_ASSERT(!std::isnan(accel_mps2), "an acceleration is a number");
  if (!(accel_mps2 < least_mps2_)) return;
  least_mps2_ = accel_mps2;
  why_.limit = limit;
  why_.waits_for = object == nullptr ? std::nullopt : objects.*object;
  why_.corridor = why_.others_corridor = {};
  why_.gap.reset();
}

void Listener::queues(const Lead& lead) {
  asks(Limit::leader, 0, &ObjectsAhead::lead);
  if (objects.lead) why_.leader = {*objects.lead, lead.gap_m, lead.speed_mps};
}

void Listener::drives(const DriverTraits& traits, const Pace& pace, const Lead& lead, double accel_mps2) {
  const double v = self_.speed(), a = static_cast<double>(traits.accel_mps2);
  const double free = free_accel(traits, v, std::min(pace.wanted_mps, pace.road_mps));
  if (free > kStillGaining * a) {
    asks(Limit::free_road, free);
  } else {
    asks(is_bend(traits, Stretch::here) ? Limit::bend : Limit::speed_limit, free);
  }
  const double taken = lead_term(traits, v, lead);
  if (taken > kFollowing * a && taken > a - free) asks(Limit::leader, accel_mps2, &ObjectsAhead::lead);
  if (objects.lead) why_.leader = {*objects.lead, lead.gap_m, lead.speed_mps};
}

void Listener::slows_down(const DriverTraits& traits, double accel_mps2) {
  asks(is_bend(traits, Stretch::ahead) ? Limit::bend : Limit::speed_limit, accel_mps2);
}

void Listener::overtakes(const OvertakingAdvice& advice) {
  const Limit limit = advice.is_overtaken                    ? Limit::overtaken
                      : advice.phase == Overtaking::gives_up ? Limit::oncoming
                                                             : Limit::leader;
  asks(limit, advice.most_mps2);
}

void Listener::asks_at_crossing(const WhyStop& why, double accel_mps2) {
  BACKLOT_ASSERT(!std::isnan(accel_mps2), "an acceleration is a number");
  if (!(accel_mps2 < least_mps2_)) return;
  asks(why.limit, accel_mps2);
  why_.waits_for = why.object;
  why_.corridor = why.corridor;
  why_.others_corridor = why.others_corridor;
  why_.gap = why.gap;
}

void Listener::stops(const DriverTraits& traits, const Perception& seen) {
  const double v = self_.speed(), sight = sight_m(v);
  if (const double room = seen.crossing.room_m; room < sight) {
    const double wish =
        seen.crossing.is_unlit ? pulling_up_accel(traits, v, room) : stopping_accel(traits, v, room);
    asks_at_crossing(stop, wish);
  }
  asks_at_crossing(slow, most_at_crossing(seen.crossing, traits));
  if (seen.lane.room_m < sight) asks(Limit::lane_end, stopping_accel(traits, v, seen.lane.room_m));
  if (seen.is_reacting) asks(Limit::reaction, 0);
}

// Whether the stretch under the vehicle, or of those ahead the one for which it has to brake hardest, slows it down by its bend, not by its
// limit.
bool Listener::is_bend(const DriverTraits& traits, Stretch which) const {
  const world::Trail& trail = self_.mover.trail;
  const double v = self_.speed();
  double begins = -self_.mover.metres, most = 0;  // of the track, from the guide; braking
  bool bends = false;
  for (std::uint32_t k = 0; k <= trail.ahead(); ++k) {
    const world::Track& track = around_.tracks[k == 0 ? trail.current() : trail.ahead(k - 1)];
    for (const world::SpeedZone& zone : around_.tracks.zones(track)) {
      const double away = begins + static_cast<double>(zone.from_m);
      const float road = road_mps(traits, zone.limit_mps);
      const auto speed = static_cast<double>(std::min(road, zone.bend_mps));
      if ((which == Stretch::here) != (away <= 0)) continue;
      const double braking = which == Stretch::here ? most : (v * v - speed * speed) / (2 * away);
      if (braking < most) continue;  // of those under the vehicle the last one counts
      most = braking;
      bends = zone.bend_mps < road;
    }
    begins += track.length;
  }
  return bends;
}

}  // namespace internal

Why find_why(const Surroundings& around, const Self& self, const Driver& driver) {
  // the driver decides on a copy of its mind, and what it saw is kept
  Perception seen;
  Surroundings asked = around;
  asked.perceived = &seen;
  Driver copy = driver;
  const Command command = decide(asked, self, copy);

  // then the vehicles that it saw are found, and which wish asks for the least
  internal::Listener listener(around, self);
  const double sight = sight_m(self.speed());
  const Ahead ahead = internal::find_ahead(around, self, sight, listener.objects);
  if (waits_in_queue(self, driver.traits, ahead.lead)) {
    listener.queues(ahead.lead);
  } else {
    internal::find_crossing(around, self, driver, sight, listener.stop, listener.slow);
    internal::report_wishes(self, driver, seen, listener);
  }
  Why why = listener.why();
  why.states = names_of(driver_machine().outline(), driver.states);
  why.accel_mps2 = command.accel_mps2;
  return why;
}

}  // namespace backlot::traffic
