// What drivers draw random numbers for; each use has a stream of its own.
#pragma once

#include <cstdint>

namespace backlot::traffic {

struct Purpose {
  static constexpr std::uint32_t traits = 1;
  static constexpr std::uint32_t turns = 2;
  static constexpr std::uint32_t trips = 3;
  static constexpr std::uint32_t placing = 4;
  static constexpr std::uint32_t kind = 5;
  static constexpr std::uint32_t arrivals = 6;
  static constexpr std::uint32_t placing_cyclists = 7;
};

}  // namespace backlot::traffic
