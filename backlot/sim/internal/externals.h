// The table of external objects: few, in the order of their coming. They take commands, move, and show where they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "backlot/sim/external.h"
#include "backlot/world/loose_listing.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"

namespace backlot::sim {

struct Run;

inline constexpr std::size_t kEntriesOfExternal = 256;  // in all lists, with room to grow

// A slot of ObjectNumbers is a row of the table of extras, of this table, or of that of walkers.
inline bool is_extra(std::uint32_t slot) { return world::ObjectNumbers::is_extra_slot(slot); }
inline bool is_external(std::uint32_t slot) {
  return !is_extra(slot) && !world::ObjectNumbers::is_walker_slot(slot);
}
inline std::size_t external_row(std::uint32_t slot) { return world::ObjectNumbers::row_of(slot); }
inline std::uint32_t external_slot(std::size_t row) {
  return world::ObjectNumbers::kExternal | static_cast<std::uint32_t>(row);
}

// Its number is found in this table from now on, or in none.
void add_external_row(Run& run, ExternalBody body);
void erase_external_row(Run& run, std::size_t row);

// Finds the place on the network of an object that was put there, anew.
void look_at_place(Run& run, ExternalBody& external);

// Before a step: one answer for each command, in their order, then one for each object without a command that could be taken. Writes the
// external objects and `StepMemory::external_answers`.
void take_commands(Run& run, std::span<const ExternalCommand> commands, base::Duration dt);

// In the stage `drive`: each moves by its own behaviour and looks at no other object. Writes the external objects and their entries of the next
// step; the sum of their hashes.
std::uint64_t move_externals(Run& run);
void add_entries_of_externals(Run& run, world::EntryBatch& entries);

// External objects by row, then walkers by row, for questions; good until one of them changes.
std::span<const world::LooseObject> list_loose(Run& run);

}  // namespace backlot::sim
