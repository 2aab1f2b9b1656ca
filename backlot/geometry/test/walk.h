// An agent that wanders over, across and off a ribbon in any direction, asking at every step where it is: the paper's "no
// failures in six months" as a test. 10^6 steps in the test, 10^8 in the long benchmark.
#pragma once

#include <cstdint>
#include <string>

#include "backlot/geometry/ribbon.h"

namespace backlot::geometry::test {

struct WalkResult {
  std::uint64_t steps = 0;
  std::uint64_t lost = 0;   // no answer, or one that does not lead back to the point
  std::uint64_t jumps = 0;  // an answer that does not follow from the one before
  std::uint64_t edge_crossings = 0, end_crossings = 0, joint_crossings = 0, backward = 0;
  std::string reproduction;  // of the first failure

  void add(const WalkResult& other);
};

WalkResult run_walk(const std::string& name, const Ribbon& ribbon, std::uint64_t seed, std::uint64_t steps);

std::string to_text(const WalkResult& result);

}  // namespace backlot::geometry::test
