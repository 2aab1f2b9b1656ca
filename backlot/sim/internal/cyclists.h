// Cyclists that are put on the roads. They are extras, as vehicles with engines are: rows of the same tables, moved by the same loop.
#pragma once

#include <cstddef>

namespace backlot::sim {

struct Run;

// Spreads cyclists over the tracks that are for them, every metre as likely, where no extra is near; the others wait outside. How many found room.
std::size_t spread_cyclists(Run& run, std::size_t count);

}  // namespace backlot::sim
