// Plays a campaign on a cluster: plans shards, submits them to Slurm, follows them, and submits again what died.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/campaign/campaign_run.h"
#include "apps/cli/cluster/campaign_folder.h"
#include "backlot/campaign/shards.h"

namespace backlot::cli {

struct ClusterSettings {
  std::string campaigns{};  // the folder in which the folder of the campaign is made
  std::string adopted{};    // the folder of a campaign that is gone on with; empty: a new one
  std::size_t nodes = 0;    // 0: as many as there is room for
  std::string partition{};
  double shard_s = 60;         // that a shard is to take
  bool is_detached = false;    // submits, and follows nothing
  bool prints_script = false;  // prints the script of the first array job, and does nothing else
};

// What the campaign is, besides its cases.
struct ClusterPlan {
  std::vector<std::string> command{};  // ClusterCampaign
  std::string identity{}, name{};
  PlayOptions play{};
  std::size_t jobs = 0;
  std::string database{};
  std::int64_t campaign = 0;
  campaign::RunCosts costs{};  // of runs that were played before
  // For each result that a machine of the cluster left, once. False: it could not be kept.
  std::function<bool(std::size_t, const campaign::CaseResult&)> keep{};
};

// Results of the cases without one in `known`, as run_campaign() gives them. Without costs one run of each case is played here first, and its result counts. With
// `is_detached` or `prints_script` nothing is followed, and the outcome has only the results that are known.
CampaignOutcome run_on_cluster(const std::vector<campaign::Case>& cases, ClusterPlan plan,
                               const ClusterSettings& settings,
                               std::vector<std::optional<campaign::CaseResult>> known, CasePlayer& player);

}  // namespace backlot::cli
