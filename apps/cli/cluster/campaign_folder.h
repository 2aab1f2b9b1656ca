// The folder of a campaign that a cluster plays, on a file system that all its machines see.
//
//   campaigns/shipped-1/
//     campaign.json    what is played and how
//     shards/17        the runs of shard 17, a line of JSON each
//     batches/2.json   the shards that array job 2 plays, by index; 2.sh is its script
//     spool/17.Xy3k9a  what was played of shard 17 at one time (spool.h)
//     done/17          exists once all of shard 17 is in the spool, and in the database if there is a server; says what its last process took
//     log/             what the jobs wrote to standard output and standard error
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/cli/campaign/play_case.h"
#include "apps/cli/exit_code.h"
#include "backlot/campaign/case.h"

namespace backlot::cli {

// What campaign.json says.
struct ClusterCampaign {
  std::vector<std::string> command{};  // the command line that began it, without the name of the program
  std::string folder{};                // in which it was given
  std::string program{}, tool{};  // the file of the program, and its version: shards are played by no other
  std::string identity{};         // of the campaign (CampaignStore)
  std::string name{};             // of the suite
  PlayOptions play{};
  std::size_t planned = 0, shards = 0;
  std::size_t jobs = 0;       // cores of a shard; 0: all of its machine
  std::size_t nodes = 0;      // shards that are played at a time; 0: as many as there is room for
  std::string partition{};    // of Slurm
  std::string database{};     // a server that shards add their results to; empty: none
  std::int64_t campaign = 0;  // its number there
};

class CampaignFolder {
 public:
  explicit CampaignFolder(std::string path) : path_(std::move(path)) {}

  // A new folder below `parent`, named by the suite and the next free number. Null where it cannot be made; then it was said why.
  static std::optional<CampaignFolder> make(const std::string& parent, const std::string& suite);
  // All below a parent, by name.
  static std::vector<CampaignFolder> all(const std::string& parent);

  const std::string& path() const { return path_; }
  // The last part of the path: by which people name the campaign.
  std::string id() const;
  std::string in(const std::string& name) const { return path_ + '/' + name; }
  std::string spool() const { return in("spool"); }

  // Answers ExitCode::broken where something cannot be written; then it was said why.
  ExitCode write(const ClusterCampaign& campaign) const;
  std::optional<ClusterCampaign> read() const;
  ExitCode write_shard(std::size_t shard, std::span<const campaign::Case> cases,
                       std::span<const std::size_t> positions) const;
  // Positions and cases; empty where it cannot be read.
  std::vector<std::pair<std::size_t, campaign::Case>> read_shard(std::size_t shard) const;
  ExitCode write_batch(std::size_t batch, std::span<const std::size_t> shards) const;
  std::vector<std::size_t> read_batch(std::size_t batch) const;
  std::size_t batches() const;

  bool is_done(std::size_t shard) const;
  // With what it took, for measurements. False where the mark cannot be written.
  bool mark_done(std::size_t shard, const Json& took) const;
  bool is_cancelled() const;
  ExitCode mark_cancelled(bool is_cancelled) const;
  // Another process that follows the campaign has it locked; the lock ends with this process.
  bool lock();

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace backlot::cli
