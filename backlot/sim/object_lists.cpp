#include "backlot/sim/object_lists.h"

#include <algorithm>
#include <utility>

#include "backlot/base/assert.h"
#include "backlot/sim/internal/externals.h"
#include "backlot/sim/internal/stages/contacts.h"
#include "backlot/sim/internal/walkers.h"
#include "backlot/sim/run.h"
#include "backlot/traffic/pedestrian/walk.h"
#include "backlot/traffic/vehicle/crossing.h"
#include "backlot/world/standing.h"

namespace backlot::sim {

namespace {

using world::EntryFlag;

constexpr std::size_t kEntriesEach = 3;  // of an extra in all lists, on the average no more than this

// Room for those of external objects and walkers.
std::size_t entries_of_loose(const Run& run) {
  return kEntriesOfExternal * run.state.externals.size() +
         traffic::kEntriesOfWalker * run.state.walkers.size();
}

}  // namespace

void add_entries_of(const Run& run, std::size_t slot, world::EntryBatch& entries) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  const traffic::Driver& driver = run.state.drivers[slot];
  const world::Mover& mover = run.state.movers[slot];
  world::Signs signs;
  signs.number = run.state.number_of[slot];
  signs.flags = static_cast<std::uint16_t>(
      (driver.is_committed() ? EntryFlag::committed : 0) | (driver.is_held() ? EntryFlag::held : 0) |
      (driver.is_queued() ? EntryFlag::queued : 0) | (driver.is_clearing() ? EntryFlag::clears : 0) |
      (driver.must_shift() ? EntryFlag::must : 0) | (driver.is_out() ? EntryFlag::overtakes : 0) |
      (driver.intent() == traffic::Side::left ? EntryFlag::wants_left : 0) |
      (driver.intent() == traffic::Side::right ? EntryFlag::wants_right : 0));
  signs.arrived_s = driver.has_stopped() ? static_cast<float>(driver.at_line.seconds()) : world::kNever;
  signs.announce_m = driver.is_stopping() ? 0 : traffic::announce_m(mover.speed_mps);
  world::add_entries(run.roads, run.shape_of(mover), mover, run.memory.stances[slot], signs, entries);
}

void ObjectLists::reserve(const Run& run) {
  occupancy_.reserve(kEntriesEach * run.state.movers.capacity() + entries_of_loose(run));
}

// Room for one batch of each chunk, and for those of newcomers and externals. There are never fewer than there were: they keep their memory.
// A batch that is nearly full grows by an eighth here, where it is empty: filled beyond its room it would double.
void ObjectLists::clear(Batches& batches, std::size_t extras) const {
  while (batches.size() < chunks_of(extras) + kFirstChunkBatch) batches.emplace_back().reserve(kBatch);
  for (world::EntryBatch& batch : batches) {
    const std::size_t used = batch.size();
    const bool is_nearly_full = batch.room() < used / 8;
    batch.clear();
    if (is_nearly_full) batch.reserve(used + used / 8);
  }
}

void ObjectLists::file(const Run& run, std::size_t slot, const Batches& batches, std::size_t which) {
  BACKLOT_ASSERT(which < batches.size() && slot < run.state.movers.size(), "a vehicle is filed in a batch");
  ListedEntries& filing = listed_[slot];
  filing.strip = run.roads.tracks[run.state.movers[slot].trail.current()].strip;
  filing.batch = static_cast<std::uint16_t>(which);
  filing.first = static_cast<std::uint16_t>(batches[which].size());
}

void ObjectLists::put(const Run& run, std::size_t slot, Batches& batches, std::size_t which) {
  file(run, slot, batches, which);
  add_entries_of(run, slot, batches[which]);
}

void ObjectLists::forget() { has_entries_ = false; }

void ObjectLists::forget(std::size_t slot) {
  BACKLOT_ASSERT(slot < listed_.size(), "there is no such row");
  listed_[slot].batch = kNoBatch;
}

void ObjectLists::make_entries(Run& run) {
  const std::size_t count = run.state.movers.size();
  clear(entries_, count);
  run.workers.for_chunks(count, kChunk, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) put(run, k, entries_, kFirstChunkBatch + chunk);
  });
  if (run.has_loose()) {
    for (Batches* batches : {&entries_, &next_}) {
      if (batches->size() > kLooseBatch) (*batches)[kLooseBatch].reserve(entries_of_loose(run));
    }
    add_entries_of_externals(run, entries_[kLooseBatch]);
    add_entries_of_walkers(run, entries_[kLooseBatch]);
  }
  has_entries_ = true;
  is_occupancy_current_ = false;
}

