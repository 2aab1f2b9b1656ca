#include "backlot/sim/internal/externals.h"

#include <cmath>
#include <optional>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/record/watched_events.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/crossing.h"

namespace backlot::sim {

namespace {

constexpr std::size_t kNear = 64;  // strips near one place, hardly more

std::uint64_t hash_of(const ExternalBody& b) {
  base::Hasher hasher;
  hasher.add(b.number);
  hasher.add(static_cast<std::uint32_t>(b.behaviour.index()));
  for (const double value : {b.body.middle.x, b.body.middle.y, b.body.middle.z, b.body.heading_x,
                             b.body.heading_y, b.body.speed_mps, b.body.bend_1pm})
    hasher.add(value);
  return hasher.value();
}

// What an external object did in the step, found from its poses; with the events of motion of all others.
void tell_watched(Run& run, std::size_t row) {
  BACKLOT_ASSERT(row < run.state.externals.size(), "there is no such external object");
  ExternalBody& external = run.state.externals[row];
  const world::Watched seen =
      world::watch(run.roads, external.body, external.watch, run.memory.places,
                   run.memory.around[row].find(run.roads.tracks.network(), external.body));
  const network::Aspect aspect =
      seen.crossed && !seen.crossed->corridor.is_empty()
          ? traffic::SignalView(run.roads.conflicts, run.state.clocks, run.state.tick.time)
                .aspect(seen.crossed->corridor)
          : network::Aspect::dark;
  record::add_events(seen, run.state.tick.time + run.state.tick.step, run.state.numbers.id(external.number),
                     aspect, run.memory.log.of_chunk(0));
}

}  // namespace

void add_external_row(Run& run, ExternalBody body) {
  BACKLOT_ASSERT(static_cast<std::size_t>(body.kind) < world::kObjectKinds, "an object has a kind");
  RunState& s = run.state;
  StepMemory& m = run.memory;
  BACKLOT_ASSERT(s.externals.size() < kMostExternals, "a run has no room for more external objects");
  s.numbers.move(body.number, external_slot(s.externals.size()));
  s.externals.push_back(std::move(body));
  // so that no step takes memory
  m.external_answers.reserve(2 * s.externals.capacity());
  m.around.resize(s.externals.size());
  m.loose.answers.reserve(kNear);
  m.loose.whole.reserve(kNear);
  m.loose.foretold.reserve(4 * kNear);
  m.lists.reserve(run);
}

void erase_external_row(Run& run, std::size_t row) {
  std::vector<ExternalBody>& bodies = run.state.externals;
  BACKLOT_ASSERT(row < bodies.size(), "there is no such external object");
  bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(row));
  run.memory.around.erase(run.memory.around.begin() + static_cast<std::ptrdiff_t>(row));
  for (std::size_t k = row; k < bodies.size(); ++k)
    run.state.numbers.move(bodies[k].number, external_slot(k));
}

void take_commands(Run& run, std::span<const ExternalCommand> commands, base::Duration dt) {
  RunState& s = run.state;
  std::vector<ExternalAnswer>& answers = run.memory.external_answers;
  answers.clear();
  for (const ExternalCommand& command : commands) {
    const std::optional<std::uint32_t> slot = s.numbers.find_slot(command.id);
    const bool is_known = slot && is_external(*slot);
    answers.push_back({command.id, is_known ? take_command(command, s.tick, dt, run.settings.externals,
                                                           s.externals[external_row(*slot)])
                                            : ExternalNote::unknown});
  }
  for (const ExternalBody& body : s.externals) {
    if (body.is_commanded() && !(body.has_command && body.taken_at == s.tick.time))
      answers.push_back({s.numbers.id(body.number), ExternalNote::missing});
  }
}

void look_at_place(Run& run, ExternalBody& external) {
  external.watch = {};
  world::watch(run.roads, external.body, external.watch, run.memory.places);
}

std::uint64_t move_externals(Run& run) {
  std::uint64_t sum = 0;
  const base::Tick& tick = run.state.tick;
  run.memory.log.begin_chunks(1);
  for (std::size_t row = 0; row < run.state.externals.size(); ++row) {
    ExternalBody& external = run.state.externals[row];
    world::LooseBody& body = external.body;
    const world::LooseBody before = body;
    move(tick, run.settings.externals, external);
    if (!std::holds_alternative<ByPose>(external.behaviour) && body.middle != before.middle)
      world::follow_surface(run.roads.tracks.network(), run.memory.around[row], body);
    external.accel_mps2 = external.has_jumped ? 0 : (body.speed_mps - before.speed_mps) / tick.step.seconds();
    const bool stood = before.speed_mps == 0 && body.speed_mps == 0 && body.middle == before.middle;
    if (!stood) tell_watched(run, row);
    sum += hash_of(external);
  }
  add_entries_of_externals(run, run.memory.lists.next_of_loose());
  return sum;
}

void add_entries_of_externals(Run& run, world::EntryBatch& entries) {
  for (std::size_t row = 0; row < run.state.externals.size(); ++row) {
    const ExternalBody& body = run.state.externals[row];
    const world::LooseSigns signs{body.number, traffic::announce_m(std::fabs(body.body.speed_mps)),
                                  body.is_parked() && body.body.speed_mps == 0};
    world::add_entries(run.roads, body.body, signs, run.memory.around[row], run.memory.loose, entries);
  }
}

std::span<const world::LooseObject> list_loose(Run& run) {
  std::vector<world::LooseObject>& listed = run.memory.listed;
  listed.clear();
  for (const ExternalBody& body : run.state.externals) listed.push_back({body.number, body.body, body.kind});
  for (const traffic::Walker& walker : run.state.walkers)
    listed.push_back({walker.number, loose_body_of(walker), world::ObjectKind::pedestrian});
  return listed;
}

}  // namespace backlot::sim
