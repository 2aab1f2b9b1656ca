// A run: a world of traffic on const roads, and the step that moves it (step.cpp has it on one page).
//
//   Simulation run(roads, {.seed = 7});
//   run.insert_spread(100);
//   run.step(base::Duration::from_milliseconds(100));
//   run.frame(frame);                                    // after the step: the world as plain values, and run.events()
//
// The same inputs give the same bits for any number of threads. What stands under "between steps" is asked and done between two calls of step.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "backlot/base/diagnostic.h"
#include "backlot/base/sim_time.h"
#include "backlot/direct/direction.h"
#include "backlot/direct/director.h"
#include "backlot/direct/lights.h"
#include "backlot/look/snapshot.h"
#include "backlot/record/event.h"
#include "backlot/record/frame.h"
#include "backlot/sim/contact.h"
#include "backlot/sim/external.h"
#include "backlot/sim/external_changes.h"
#include "backlot/sim/people.h"
#include "backlot/sim/placing.h"
#include "backlot/sim/settings.h"
#include "backlot/sim/tally.h"
#include "backlot/traffic/signal/signal_clocks.h"
#include "backlot/traffic/vehicle/why.h"
#include "backlot/world/roads.h"

namespace backlot::sim {

struct RunState;

using traffic::VehicleView;

class Simulation {
 public:
  // The roads stay where they are for as long as this runs.
  Simulation(const world::Roads& roads, const SimulationSettings& settings);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  // ---- the step. One longer than 0.1 s is taken in equal parts; one of no length changes nothing but the count of steps
  void step(base::Duration dt) { step(dt, {}); }
  // With commands for external objects; external_answers() tells what became of them. A step of no length takes none.
  void step(base::Duration dt, std::span<const ExternalCommand> commands);

  // ---- after a step
  base::Tick tick() const;  // the next one
  const Tally& tally() const;
  void reset_tally();
  std::uint64_t hash() const;  // of motion: a chain of all frames so far
  // The world as it is now, into memory that is used again.
  void frame(record::Frame& frame, const record::FrameOptions& options = {}) const;
  std::optional<record::FrameObject> find_object(world::ObjectId id) const;  // one of them; empty if it left
  // Of the last step; of a long one, of all its parts. What happens between steps is told with the next one.
  std::span<const record::Event> events() const;
  std::uint64_t events_hash() const;  // a chain of all events so far
  // Pairs of bodies that touch, as the occupancy was last refreshed: each step begins with that.
  std::span<const Contact> contacts() const;
  std::span<const ExternalAnswer> external_answers() const;
  // Vehicles that wait outside, of the number that is kept on the road; those of flows wait in queues of their own.
  std::uint64_t waiting_outside() const;
  std::span<const FlowState> flow_states() const;  // by flow: how it has gone so far

  // ---- extras, between steps
  // Spreads vehicles over the roads, no more than one on 25 m of lane; returns how many found room.
  std::size_t insert_spread(std::size_t count);
  // Spreads cyclists over the roads that are for them (world/roads/cycleways.h), where there is room; the others wait outside. Returns how many found
  // room. One that leaves the roads comes in again elsewhere.
  std::size_t spread_cyclists(std::size_t count);
  // How many of the extras are cyclists.
  std::size_t cyclists() const;
  // One vehicle at a place, driving; the caller sees to it that there is room.
  world::ObjectId insert(world::ObjectKind kind, world::TrackId track, double metres, double speed_mps);
  // The same at a place of a strip, in the direction in which its lane is travelled, where there is room.
  Added add(world::ObjectKind kind, network::StripId strip, double distance, double offset, double speed_mps);
  // What a driver is like, from now on; false for a vehicle that left.
  bool set_traits(world::ObjectId id, const traffic::DriverTraits& traits);
  std::size_t size() const;
  // In the order of the tables, which is sorted by place now and then.
  VehicleView vehicle(std::size_t slot) const;
  // Empty for an object that left, and for external ones.
  std::optional<VehicleView> find(world::ObjectId id) const;
  // Why a driver drives as it does now.
  std::optional<traffic::Why> explain(world::ObjectId id);

  // ---- people on foot (people.h), between steps
  People people();
  std::span<const traffic::Walker> walkers() const;  // in the order of their coming

  // ---- external objects (external.h), between steps
  // Anywhere, also on top of others. Without a shape it has that of its kind.
  AddedExternal add_external(world::ObjectKind kind, const PoseCommand& pose, const Behaviour& behaviour,
                             const std::optional<world::BodyShape>& shape = std::nullopt);
  // Of any object, extras too: it stays where it is and goes on as it moves. Why it cannot be, or nothing.
  std::string_view set_behaviour(world::ObjectId id, const Behaviour& behaviour);
  std::size_t external_count() const;
  ExternalView external(std::size_t row) const;  // in the order of their coming
  std::optional<ExternalView> find_external(world::ObjectId id) const;
  // Takes any object off the road; false for one that left.
  bool remove(world::ObjectId id);
  // The role of any object, as frames show it ("subject"); an empty name takes it away. False for an object that left.
  bool set_role(world::ObjectId id, std::string_view role);

  // ---- direction, between steps: the answers are among those of the next step
  // A director of the run, stepped within each step and part of the state (direct/director.h).
  direct::IssuerId add_director(std::unique_ptr<direct::Director> director);
  const direct::Directors& directors() const;
  bool tell(direct::IssuerId director, const hcsm::Message& message);  // for its next step
  direct::DirectiveNumber direct(direct::Directive directive);
  bool cancel(direct::DirectiveNumber number);
  // While one director has claimed an actor, no other can direct it. An actor that leaves the road is released.
  direct::ClaimAnswer claim(world::ObjectId actor, direct::IssuerId issuer);
  direct::ClaimAnswer release(world::ObjectId actor, direct::IssuerId issuer);
  const direct::Direction& direction() const;
  // Lights are directed like actors (direct/lights.h).
  direct::LightAnswer ask_light(const direct::LightRequest& request);
  bool release_light(std::uint32_t programme, direct::IssuerId issuer);
  const direct::Lights& lights() const;
  // Asks a programme of signals to be at a phase at a time, past all leases; what is refused changes nothing.
  traffic::SignalAnswer synchronise(const traffic::SignalRequest& request);
  // Of the programmes that were re-timed. SignalView tells what signals show.
  const traffic::SignalClocks& signal_clocks() const;

  // ---- questions, between steps
  const world::Roads& roads() const;
  const world::Occupancy& occupancy() const;
  // Brings the occupancy to the bodies as they are; the next step need not do it again.
  void refresh_occupancy();
  // The world as it is now, for the questions of look/. Good until the next step, and until an object is added or removed.
  look::Snapshot snapshot();

  // ---- the state, between steps
  const RunState& state() const;
  // A run of its own that goes on from here: the same bits, as long as it is told the same.
  Simulation fork() const;
  // As bytes. A run on the same network with the same settings, on any number of threads, goes on from them as this one does.
  std::string save() const;
  // Bytes that are no such state leave the run as it was, and the diagnostics say why (S101 ...).
  base::Diagnostics restore(std::string_view bytes);

 private:
  std::unique_ptr<struct Run> run_;
};

}  // namespace backlot::sim