void ObjectLists::refresh(Run& run) {
  if (is_current()) return;
  if (!has_entries_) make_entries(run);
  occupancy_.begin(entries_);
  run.workers.for_chunks(entries_.size(), 1, [&](std::size_t chunk, std::size_t, std::size_t) {
    occupancy_.place(entries_, chunk);
  });
  const std::span<const std::uint32_t> strips = occupancy_.active();
  begin_contacts(run, chunks_of(strips.size()));
  run.workers.for_chunks(strips.size(), kChunk, [&](std::size_t chunk, std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      occupancy_.sort(network::StripId(strips[k]));
      if (run.settings.counts_contacts) find_contacts(run, occupancy_.on(network::StripId(strips[k])), chunk);
    }
  });
  gather_contacts(run);
  is_occupancy_current_ = true;
}

void ObjectLists::list_newcomers(const Run& run, std::size_t first_slot) {
  BACKLOT_ASSERT(first_slot <= run.state.movers.size(), "newcomers stand behind the others");
  for (std::size_t k = first_slot; k < run.state.movers.size(); ++k) put(run, k, entries_, 0);
  is_occupancy_current_ = false;
}

// ---- in the stage `drive`

void ObjectLists::begin_next(const Run& run) { clear(next_, run.state.movers.size()); }

void ObjectLists::put_next(const Run& run, std::size_t slot, std::size_t chunk) {
  put(run, slot, next_, kFirstChunkBatch + chunk);
}

void ObjectLists::keep_next(const Run& run, std::size_t slot, std::size_t chunk) {
  BACKLOT_ASSERT(slot < listed_.size() && listed_[slot].batch < entries_.size(),
                 "a vehicle keeps the entries that it has");
  const world::EntryBatch& now = entries_[listed_[slot].batch];
  const std::size_t first = listed_[slot].first;
  file(run, slot, next_, kFirstChunkBatch + chunk);
  next_[kFirstChunkBatch + chunk].add_of_one(now, first);
}

void ObjectLists::end_next() {
  std::swap(entries_, next_);
  is_occupancy_current_ = false;
}

// ---- by sequential update

const std::vector<ObjectLists::OwnEntries>& ObjectLists::find_own_entries(const Run& run) {
  own_.assign(run.state.numbers.size(), {});
  for (std::size_t b = 0; b < entries_.size(); ++b) {
    if (b == kLooseBatch) continue;  // they have moved already
    const world::EntryBatch& batch = entries_[b];
    for (std::size_t k = 0; k < batch.size(); ++k) {
      OwnEntries& own = own_[batch[k].id];
      if (own.first == own.last) own = {b, k, k};
      own.last = k + 1;
    }
  }
  return own_;
}

void ObjectLists::take_out(const OwnEntries& own) {
  occupancy_.remove(entries_[own.batch], own.first, own.last);
}

// What is in the occupancy must stay where it is: so a batch takes no more than it has room for.
void ObjectLists::put_in(const Run& run, std::size_t slot, std::size_t& batch) {
  BACKLOT_ASSERT(slot < run.state.movers.size(), "there is no such extra");
  one_.clear();
  add_entries_of(run, slot, one_);
  while (batch < next_.size() && next_[batch].room() < one_.size()) ++batch;
  if (batch == next_.size()) next_.emplace_back().reserve(std::max(kBatch, one_.size()));
  world::EntryBatch& entries = next_[batch];
  const std::size_t first = entries.size();
  file(run, slot, next_, batch);
  for (std::size_t k = 0; k < one_.size(); ++k) entries.add(one_.strip(k), one_[k]);
  occupancy_.insert(entries, first, entries.size());
}

void ObjectLists::replace_loose() {
  const world::EntryBatch& before = entries_[kLooseBatch];
  const world::EntryBatch& after = next_[kLooseBatch];
  occupancy_.remove(before, 0, before.size());
  occupancy_.insert(after, 0, after.size());
}

}  // namespace backlot::sim
