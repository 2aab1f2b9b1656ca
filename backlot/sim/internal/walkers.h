// The table of walkers: people on foot, in the order of their coming.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "backlot/direct/placing.h"
#include "backlot/traffic/pedestrian/walker.h"
#include "backlot/world/ids.h"
#include "backlot/world/loose_body.h"
#include "backlot/world/object_numbers.h"
#include "backlot/world/occupancy.h"

namespace backlot::sim {

struct Run;

// A slot of ObjectNumbers that is a row of this table.
inline bool is_walker(std::uint32_t slot) { return world::ObjectNumbers::is_walker_slot(slot); }
inline std::size_t walker_row(std::uint32_t slot) { return world::ObjectNumbers::row_of(slot); }
inline std::uint32_t walker_slot(std::size_t row) {
  return world::ObjectNumbers::kExternal | world::ObjectNumbers::kWalker | static_cast<std::uint32_t>(row);
}

// One more walker, standing at a place of a footway; that it entered is said. The caller sees to it that there is room, and says what becomes
// of the lists.
struct NewWalker {
  world::FootwayId footway{};
  bool is_along = true;
  double metres = 0, offset = 0;  // of the footway; to the left of growing metres
};
world::ObjectId insert_walker(Run& run, const NewWalker& place);
// The sidewalk or corner whose middle is nearest to a place; empty where there is none.
std::optional<world::FootwayId> nearest_sidewalk(const world::Footways& footways,
                                                 const geometry::WorldPoint& place);
// One more walker that stands at a place, on that footway or beside it, and waits to be told something.
world::ObjectId insert_standing(Run& run, const direct::NewPerson& person, world::FootwayId footway);
// Of a row that is there: the row, and the number with it.
void remove_walker(Run& run, std::size_t row);

// The leaver is alone from now on; those that it leaves stay together.
void leave_group(std::vector<traffic::Walker>& walkers, traffic::Walker& leaver);

// Null for an object that left, and for one that is no walker.
traffic::Walker* find_walker(Run& run, world::ObjectId id);

// What a walker of the run finds its way by.
traffic::Wayfinding wayfinding(const Run& run, std::uint32_t number);

// In the stage `drive`: each looks at the crowd and the occupancy of the step's beginning, decides, and moves. Writes the walkers and their entries
// of the next step; the sum of their hashes.
std::uint64_t move_walkers(Run& run);
void add_entries_of_walkers(Run& run, world::EntryBatch& entries);

// As a body that no lane for vehicles binds, for questions.
world::LooseBody loose_body_of(const traffic::Walker& walker);

}  // namespace backlot::sim
