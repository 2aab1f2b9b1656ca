// The stage `contacts`: pairs of bodies that touch are found while the occupancy is made; then they are counted and told, and what touched
// becomes a wreck.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backlot/world/occupancy.h"

namespace backlot::sim {

struct Run;

// ---- within `occupy`. Reads bodies and lists; writes `StepMemory::contacts`
void begin_contacts(Run& run, std::size_t chunks);
// Bodies on a strip that overlap, for any number of threads: each chunk of strips has a list of its own.
void find_contacts(Run& run, const world::EntryList& list, std::size_t chunk);
// The pairs of all strips, each pair once.
void gather_contacts(Run& run);

// ---- the stage. Reads the contacts; writes tally, events, `RunState::touching`, and objects that become wrecks
void meet(Run& run);

// An object that left touches no other: its number may soon be another's.
void forget_contacts_of(Run& run, std::uint32_t number);

}  // namespace backlot::sim
