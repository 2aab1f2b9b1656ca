// The rows of extras: one more, one less, in the order of places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "backlot/traffic/vehicle/driver.h"
#include "backlot/world/body.h"
#include "backlot/world/ids.h"
#include "backlot/world/mover.h"

namespace backlot::sim {

struct Run;

// Where and how an extra begins.
struct NewExtra {
  world::ObjectKind kind = world::ObjectKind::car;
  world::TrackId track{};
  double metres = 0;
  double speed_mps = 0;
  // Of random numbers; without one it has the stream of its number. A vehicle of a flow drives until the road ends.
  std::optional<std::uint64_t> stream{};
  // To the left of the lane's centre; without it, where the driver keeps. Elsewhere it drives over to where it keeps.
  std::optional<double> lateral{};
  bool is_visitor = false;  // without a stream: it drives until the road ends, and does not come back
};

// One more extra, with a driver of its own; that it entered is said. The caller sees to it that there is room, and says what becomes of the lists
// (ObjectLists::forget or list_newcomers).
world::ObjectId insert_extra(Run& run, const NewExtra& extra);

// Memory for so many rows at once: tables that grow row by row hold the old rows and twice as many new ones for a while.
void reserve_rows(Run& run, std::size_t count);
// A row for an object that has a number already.
void add_row(Run& run, std::uint32_t number, const world::Mover& mover, const traffic::Driver& driver);
void erase_row(Run& run, std::size_t slot);
// The row, and the number with it.
void remove_extra(Run& run, std::size_t slot);

traffic::Driver new_driver(const Run& run, world::ObjectKind kind, std::uint64_t stream);
// By the shares of the settings; a function of seed and draw.
world::ObjectKind draw_kind(const Run& run, std::uint64_t draw);

// Neighbours on the road become neighbours in memory. Writes every table by slot; the result of a run does not depend on it.
void sort_by_place(Run& run);

}  // namespace backlot::sim
