#include "backlot/sim/internal/stages/drive.h"

#include <bit>

#include "backlot/base/assert.h"
#include "backlot/base/hash.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/object_lists_ahead.h"
#include "backlot/sim/internal/stages/move.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/vehicle/decide.h"

namespace backlot::sim {

namespace {

// A hash of one extra; the frame adds them up, so that their order does not count. Each word is spread by an odd factor of its
// own: a sum without a chain from one to the next.
std::uint64_t hash_of(std::uint32_t number, const world::Mover& m, const traffic::Driver& d) {
  std::uint64_t sum = number, factor = 0x9e3779b97f4a7c15U;
  const auto add = [&](std::uint64_t word) {
    sum += (word ^ (word >> 32U)) * factor;
    factor += 0xbf58476d1ce4e5b8U;  // even: the factor stays odd
  };
  add(std::bit_cast<std::uint64_t>(m.guide.x));
  add(std::bit_cast<std::uint64_t>(m.guide.y));
  add(std::bit_cast<std::uint64_t>(m.heading_x));
  add(std::bit_cast<std::uint64_t>(m.heading_y));
  add(std::bit_cast<std::uint64_t>(m.metres));
  add(std::bit_cast<std::uint64_t>(m.speed_mps));
  add(std::bit_cast<std::uint64_t>(m.lateral));
  add((std::uint64_t{m.trail.current().raw()} << 32U) | d.draws);
  add((std::uint64_t{std::bit_cast<std::uint32_t>(d.intent_s)} << 32U) | (d.is_committed() ? 1U : 0U) |
      (d.is_held() ? 2U : 0U) | (d.has_stopped() ? 4U : 0U) |
      (static_cast<std::uint32_t>(d.overtaking()) << 3U));
  return base::mix_bits(sum);
}

// The extras of one chunk, one after the other. The sum of their hashes.
std::uint64_t drive_chunk(Run& run, std::size_t chunk, std::size_t first, std::size_t last, Tally& tally) {
  BACKLOT_ASSERT(first <= last && last <= run.state.movers.size(), "a chunk is a stretch of the table");
  ObjectLists& lists = run.memory.lists;
  std::vector<record::Event>& events = run.memory.log.of_chunk(chunk);
  traffic::SignalView signals(run.roads.conflicts, run.state.clocks, run.state.tick.time);
  const traffic::Surroundings around = run.surroundings(run.state.tick, signals);
  std::uint64_t hash = 0;
  lists.find_own_entry(run, first);
  for (std::size_t k = first; k < last; ++k) {
    lists.prefetch(run, k, last, chunk);
    const Driven driven = drive_one(run, k, around, tally, events);
    hash += driven.hash;
    if (driven.is_unchanged && lists.keeps(k)) {
      lists.keep_next(run, k, chunk);
    } else if (run.memory.leaves[k] == 0) {
      lists.put_next(run, k, chunk);
    }
  }
  return hash;
}

// By transactional update: all at once. The sum of all hashes.
std::uint64_t drive_at_once(Run& run) {
  StepMemory& m = run.memory;
  const std::size_t count = run.state.movers.size(), chunks = chunks_of(count);
  m.log.begin_chunks(chunks);
  if (chunks == 1) {
    const std::uint64_t hash = drive_chunk(run, 0, 0, count, run.state.tally);
    m.log.take_chunks(run.state.events);
    return hash;
  }
  m.chunk_tallies.assign(chunks, {});
  m.chunk_hashes.assign(chunks, 0);
  run.workers.for_chunks(count, kChunk, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    Tally tally;  // not that of the chunk: other threads write beside it meanwhile
    BACKLOT_ASSERT(chunk < m.chunk_hashes.size() && chunk < m.chunk_tallies.size(),
                   "each chunk has a place for what it found");
    m.chunk_hashes[chunk] = drive_chunk(run, chunk, first, last, tally);
    m.chunk_tallies[chunk] = tally;
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t h : m.chunk_hashes) sum += h;
  for (const Tally& t : m.chunk_tallies) run.state.tally.add(t);
  m.log.take_chunks(run.state.events);
  return sum;
}

}  // namespace

Driven drive_one(Run& run, std::size_t slot, const traffic::Surroundings& around, Tally& tally,
                 std::vector<record::Event>& events) {
  RunState& s = run.state;
  BACKLOT_ASSERT(slot < s.drivers.size(), "there is no such extra");
  traffic::Driver& driver = s.drivers[slot];
  const world::Mover& mover = s.movers[slot];
  const std::uint32_t number = s.number_of[slot];
  const hcsm::StateSet before = driver.states;
  const traffic::Self self{number,
                           run.shape_of(mover),
                           mover,
                           run.memory.stances[slot],
                           run.memory.lists.own_entry(slot),
                           s.direction.find_dials(number),
                           driver.traits.yields_on_foot};
  const traffic::Command command = traffic::decide(around, self, driver);
  const bool has_moved = move(run, slot, command, around, tally, events);
  return {hash_of(number, mover, driver), !has_moved && driver.states == before};
}

// External objects and walkers, before all extras; the sum of their hashes.
std::uint64_t move_loose(Run& run) {
  std::uint64_t sum = 0;
  if (run.has_externals()) sum += move_externals(run);
  if (!run.state.walkers.empty()) sum += move_walkers(run);
  // by sequential update all others see where they are now
  if (run.settings.update == Update::sequential) run.memory.lists.replace_loose();
  return sum;
}

void drive(Run& run) {
  RunState& s = run.state;
  run.memory.lists.begin_next(run);
  const std::size_t count = s.movers.size();
  const std::uint64_t outside = run.has_loose() ? move_loose(run) : 0;
  const std::uint64_t sum =
      outside + (run.settings.update == Update::sequential ? drive_in_turn(run) : drive_at_once(run));
  run.memory.lists.end_next();
  ++s.tally.steps;
  s.tally.agent_steps += count;
  const std::uint64_t direction = s.direction.hash() + s.directors.hash() + s.lights.hash() + s.clocks.hash();
  s.hash = base::mix_bits(s.hash ^ (sum + direction)) + s.tick.index;
}

}  // namespace backlot::sim
