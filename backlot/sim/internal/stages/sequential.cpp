// The sequential update of the stage `drive`.
#include "backlot/sim/internal/object_lists_ahead.h"
#include "backlot/sim/internal/stages/drive.h"
#include "backlot/sim/run.h"

namespace backlot::sim {

std::uint64_t drive_in_turn(Run& run) {
  ObjectLists& lists = run.memory.lists;
  traffic::SignalView signals(run.roads.conflicts, run.state.clocks, run.state.tick.time);
  const traffic::Surroundings around = run.surroundings(run.state.tick, signals);
  Tally tally;
  run.memory.log.begin_chunks(1);
  std::uint64_t sum = 0;
  std::size_t last_batch = ObjectLists::kFirstChunkBatch;
  for (const ObjectLists::OwnEntries& now : lists.find_own_entries(run)) {
    if (now.first == now.last) continue;
    const std::size_t slot = run.state.numbers.slot(lists.number_at(now));
    lists.find_own_entry(run, slot);
    sum += drive_one(run, slot, around, tally, run.memory.log.of_chunk(0)).hash;
    lists.take_out(now);
    if (run.memory.leaves[slot] == 0) lists.put_in(run, slot, last_batch);
  }
  run.state.tally.add(tally);
  run.memory.log.take_chunks(run.state.events);
  return sum;
}

}  // namespace backlot::sim
