// backlot shard FOLDER --batch B --index I: plays one shard of a campaign on a machine of a cluster. For the scripts of `backlot run --on slurm` alone.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/campaign/campaign_run.h"
#include "apps/cli/campaign/campaign_store.h"
#include "apps/cli/campaign/case_result.h"
#include "apps/cli/cluster/campaign_folder.h"
#include "apps/cli/cluster/kept_recording.h"
#include "apps/cli/cluster/spool.h"
#include "apps/cli/commands.h"
#include "apps/cli/message.h"
#include "apps/cli/progress.h"
#include "apps/cli/version.h"

namespace backlot::cli {
namespace {

constexpr std::size_t kMostDeaths = 3;    // then a run is quarantined
constexpr std::size_t kBatch = 200;       // results that go to the server at once
constexpr double kEvery_s = 2;            // or as many as came meanwhile
constexpr double kPatienceAtEnd_s = 600;  // with a server that is away when all is played
constexpr useconds_t kLastWords_us = 300'000;

// Slurm ends jobs by SIGTERM first: that counts as an interrupt.
void pass_on(int) { ::kill(::getpid(), SIGINT); }

// Results on their way to the database server. While it is away they wait; at the end all of them have to be there.
class Delivery {
 public:
  Delivery(std::string database, std::int64_t campaign)
      : database_(std::move(database)), campaign_(campaign) {}

  void add(std::size_t position, campaign::CaseResult result) {
    if (database_.empty()) return;
    waiting_.emplace_back(position, std::move(result));
    if (waiting_.size() % kBatch == 0 || seconds_since(last_) > kEvery_s) deliver(0);
  }
  // False where the server did not take all; then it was said why.
  bool finish() { return database_.empty() || deliver(kPatienceAtEnd_s); }

 private:
  bool deliver(double patience_s) {
    last_ = std::chrono::steady_clock::now();
    for (double waited_s = 0, wait_s = 1;; waited_s += wait_s, wait_s = std::min(2 * wait_s, 30.0)) {
      base::Diagnostics wrong = try_once(patience_s);
      if (!wrong.has_errors()) return true;
      if (waited_s >= patience_s) {
        if (patience_s > 0) say_fault(wrong);
        return false;
      }
      ::usleep(static_cast<useconds_t>(wait_s * 1e6));
    }
  }
  base::Diagnostics try_once(double patience_s) {
    if (!store_) {
      base::Result<campaign::Store> opened = campaign::Store::open(database_, campaign::Store::Access::write);
      if (!opened) return std::move(opened).diagnostics();
      store_ = *std::move(opened);
    }
    store_->set_patience(patience_s);
    while (!waiting_.empty()) {
      std::vector<campaign::PlacedResult> batch;
      for (std::size_t k = 0; k < std::min(kBatch, waiting_.size()); ++k)
        batch.push_back({waiting_[k].first, &waiting_[k].second});
      base::Result<bool> added = store_->add(campaign_, batch);
      if (!added) return std::move(added).diagnostics();
      waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(batch.size()));
    }
    return {};
  }

