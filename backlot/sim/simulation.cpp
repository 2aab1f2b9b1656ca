#include "backlot/sim/simulation.h"

#include <utility>

#include "backlot/base/assert.h"
#include "backlot/sim/internal/cyclists.h"
#include "backlot/sim/internal/directing.h"
#include "backlot/sim/internal/explain.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/frame.h"
#include "backlot/sim/internal/rows.h"
#include "backlot/sim/internal/stages/enter.h"
#include "backlot/sim/internal/state_file.h"
#include "backlot/sim/internal/step.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

Simulation::Simulation(const world::Roads& roads, const SimulationSettings& settings)
    : run_(std::make_unique<Run>(roads, settings)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::step(base::Duration dt, std::span<const ExternalCommand> commands) {
  sim::step(*run_, dt, commands);
}

// ---- after a step

base::Tick Simulation::tick() const { return run_->state.tick; }
const Tally& Simulation::tally() const { return run_->state.tally; }
void Simulation::reset_tally() { run_->state.tally = {}; }
std::uint64_t Simulation::hash() const { return run_->state.hash; }
void Simulation::frame(record::Frame& frame, const record::FrameOptions& options) const {
  make_frame(*run_, frame, options);
}
std::optional<record::FrameObject> Simulation::find_object(world::ObjectId id) const {
  return sim::find_object(*run_, id);
}
std::span<const record::Event> Simulation::events() const { return run_->memory.log.events(); }
std::uint64_t Simulation::events_hash() const { return run_->state.events.hash; }
std::span<const Contact> Simulation::contacts() const { return run_->memory.contacts; }
std::span<const ExternalAnswer> Simulation::external_answers() const { return run_->memory.external_answers; }
std::uint64_t Simulation::waiting_outside() const { return run_->state.outside; }
std::span<const FlowState> Simulation::flow_states() const { return run_->state.flows; }

// ---- extras

std::size_t Simulation::insert_spread(std::size_t count) { return sim::insert_spread(*run_, count); }

std::size_t Simulation::spread_cyclists(std::size_t count) { return sim::spread_cyclists(*run_, count); }
std::size_t Simulation::cyclists() const { return run_->memory.cyclists; }

world::ObjectId Simulation::insert(world::ObjectKind kind, world::TrackId track, double metres,
                                   double speed_mps) {
  const world::ObjectId id =
      insert_extra(*run_, {.kind = kind, .track = track, .metres = metres, .speed_mps = speed_mps});
  run_->memory.lists.forget();
  return id;
}

Added Simulation::add(world::ObjectKind kind, network::StripId strip, double distance, double offset,
                      double speed_mps) {
  return add_extra(*run_, kind, strip, distance, offset, speed_mps, AtRoadEnd::returns);
}

bool Simulation::set_traits(world::ObjectId id, const traffic::DriverTraits& traits) {
  const std::optional<std::uint32_t> slot = run_->state.numbers.find_extra(id);
  if (slot) run_->state.drivers[*slot].traits = traits;
  return slot.has_value();
}

std::size_t Simulation::size() const { return run_->state.movers.size(); }

VehicleView Simulation::vehicle(std::size_t slot) const { return view_of(*run_, slot); }
std::optional<VehicleView> Simulation::find(world::ObjectId id) const { return find_extra(*run_, id); }

std::optional<traffic::Why> Simulation::explain(world::ObjectId id) { return sim::explain(*run_, id); }

// ---- people on foot

People Simulation::people() { return People(*run_); }
std::span<const traffic::Walker> Simulation::walkers() const { return run_->state.walkers; }

// ---- external objects

AddedExternal Simulation::add_external(world::ObjectKind kind, const PoseCommand& pose,
                                       const Behaviour& behaviour,
                                       const std::optional<world::BodyShape>& shape) {
  return sim::add_external(*run_, kind, pose, behaviour, shape);
}

std::string_view Simulation::set_behaviour(world::ObjectId id, const Behaviour& behaviour) {
  return sim::set_behaviour(*run_, id, behaviour);
}

std::size_t Simulation::external_count() const { return run_->state.externals.size(); }

ExternalView Simulation::external(std::size_t row) const {
  BACKLOT_ASSERT(row < run_->state.externals.size(), "there is no such external object");
  const ExternalBody& external = run_->state.externals[row];
  return {run_->state.numbers.id(external.number), external};
}

std::optional<ExternalView> Simulation::find_external(world::ObjectId id) const {
  const std::optional<std::uint32_t> slot = run_->state.numbers.find_slot(id);
  return slot && is_external(*slot) ? std::optional(external(external_row(*slot))) : std::nullopt;
}

bool Simulation::remove(world::ObjectId id) { return remove_object(*run_, id); }

bool Simulation::set_role(world::ObjectId id, std::string_view role) {
  const bool is_there = run_->state.numbers.find_slot(id).has_value();
  if (is_there) run_->state.roles.set(id.slot(), role);
  return is_there;
}

// ---- direction

direct::IssuerId Simulation::add_director(std::unique_ptr<direct::Director> director) {
  run_->state.events.has_watchers = true;
  return run_->state.directors.add(std::move(director));
}
const direct::Directors& Simulation::directors() const { return run_->state.directors; }
bool Simulation::tell(direct::IssuerId director, const hcsm::Message& message) {
  return run_->state.directors.tell(director, message);
}

direct::DirectiveNumber Simulation::direct(direct::Directive directive) {
  return issue(*run_, std::move(directive));
}
bool Simulation::cancel(direct::DirectiveNumber number) { return run_->state.direction.cancel(number); }
direct::ClaimAnswer Simulation::claim(world::ObjectId actor, direct::IssuerId issuer) {
  return sim::claim(*run_, actor, issuer);
}
direct::ClaimAnswer Simulation::release(world::ObjectId actor, direct::IssuerId issuer) {
  return sim::release(*run_, actor, issuer);
}
direct::LightAnswer Simulation::ask_light(const direct::LightRequest& request) {
  return sim::ask_light(*run_, request);
}
bool Simulation::release_light(std::uint32_t programme, direct::IssuerId issuer) {
  return sim::release_light(*run_, programme, issuer);
}
const direct::Lights& Simulation::lights() const { return run_->state.lights; }

const direct::Direction& Simulation::direction() const { return run_->state.direction; }

traffic::SignalAnswer Simulation::synchronise(const traffic::SignalRequest& request) {
  return run_->state.clocks.synchronise(run_->roads.conflicts.signals(), run_->state.tick.time, request);
}

const traffic::SignalClocks& Simulation::signal_clocks() const { return run_->state.clocks; }

// ---- questions

const world::Roads& Simulation::roads() const { return run_->roads; }
const world::Occupancy& Simulation::occupancy() const { return run_->memory.lists.occupancy(); }
void Simulation::refresh_occupancy() { run_->memory.lists.refresh(*run_); }
look::Snapshot Simulation::snapshot() { return sim::snapshot(*run_); }

// ---- the state

const RunState& Simulation::state() const { return run_->state; }

Simulation Simulation::fork() const {
  Simulation other(run_->roads, run_->settings);
  other.run_->memory.foot_routes = run_->memory.foot_routes;
  replace_state(*other.run_, run_->state);
  return other;
}

std::string Simulation::save() const { return sim::save(*run_); }
base::Diagnostics Simulation::restore(std::string_view bytes) { return sim::restore(*run_, bytes); }

}  // namespace backlot::sim
