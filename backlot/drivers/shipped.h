// The drivers that come with Backlot, by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "backlot/sut/system.h"

namespace backlot::drivers {

struct Shipped {
  std::string_view name;
  std::string_view what;  // in one line, for --help
  // It may end or hang its process: the harness runs it as a child process.
  bool needs_process = false;
  std::unique_ptr<sut::System> (*make)() = nullptr;
};

// In the order in which they are listed.
std::span<const Shipped> shipped_drivers();
// Null for a name that no shipped driver has.
const Shipped* find_shipped(std::string_view name);

}  // namespace backlot::drivers
