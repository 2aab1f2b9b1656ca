// What the signals of an intersection are to be: groups that show the same, and the programme by which they change.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace backlot::network {

enum class Aspect : std::uint8_t {
  dark,
  red,
  red_yellow,
  green,        // go, yielding as the rules say
  green_arrow,  // go, protected
  yellow,
  flashing_yellow,
  flashing_red,
};
constexpr std::uint32_t count_of(Aspect) { return 8; }
std::string_view to_text(Aspect aspect);

// A stretch of the cycle; one aspect for each group, in their order.
struct SignalInterval {
  double duration_s = 0;
  std::vector<Aspect> aspects;

  friend bool operator==(const SignalInterval&, const SignalInterval&) = default;
};

struct SignalsDescription {
  std::vector<std::string> groups;
  std::vector<SignalInterval> programme;  // repeats
  double offset_s = 0;  // the programme begins at this time, and every cycle before and after

  friend bool operator==(const SignalsDescription&, const SignalsDescription&) = default;
};

}  // namespace backlot::network
