// The closest point against the exhaustive reference, over points that are chosen to hurt. The test runs it with 10^7
// points, the long benchmark with 10^9.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "backlot/geometry/ribbon.h"

namespace backlot::geometry::test {

// One ribbon's result, or the sum of many.
struct CampaignResult {
  std::uint64_t points = 0;
  std::uint64_t queries = 0;
  std::uint64_t failures = 0;
  std::array<std::uint64_t, 128> iterations{};  // histogram, the last bin takes the rest
  std::uint64_t by_hint = 0, by_fallback = 0, cold = 0, at_end = 0;
  std::uint64_t plain_points = 0, newton_failures = 0, quadratic_failures = 0;
  std::vector<std::string> reproductions;  // one line each, the first few

  void add(const CampaignResult& other);
};

// Points `first` to `first + count` of the ribbon's endless list for this seed: the same points whatever the count.
CampaignResult run_campaign(const std::string& name, const Ribbon& ribbon, std::uint64_t seed,
                            std::uint64_t first, std::uint64_t count);

std::string to_text(const CampaignResult& result);

}  // namespace backlot::geometry::test
