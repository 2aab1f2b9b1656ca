// Two bodies that overlap.
#pragma once

#include <compare>
#include <cstdint>

namespace backlot::sim {

// By number of the object, the smaller one first.
struct Contact {
  std::uint32_t one = 0, other = 0;

  static void visit(auto& self, auto& field) { field(self.one, self.other); }
  friend auto operator<=>(const Contact&, const Contact&) = default;
};

}  // namespace backlot::sim
