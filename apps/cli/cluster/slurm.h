// Slurm, through its own commands: sbatch, squeue, scancel and sinfo. A controller that does not answer is an answer here: callers wait and ask again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/cluster/campaign_folder.h"

namespace backlot::cli {

// What a command said.
struct CommandAnswer {
  int code = -1;  // 127: there is no such command; 128 + signal where one ended it
  std::string out{}, err{};
};
// Runs a command without a shell; after `limit_s` it is killed.
CommandAnswer run_command(const std::vector<std::string>& command, double limit_s);

// One task of an array job of ours that is in the queue.
struct QueuedTask {
  std::size_t batch = 0, index = 0;
  bool is_running = false;
  bool is_held = false;  // Slurm starts it no more by itself
  std::string state{};   // "PENDING"
  std::string node{};    // where it runs
};

class Slurm {
 public:
  explicit Slurm(const CampaignFolder& folder) : folder_(folder) {}

  // Whether sbatch and squeue are on the PATH.
  static bool is_installed();
  // The fewest cores that a machine of the partition has; 0 where Slurm does not tell.
  static std::size_t cores_of_node(const std::string& partition);

  // The script that plays a batch of shards as one array job.
  std::string script(const ClusterCampaign& campaign, std::size_t batch, std::size_t tasks) const;
  // False where Slurm did not take it; then `why` says what it said.
  bool submit(const ClusterCampaign& campaign, std::size_t batch, std::size_t tasks, std::string& why) const;
  // All tasks of this campaign; empty optional where the controller does not answer.
  std::optional<std::vector<QueuedTask>> queue(std::string& why) const;
  bool cancel(std::size_t batch, std::string& why) const;
  bool cancel(const QueuedTask& task, std::string& why) const;

 private:
  // Of an array job: names tell our jobs apart, also those whose numbers we never learnt.
  std::string job_name(std::size_t batch) const;

  const CampaignFolder& folder_;
};

}  // namespace backlot::cli
