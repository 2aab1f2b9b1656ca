// Plays the cases of a plan, in worker processes or in this one.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/campaign/play_case.h"
#include "apps/cli/exit_code.h"
#include "backlot/campaign/result.h"

namespace backlot::cli {

// A run without a limit of its own may take so long, wall time, all its tries together.
inline constexpr double kTimeout_s = 600;

struct CampaignSettings {
  PlayOptions play{};
  std::size_t jobs = 0;    // worker processes; 0: as many as there are cores
  bool is_inside = false;  // no workers: one case after the other in this process
  std::string name{};      // for the progress
  // With pages of runs (PlayOptions::details): all runs get one, rather than those that do not pass and the first of each case that passes.
  bool has_all_pages = false;
  // Called for each case when a worker is given it, again for another try.
  std::function<void(std::size_t)> begin{};
  // Called for each result as soon as it is there, in any order. False: it could not be kept, and the campaign ends.
  std::function<bool(std::size_t, const campaign::CaseResult&)> keep{};
};

struct CampaignOutcome {
  // By case of the plan; empty for one that was not played, since the campaign ended before.
  std::vector<std::optional<campaign::CaseResult>> results;
  ExitCode code = ExitCode::clean;  // bad_input or broken: why it ended early, which was said; interrupted
};

// Cases with a result in `known` are not played again. The player is the one of this process: it has loaded the scenes already.
CampaignOutcome run_campaign(const std::vector<campaign::Case>& cases, const CampaignSettings& settings,
                             std::vector<std::optional<campaign::CaseResult>> known, CasePlayer& player);

}  // namespace backlot::cli
