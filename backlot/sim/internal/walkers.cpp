#include "backlot/sim/internal/walkers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/sim/internal/events.h"
#include "backlot/sim/internal/foot_traffic.h"
#include "backlot/sim/internal/stages/contacts.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/pedestrian/walk.h"
#include "backlot/traffic/pedestrian/walker_machine.h"

namespace backlot::sim {

namespace {

using traffic::Walker;

std::uint64_t hash_of(const Walker& w) {
  base::Hasher hasher;
  hasher.add(w.number);
  hasher.add(w.states.bits());
  hasher.add(w.footway.raw());
  for (const double value : {w.at.x, w.at.y, w.velocity_x, w.velocity_y, w.heading_x, w.heading_y})
    hasher.add(value);
  return hasher.value();
}

traffic::WalkerSurroundings surroundings(const Run& run, traffic::SignalView& signals) {
  return {run.roads,
          run.memory.lists.occupancy(),
          signals,
          run.state.tick,
          run.settings.seed,
          run.memory.foot_routes.get(),
          run.drivers_all_yield};
}

}  // namespace

traffic::Wayfinding wayfinding(const Run& run, std::uint32_t number) {
  BACKLOT_ASSERT(number < run.state.streams.size(), "each number has a stream");
  return {run.roads.footways, run.memory.foot_routes.get(), run.settings.seed, run.state.streams[number]};
}

void leave_group(std::vector<Walker>& walkers, Walker& leaver) {
  if (leaver.is_alone()) return;
  for (Walker& walker : walkers) {
    if (walker.fellow != leaver.number || walker.number == leaver.number) continue;
    walker.fellow = leaver.fellow == walker.number ? traffic::kAlone : leaver.fellow;
  }
  leaver.fellow = traffic::kAlone;
}

world::ObjectId insert_walker(Run& run, const NewWalker& place) {
  RunState& s = run.state;
  BACKLOT_CHECK(s.walkers.size() < kMostWalkers, "a run has no room for more walkers");
  const world::ObjectId id = s.numbers.create(walker_slot(s.walkers.size()));
  if (id.slot() >= s.streams.size()) s.streams.resize(id.slot() + 1U);
  const std::uint64_t stream = s.streams[id.slot()] = s.numbers.own_stream(id.slot());
  Walker walker;
  walker.number = id.slot();
  walker.traits = traffic::draw_walker(run.settings.walkers, run.settings.seed, stream);
  walker.panel = run.walker_panel.at_rest();
  traffic::put_on_footway(wayfinding(run, walker.number), place.footway, place.is_along, place.metres,
                          place.offset, walker);
  s.walkers.push_back(walker);
  run.memory.lists.reserve(run);
  queue_entered(run, id);
  return id;
}

std::optional<world::FootwayId> nearest_sidewalk(const world::Footways& footways,
                                                 const geometry::WorldPoint& place) {
  std::optional<world::FootwayId> best;
  double least2 = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < footways.all().size(); ++k) {
    const world::Footway& footway = footways.all()[k];
    if (footway.kind == world::FootwayKind::crosswalk) continue;
    const auto id = world::FootwayId::from_size(k);
    const traffic::FootPlace near = traffic::nearest_on(footways, id, place);
    const double beyond = near.metres - std::clamp(near.metres, 0.0, footway.length);
    const double away2 = beyond * beyond + near.offset * near.offset;
    if (away2 >= least2) continue;
    least2 = away2;
    best = id;
  }
  return best;
}

