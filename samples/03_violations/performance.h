// One performance: a seed, its traffic, the subject, the directors, and what the judge says.
#pragma once

#include <cstdint>
#include <vector>

#include "backlot/record/frame.h"
#include "county_road.h"
#include "judge.h"

namespace violations {

struct Performance {
  Verdict verdict;
  backlot::world::ObjectId subject{};
  // When a vehicle had come into the subject's way, and two seconds and one second before; empty where none did.
  std::vector<backlot::record::Frame> moment;
  std::uint64_t hash = 0;    // of the last frame
  std::size_t contacts = 0;  // of extras with each other
};

Performance perform(const CountyRoad& set, Violation violation, std::uint64_t seed);

}  // namespace violations
