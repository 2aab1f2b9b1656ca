// The table of external objects: few, in order of their coming. Takes their commands, moves them, and tells where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/sim/external.h"
#include "backlot/world/loose_listing.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"
#include "backlot/world/roads.h"

namespace backlot::sim {

class Externals {
 public:
  // The slots of numbers that belong to them have this bit; the rest is the row here.
  static constexpr std::uint32_t kSlot = world::ObjectNumbers::kElsewhere;
  static constexpr std::size_t kMost = 4096;
  static constexpr std::size_t kEntriesEach = 256;  // in all lists, and room to grow

  bool is_empty() const { return bodies_.empty(); }
  std::size_t size() const { return bodies_.size(); }
  const ExternalBody& operator[](std::size_t row) const { return bodies_[row]; }
  ExternalBody& at(std::size_t row) { return bodies_[row]; }
  // The row of a slot; none where that belongs to an extra.
  static bool is_here(std::uint32_t slot) { return (slot & kSlot) != 0; }
  static std::size_t row_of(std::uint32_t slot) { return slot & ~kSlot; }

  // Its number is found here from now on.
  void add(ExternalBody body, world::ObjectNumbers& numbers);
  void remove(std::size_t row, world::ObjectNumbers& numbers);
  void replace(std::vector<ExternalBody> bodies, world::ObjectNumbers& numbers);

  // One answer for each command, in their order, then those of whom none could be taken.
  void take(std::span<const ExternalCommand> commands, const base::Tick& tick, base::Duration dt,
            const ExternalSettings& settings, const world::ObjectNumbers& numbers);
  std::span<const ExternalAnswer> answers() const { return answers_; }

  // All of them, by one step. A sum of their hashes.
  std::uint64_t move(const world::Roads& roads, const base::Tick& tick, const ExternalSettings& settings);
  void add_entries(const world::Roads& roads, world::EntryBatch& entries);

  // By row, for who looks for somebody; good until one of them changes.
  std::span<const world::LooseObject> list();

 private:
  std::vector<ExternalBody> bodies_;
  std::vector<ExternalAnswer> answers_;
  std::vector<world::LooseObject> listed_;
  world::LooseScratch scratch_;
};

}  // namespace backlot::sim
