// Everything that a run saves, as plain data. One list of its fields serves saving, restoring and hashing, and a copy of it is a fork of the
// run. What else a run holds follows from this, the roads and the settings (step_memory.h).
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/base/huge_pages.h"
#include "backlot/base/sim_time.h"
#include "backlot/direct/direction.h"
#include "backlot/direct/director.h"
#include "backlot/direct/lights.h"
#include "backlot/record/event_log.h"
#include "backlot/sim/contact.h"
#include "backlot/sim/demand.h"
#include "backlot/sim/external.h"
#include "backlot/sim/roles.h"
#include "backlot/sim/tally.h"
#include "backlot/traffic/pedestrian/walker.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/traffic/vehicle/driver.h"
#include "backlot/world/mover.h"
#include "backlot/world/object_numbers.h"

namespace backlot::sim {

// One row for each extra, by slot.
template <class Row>
using Table = std::vector<Row, base::HugePages<Row>>;

struct RunState {
  base::Tick tick;         // the next one
  std::uint64_t hash = 0;  // of all frames so far

  // ---- objects. Extras, by slot: neighbours on the road are neighbours in memory, so a slot changes its owner now and then
  std::vector<std::uint32_t> number_of;
  Table<world::Mover> movers;
  Table<traffic::Driver> drivers;
  // external objects, in the order of their coming
  std::vector<ExternalBody> externals;
  // people on foot, in the order of their coming
  std::vector<traffic::Walker> walkers;
  // by number
  world::ObjectNumbers numbers;
  std::vector<std::uint64_t> streams;  // of random numbers
  Roles roles;

  // ---- vehicles that come in
  std::uint64_t entered = 0;                 // how many ever did
  std::uint64_t outside = 0;                 // vehicles that wait to enter
  std::uint64_t cyclists_outside = 0;        // besides them
  std::vector<base::SimTime> entrance_free;  // by entrance: from when on the next vehicle may try
  std::vector<FlowState> flows;
  // ---- people that come out of doors
  std::uint64_t came_on_foot = 0;     // groups, and people alone, that ever did
  std::uint64_t outside_on_foot = 0;  // people that wait to come

  // ---- direction
  direct::Direction direction;
  direct::Directors directors;
  direct::Lights lights;
  traffic::SignalClocks clocks;

  // ---- what happened
  record::EventsSoFar events;
  std::vector<Contact> touching;  // in the last step: a pair that touches now and did not then has a contact
  Tally tally;

  static void visit(auto& self, auto& field) {
    field(self.tick, self.hash, self.number_of, self.movers, self.drivers, self.externals, self.walkers,
          self.numbers, self.streams, self.roles, self.entered, self.outside, self.cyclists_outside,
          self.entrance_free, self.flows, self.came_on_foot, self.outside_on_foot, self.direction,
          self.directors, self.lights, self.clocks, self.events, self.touching, self.tally);
  }
};

// A hash of all fields. It takes as long as saving; `hash` above is the cheap one, made in every step.
std::uint64_t hash_of(const RunState& state);

}  // namespace backlot::sim
