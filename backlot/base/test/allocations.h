// Counts every allocation of the program that asks, to show that some work makes none.
#pragma once

#include <cstddef>

namespace backlot::base {

// Since the start of the program, over all threads. 0 with the thread sanitizer.
std::size_t allocation_count();

}  // namespace backlot::base
