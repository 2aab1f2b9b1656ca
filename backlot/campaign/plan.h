// The plan of a campaign: all its runs, in the order in which results are shown. It depends on the suites and the choice alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backlot/base/result.h"
#include "backlot/campaign/case.h"
#include "backlot/campaign/suite.h"

namespace backlot::campaign {

// One part of `of` equal ones.
struct Shard {
  std::size_t number = 1, of = 1;  // 1 <= number <= of
};
// "2/5"; empty where the text says no shard.
std::optional<Shard> read_shard(const std::string& text);

// What the command line says; what is not given is left to the suites.
struct PlanChoice {
  std::vector<Seeds> seeds{};
  std::vector<std::string> drivers{};
  std::vector<std::pair<std::string, std::string>> parameters{};  // they replace those of the same name
  std::optional<double> timeout_s{};
  std::vector<std::string> filters{};  // a case stays whose name holds one of them
  std::vector<std::string> tags{};     // a case stays that has one of them
  Shard shard{};
};

struct Plan {
  std::vector<Case> cases{};
  std::size_t selected = 0;  // by filters and tags, before the shard was taken
};

// More runs than this are refused.
inline constexpr std::size_t kMostRuns = 20'000'000;

// Cases in the order of the suites; of each case, combination by combination; of each of these, driver by driver; of each of these, seed by seed. Fails where
// that is too many runs (K120).
base::Result<Plan> make_plan(const std::vector<SuiteDescription>& suites, const PlanChoice& choice);

}  // namespace backlot::campaign
