// The sequential update: by their numbers one after the other decides, moves, and is in the occupancy where he is then.
#include <algorithm>

#include "backlot/sim/simulation.h"

namespace backlot::sim {

std::uint64_t Simulation::drive_in_turn(const base::Tick& tick) {
  find_own_entries();
  traffic::SignalView signals(roads_.conflicts, clocks_, tick.time);
  const traffic::Surroundings around{roads_.tracks, roads_.conflicts, occupancy_,
                                     tick,          signals,          !externals_.is_empty()};
  Tally tally;
  log_.begin_chunks(1);
  std::uint64_t sum = 0;
  std::size_t last_batch = kFirstChunkBatch;
  for (const OwnEntries& now : own_entries_) {
    if (now.first == now.last) continue;
    const world::EntryBatch& entries = entries_[now.batch];
    const std::size_t slot = numbers_.slot(entries[now.first].id);
    filings_[slot].entry = own_entry(slot);
    sum += drive_one(slot, around, tally, log_.of_chunk(0)).hash;
    occupancy_.remove(entries, now.first, now.last);
    if (leaves_[slot] != 0) continue;
    const OwnEntries next = add_next_entries(slot, last_batch);
    last_batch = next.batch;
    occupancy_.insert(next_[next.batch], next.first, next.last);
  }
  tally_.add(tally);
  log_.take_chunks();
  return sum;
}

void Simulation::find_own_entries() {
  own_entries_.assign(numbers_.generations().size(), {});
  for (std::size_t b = 0; b < entries_.size(); ++b) {
    if (b == kExternalBatch) continue;  // they have moved already
    const world::EntryBatch& batch = entries_[b];
    for (std::size_t k = 0; k < batch.size(); ++k) {
      OwnEntries& own = own_entries_[batch[k].id];
      if (own.first == own.last) own = {b, k, k};
      own.last = k + 1;
    }
  }
}

// Into the given batch, or the first after it that has room: what is in the occupancy must stay where it is.
Simulation::OwnEntries Simulation::add_next_entries(std::size_t slot, std::size_t batch) {
  one_.clear();
  add_entries_of(slot, one_);
  while (batch < next_.size() && next_[batch].room() < one_.size()) ++batch;
  if (batch == next_.size()) next_.emplace_back().reserve(std::max(kBatch, one_.size()));
  world::EntryBatch& entries = next_[batch];
  const std::size_t first = entries.size();
  note_entries_of(slot, next_, batch);
  for (std::size_t k = 0; k < one_.size(); ++k) entries.add(one_.strip(k), one_[k]);
  return {batch, first, entries.size()};
}

}  // namespace backlot::sim
