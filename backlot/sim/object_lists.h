// The lists of a run: what each object shows of itself to others (entries), and the occupancy that is made of it.
//
//   entries of now --> occupancy      each driver decides by it
//                                     and writes its entries of the next step --> which then become those of now
//
// Entries are kept in batches: one for vehicles that came in within the step, one for external objects and walkers, then one for each chunk of slots.
// Only this class knows whether entries and occupancy match the bodies as they are now. Code that moves, adds or
// removes a body outside of the stage `drive` must say so (forget).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backlot/network/ids.h"
#include "backlot/world/occupancy.h"

namespace backlot::sim {

struct Run;

class ObjectLists {
 public:
  static constexpr std::size_t kLooseBatch = 1, kFirstChunkBatch = 2;

  explicit ObjectLists(std::size_t strips) : occupancy_(strips) {}

  const world::Occupancy& occupancy() const { return occupancy_; }
  bool is_current() const { return has_entries_ && is_occupancy_current_; }

  // ---- rows of extras, by slot; those that others find of one
  struct ListedEntries {
    network::StripId strip{};            // under its guide,
    std::uint32_t entry = 0;             // and which one of its list it was in the last step
    std::uint16_t batch = 0, first = 0;  // where its entries begin
  };
  void add_row() { listed_.emplace_back(); }
  void reserve_rows(std::size_t count) { listed_.reserve(count); }
  void erase_row(std::size_t slot) { listed_.erase(listed_.begin() + static_cast<std::ptrdiff_t>(slot)); }
  void reset_rows(std::size_t count) { listed_.assign(count, {}); }
  std::vector<ListedEntries>& listed() { return listed_; }
  // Memory for all entries of the objects that there are.
  void reserve(const Run& run);

  // ---- what does not hold any more
  // Bodies were moved, added or removed: all entries are made anew before they are next asked for.
  void forget();
  // The entries of one extra, though it has not moved: what it shows has changed.
  void forget(std::size_t slot);

  // Brings entries and occupancy to the bodies as they are, and finds the pairs that touch. Reads the state; writes these lists and
  // `StepMemory::contacts`.
  void refresh(Run& run);
  // The extras from a slot on have come in within this step, and the entries of all others still hold.
  void list_newcomers(const Run& run, std::size_t first_slot);

  // ---- in the stage `drive`: entries of the next step
  void begin_next(const Run& run);
  world::EntryBatch& next_of_loose() { return next_[kLooseBatch]; }
  // Which entry of the list of its strip is an extra's own, by the occupancy as it is now. It is kept in the filing. This function and
  // prefetch() are in object_lists_ahead.h.
  std::uint32_t find_own_entry(const Run& run, std::size_t slot);
  std::uint32_t own_entry(std::size_t slot) const { return listed_[slot].entry; }
  // The entries of an extra after it moved; or the same as now, where they still hold.
  void put_next(const Run& run, std::size_t slot, std::size_t chunk);
  bool keeps(std::size_t slot) const { return listed_[slot].batch != kNoBatch; }
  void keep_next(const Run& run, std::size_t slot, std::size_t chunk);
  // Prefetches memory ahead of the extra that is computed now: for the extras that follow in this chunk, and for the
  // entries that they write.
  void prefetch(const Run& run, std::size_t slot, std::size_t last, std::size_t chunk);
  // The next step's entries are those of now.
  void end_next();

  // ---- by sequential update: the occupancy follows each extra as it moves
  // The entries of one extra: all in one batch, one after the other.
  struct OwnEntries {
    std::size_t batch = 0, first = 0, last = 0;
  };
  // By number of the object; an empty stretch for a number without an extra.
  const std::vector<OwnEntries>& find_own_entries(const Run& run);
  std::uint32_t number_at(const OwnEntries& own) const { return entries_[own.batch][own.first].id; }
  void take_out(const OwnEntries& own);
  // Puts its entries of the next step into the batch of the last one that was put, or the first after it that has room.
  void put_in(const Run& run, std::size_t slot, std::size_t& batch);
  void replace_loose();

 private:
  using Batches = std::vector<world::EntryBatch>;

  static constexpr std::size_t kBatch = 704;        // entries that a batch has room for at first
  static constexpr std::uint16_t kNoBatch = 65535;  // entries that do not hold any more

  void clear(Batches& batches, std::size_t extras) const;
  void make_entries(Run& run);
  void put(const Run& run, std::size_t slot, Batches& batches, std::size_t which);
  void file(const Run& run, std::size_t slot, const Batches& batches, std::size_t which);

  std::vector<ListedEntries> listed_;
  Batches entries_, next_;
  world::Occupancy occupancy_;
  bool has_entries_ = false;           // entries_ are those of the bodies as they are
  bool is_occupancy_current_ = false;  // and the occupancy is made of them
  // ---- scratch
  std::vector<OwnEntries> own_;
  world::EntryBatch one_;
};

// What an extra shows of itself: appends its entries.
void add_entries_of(const Run& run, std::size_t slot, world::EntryBatch& entries);

}  // namespace backlot::sim
