// Work that is shared out to all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace backlot::bench {

// Calls do_one(k) for all k below `count`, on `jobs` threads; 0: as many as there are cores.
void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& do_one, std::size_t jobs = 0);

}  // namespace backlot::bench
