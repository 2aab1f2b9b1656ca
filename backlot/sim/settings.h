// What a run is made from, besides the roads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlot/base/sim_time.h"
#include "backlot/sim/demand.h"
#include "backlot/sim/external.h"
#include "backlot/traffic/pedestrian/traits.h"
#include "backlot/traffic/signal/synchronise.h"
#include "backlot/traffic/vehicle/routing/turning_shares.h"
#include "backlot/traffic/vehicle/traits.h"

namespace backlot::sim {

// Which world a driver decides by.
enum class Update : std::uint8_t {
  transactional,  // the world at the beginning of the step
  sequential  // the world in which all vehicles with smaller numbers have moved already: one after the other, on one thread
};

// What happens when the bodies of two extras touch. An extra that touches an external object always becomes a wreck;
// what happens to that object is ExternalSettings::stops_at_contact.
enum class ContactLaw : std::uint8_t {
  count,  // the contact is counted and told as an event; both go on
  wreck   // both become wrecks: they brake, stand and stay
};

struct SimulationSettings {
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  traffic::DriverSet drivers = traffic::town_drivers();
  traffic::WalkerSet walkers{};
  double mean_trip_m = 3000;
  std::vector<Flow> flows{};  // vehicles that come in from outside, besides those that are kept on the road
  traffic::TurningShares turning_shares{};
  bool counts_contacts = true;  // every step looks for bodies that overlap
  ContactLaw contacts = ContactLaw::count;
  Update update = Update::transactional;
  std::vector<traffic::ClockLimits>
      signal_limits{};            // by programme; those past its end have the usual limits
  std::uint64_t sort_every = 40;  // steps: the tables by place, for speed; the result does not depend on it
  ExternalSettings externals{};
  // Directors look at the run, and tell actors what to do, once in so long, where steps are shorter; zero: in every step. Leases and lights are
  // kept in every step all the same.
  base::Duration directors_look_every{};
};

}  // namespace backlot::sim
