// A run from the inside: what it is made from, its state, and the memory of its step. The stages of a step (internal/stages/) are free functions on
// it, and so is what callers do between two steps. Simulation is its face.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backlot/hcsm/panel.h"
#include "backlot/sim/demand.h"
#include "backlot/sim/run_state.h"
#include "backlot/sim/settings.h"
#include "backlot/sim/step_memory.h"
#include "backlot/sim/workers.h"
#include "backlot/traffic/signal/signal_view.h"
#include "backlot/traffic/vehicle/routing/turning_shares.h"
#include "backlot/traffic/vehicle/surroundings.h"
#include "backlot/world/nose_guiding.h"
#include "backlot/world/roads.h"

namespace backlot::sim {

inline constexpr std::size_t kChunk = 256;                  // extras that one thread takes at a time
inline constexpr std::size_t kMostExtras = 65533 * kChunk;  // the numbers of their batches have 16 bits
inline constexpr std::size_t kMostExternals = 4096;
inline constexpr std::size_t kMostWalkers = 1U << 24U;
inline constexpr base::Duration kLongestStep = base::Duration::from_milliseconds(100);

inline std::size_t chunks_of(std::size_t count) { return (count + kChunk - 1) / kChunk; }

struct Run {
  // The roads stay where they are for as long as this runs.
  Run(const world::Roads& roads, const SimulationSettings& settings);

  // ---- const
  const world::Roads& roads;
  const SimulationSettings settings;
  const std::array<world::LongShape, world::kVehicleKinds> shapes;
  const traffic::Turning turning;
  const Demand demand;
  const hcsm::ControlPanel walker_panel;  // of each walker
  const bool drivers_all_yield;           // to people at the kerb

  RunState state;
  StepMemory memory;
  Workers workers;

  const world::BodyShape& shape_of(const world::Mover& m) const {
    const world::LongShape& shape = shapes[static_cast<std::size_t>(m.kind)];
    return m.is_nose_guided ? shape.nose_guided : shape.usual;
  }
  std::uint64_t stream_of(std::size_t slot) const { return state.streams[state.number_of[slot]]; }
  bool has_externals() const { return !state.externals.empty(); }
  // Bodies that no lane for vehicles binds: external objects and walkers.
  bool has_loose() const { return has_externals() || !state.walkers.empty(); }
  world::BodyBox box_of(std::uint32_t number) const;

  // What drivers may look at in a step.
  traffic::Surroundings surroundings(const base::Tick& tick, traffic::SignalView& signals) const {
    return {roads.tracks,
            roads.conflicts,
            memory.lists.occupancy(),
            tick,
            signals,
            has_loose(),
            memory.cyclists > 0 ? &roads.cycleways : nullptr,
            turning.shares.carriageways().empty() ? nullptr : &turning.shares};
  }

  // An event of this step; or one that waits until its order is known, or for the next step.
  void report(const record::Event& event) { memory.log.add(event, state.events); }
  void queue_event(const record::Event& event) { state.events.queue(event); }
};

// Takes over a sound state of the same roads and settings, and makes from it what is not in it.
void replace_state(Run& run, RunState state);

}  // namespace backlot::sim