  std::string database_;
  std::int64_t campaign_;
  std::optional<campaign::Store> store_;
  std::vector<std::pair<std::size_t, campaign::CaseResult>> waiting_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class ShardRun {
 public:
  ShardRun(CampaignFolder folder, ClusterCampaign campaign, std::size_t shard)
      : folder_(std::move(folder)),
        campaign_(std::move(campaign)),
        shard_(shard),
        delivery_(campaign_.database, campaign_.campaign) {}

  ExitCode play() {
    cases_ = folder_.read_shard(shard_);
    if (cases_.empty()) {
      say_error(fmt::format("{}: shard {} cannot be read", folder_.path(), shard_));
      return ExitCode::broken;
    }
    // What was played of it before, and what that died of.
    const SpoolState before = read_spool(folder_.spool(), shard_);
    const Safety safety = before.times == 0 ? Safety::twice_a_second : Safety::each_line;
    if (!spool_.open(folder_.spool(), shard_, safety)) return ExitCode::broken;
    std::vector<std::size_t> open, suspects, quarantined;  // numbers of `cases_`
    for (std::size_t n = 0; n < cases_.size(); ++n) {
      const auto& [position, one] = cases_[n];
      if (const auto row = before.rows.find(position);
          row != before.rows.end() && !is_fault_of_machine(row->second)) {
        delivery_.add(position, read_result(one, row->second, campaign_.play));
        continue;
      }
      const auto deaths = before.deaths.find(position);
      if (deaths == before.deaths.end())
        open.push_back(n);
      else
        (deaths->second < kMostDeaths ? suspects : quarantined).push_back(n);
    }
    for (const std::size_t n : quarantined)
      if (!quarantine(n)) return ExitCode::broken;
    // A run that may have killed its machine is played by itself, so that the others are cleared.
    ExitCode code = ExitCode::clean;
    for (const std::size_t n : suspects)
      if (code == ExitCode::clean) code = play({n}, 1);
    if (code == ExitCode::clean && !open.empty()) code = play(open, campaign_.jobs);
    if (code == ExitCode::interrupted) {
      spool_.stop();
      return code;
    }
    if (code != ExitCode::clean) return code;
    if (!spool_.sync() || !delivery_.finish()) return ExitCode::broken;
    const char* const node = std::getenv("SLURMD_NODENAME");  // NOLINT(concurrency-mt-unsafe): one thread
    const Json took{{"node", node == nullptr ? "" : node},
                    {"runs", played_},
                    {"runs_s", runs_s_},
                    {"all_s", seconds_since(started_)}};
    return folder_.mark_done(shard_, took) ? ExitCode::clean : ExitCode::broken;
  }

 private:
  ExitCode play(const std::vector<std::size_t>& numbers, std::size_t jobs) {
    std::vector<campaign::Case> cases;
    for (const std::size_t n : numbers) cases.push_back(cases_[n].second);
    bool has_failed = false;
    CampaignSettings settings;
    settings.play = campaign_.play;
    settings.jobs = jobs > 0 ? jobs : cores();
    settings.name = fmt::format("shard {}", shard_);
    settings.begin = [&](std::size_t k) {
      has_failed = has_failed || !spool_.begin(cases_[numbers[k]].first);
    };
    settings.keep = [&](std::size_t k, const campaign::CaseResult& result) {
      if (has_failed) return false;
      return keep(numbers[k], result);
    };
    CasePlayer player(campaign_.play);
    const CampaignOutcome outcome = run_campaign(cases, settings, {}, player);
    return is_ending_ ? ExitCode::interrupted : outcome.code;
  }

  bool keep(std::size_t n, const campaign::CaseResult& result) {
    Json row = Json::parse(result.row);
    // Where the machine ends all processes of a job, a driver may go before we do: its run did not crash.
    if (row.value("cause", Json()).is_string()) {
      const std::string cause = row["cause"];
      if (cause.find("by signal 15") != std::string::npos || cause.find("by signal 9") != std::string::npos) {
        ::usleep(kLastWords_us);
        if (is_asked_to_end) {
          is_ending_ = true;
          return false;
        }
      }
    }
    ++played_;
    runs_s_ += result.wall_s;
    if (!keep_recording(campaign_.play.record, row)) return false;
    const auto& [position, one] = cases_[n];
    if (!spool_.add(position, row)) return false;
    delivery_.add(position, read_result(one, row, campaign_.play));
    return true;
  }

  bool quarantine(std::size_t n) {
    const auto& [position, one] = cases_[n];
    const std::string why =
        fmt::format("quarantined: the process or the machine that played it died {} times", kMostDeaths);
    say(fmt::format("{}, seed {}: {}", one.name, one.seed, why));
    Json row = row_without_result(one, "crashed", why);
    row["fault"] = "quarantine";
    if (!spool_.add(position, row)) return false;
    delivery_.add(position, read_result(one, row, campaign_.play));
    return true;
  }

  // Those that Slurm gave to this job; 0, all that there are, without Slurm.
  static std::size_t cores() {
    const char* const text = std::getenv("SLURM_CPUS_ON_NODE");  // NOLINT(concurrency-mt-unsafe): one thread
    return text == nullptr ? 0 : static_cast<std::size_t>(std::strtoul(text, nullptr, 10));
  }

 public:
  static inline std::atomic<bool> is_asked_to_end = false;

 private:
  CampaignFolder folder_;
  ClusterCampaign campaign_;
  std::size_t shard_;
  std::vector<std::pair<std::size_t, campaign::Case>> cases_;  // with their positions in the plan
  SpoolWriter spool_;
  Delivery delivery_;
  bool is_ending_ = false;
  std::size_t played_ = 0;  // by this process
  double runs_s_ = 0;       // that these took, one beside the other on several cores
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

void note_end(int signal) {
  ShardRun::is_asked_to_end = true;
  pass_on(signal);
}

struct ShardSettings {
  std::string folder;
  std::size_t batch = 0, index = 0;
};

ExitCode play_shard(const ShardSettings& settings) {
  std::signal(SIGTERM, note_end);
  ::setenv("PGCONNECT_TIMEOUT", "10",
           0);  // NOLINT(concurrency-mt-unsafe): a server that is off must not stop the runs
  const CampaignFolder folder(settings.folder);
  const std::optional<ClusterCampaign> campaign = folder.read();
  if (!campaign) return ExitCode::bad_input;
  if (campaign->tool != version_text()) {
    say_error(fmt::format("this is {}, and the campaign was begun by {}", version_text(), campaign->tool),
              "install the same program on all machines, and \"backlot campaign resume\"");
    return ExitCode::bad_input;
  }
  const std::vector<std::size_t> shards = folder.read_batch(settings.batch);
  if (settings.index >= shards.size()) {
    say_error(fmt::format("batch {} has no index {}", settings.batch, settings.index));
    return ExitCode::bad_input;
  }
  const std::size_t shard = shards[settings.index];
  if (folder.is_done(shard) || folder.is_cancelled()) return ExitCode::clean;
  std::error_code error;
  std::filesystem::current_path(campaign->folder, error);
  if (error) {
    say_error(fmt::format("{}: {}", campaign->folder, error.message()),
              "all machines have to see the folder in which the campaign was begun");
    return ExitCode::bad_input;
  }
  return ShardRun(folder, *campaign, shard).play();
}

}  // namespace

void add_shard(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<ShardSettings>();
  CLI::App* command = add_command(
      program, "shard", "Plays a shard of a campaign for \"backlot run --on slurm\", whose script starts it.",
      "backlot shard campaigns/shipped-1 --batch 0 --index 3");
  command->group("");  // not listed
  command->add_option("FOLDER", settings->folder, "the folder of the campaign")->required();
  command->add_option("--batch", settings->batch, "the number of the array job")
      ->option_text("B")
      ->required();
  command->add_option("--index", settings->index, "the task of the array job")->option_text("I")->required();
  command->callback([settings, &chosen] { chosen = [settings] { return play_shard(*settings); }; });
}

}  // namespace backlot::cli