world::ObjectId insert_standing(Run& run, const direct::NewPerson& person, world::FootwayId id) {
  const world::Footways& footways = run.roads.footways;
  const world::Footway& footway = footways[id];
  const traffic::FootPlace near = traffic::nearest_on(footways, id, person.at);
  const double metres = std::clamp(near.metres, 0.0, footway.length);
  const world::FootPiece& piece = footways.pieces(footway)[near.piece];
  const world::ObjectId added =
      insert_walker(run, {id, piece.ux * person.heading_x + piece.uy * person.heading_y >= 0, metres, 0});
  Walker& walker = run.state.walkers.back();
  const std::uint64_t stream = run.state.streams[walker.number];
  if (person.age) {
    const double children = *person.age == traffic::Age::child ? 1 : 0,
                 elders = *person.age == traffic::Age::elder ? 1 : 0;
    walker.traits = traffic::draw_walker({children, elders}, run.settings.seed, stream);
  }
  walker.at = person.at;
  walker.heading_x = person.heading_x;
  walker.heading_y = person.heading_y;
  const bool is_beside =
      std::fabs(near.offset) + static_cast<double>(walker.traits.radius_m) > piece.half_width ||
      metres != near.metres;
  if (is_beside) {
    constexpr double kStandsOn_m = 0.1;
    traffic::take_shortcut({.ux = person.heading_x, .uy = person.heading_y, .length_m = kStandsOn_m}, walker);
  } else {
    walker.piece = near.piece;
    walker.metres = near.metres;
    walker.offset = near.offset;
  }
  deliver(run.walker_panel, walker.panel, hcsm::press(traffic::walker_panel::kStop));
  return added;
}

void remove_walker(Run& run, std::size_t row) {
  RunState& s = run.state;
  BACKLOT_ASSERT(row < s.walkers.size(), "there is no such walker");
  const std::uint32_t number = s.walkers[row].number;
  leave_group(s.walkers, s.walkers[row]);
  forget_contacts_of(run, number);
  s.roles.forget(number);
  s.walkers.erase(s.walkers.begin() + static_cast<std::ptrdiff_t>(row));
  for (std::size_t k = row; k < s.walkers.size(); ++k) s.numbers.move(s.walkers[k].number, walker_slot(k));
  s.numbers.destroy(s.numbers.id(number));
}

Walker* find_walker(Run& run, world::ObjectId id) {
  const std::optional<std::uint32_t> slot = run.state.numbers.find_slot(id);
  return slot && is_walker(*slot) ? &run.state.walkers[walker_row(*slot)] : nullptr;
}

std::uint64_t move_walkers(Run& run) {
  std::vector<Walker>& walkers = run.state.walkers;
  StepMemory& m = run.memory;
  m.crowd.build(walkers);
  m.walker_hashes.assign(chunks_of(walkers.size()), 0);
  run.workers.for_chunks(walkers.size(), kChunk, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    traffic::SignalView signals(run.roads.conflicts, run.state.clocks, run.state.tick.time);
    const traffic::WalkerSurroundings around = surroundings(run, signals);
    std::uint64_t hash = 0;
    for (std::size_t k = first; k < last; ++k) {
      traffic::walk(around, m.crowd, run.state.streams[walkers[k].number], walkers[k]);
      hash += hash_of(walkers[k]);
    }
    BACKLOT_ASSERT(chunk < m.walker_hashes.size(), "each chunk has a place for what it found");
    m.walker_hashes[chunk] = hash;
  });
  leave_on_foot(run);
  add_entries_of_walkers(run, m.lists.next_of_loose());
  std::uint64_t sum = 0;
  for (const std::uint64_t hash : m.walker_hashes) sum += hash;
  return sum;
}

void add_entries_of_walkers(Run& run, world::EntryBatch& entries) {
  traffic::SignalView signals(run.roads.conflicts, run.state.clocks, run.state.tick.time);
  const traffic::WalkerSurroundings around = surroundings(run, signals);
  for (const Walker& walker : run.state.walkers) {
    if (walker.shortcut.is_on) {
      world::SurfacesAround surfaces;
      world::add_entries(run.roads, loose_body_of(walker), {walker.number, 0, false}, surfaces,
                         run.memory.loose, entries);
    } else {
      traffic::add_entries(around, walker, entries);
    }
  }
}

world::LooseBody loose_body_of(const Walker& walker) {
  world::LooseBody body;
  body.shape = walker.traits.shape();
  body.middle = walker.at;
  body.heading_x = walker.heading_x;
  body.heading_y = walker.heading_y;
  body.speed_mps = walker.speed_mps();
  return body;
}

}  // namespace backlot::sim
