#include "backlot/network/unknown_names.h"

#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "backlot/base/suggest.h"

namespace backlot::network {

std::string unknown_strip(const Network& network, std::string_view name) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < network.strips().size(); ++i)
    names.emplace_back(network.name_of(StripId::from_size(i)));
  const std::string guess = base::did_you_mean(name, names);
  return fmt::format("no way or corridor \"{}\"{}{}", name, guess.empty() ? "" : "; ", guess);
}

std::string unknown_lane(const Network& network, StripId strip, std::string_view name) {
  std::string lanes;
  const Strip& on = network.strip(strip);
  for (std::uint32_t i = 0; i < on.lane_count; ++i)
    lanes += fmt::format("{}{}", i == 0 ? "" : ", ", network.name_of(LaneId(on.first_lane + i)));
  return fmt::format("\"{}\" has no lane \"{}\"; it has {}", network.name_of(strip), name, lanes);
}

}  // namespace backlot::network
