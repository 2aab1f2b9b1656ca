#include "apps/cli/cluster/cluster_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/campaign/case_result.h"
#include "apps/cli/cluster/kept_recording.h"
#include "apps/cli/cluster/slurm.h"
#include "apps/cli/cluster/spool.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/version.h"

namespace backlot::cli {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kMostTasks = 1000;  // of one array job: Slurm takes 1,001 unless it is told otherwise
constexpr std::size_t kMostPilots = 200;  // runs that are played here to learn what they cost
constexpr std::size_t kMostTries = 12;    // of a shard that gets nowhere
constexpr double kFirstWait_s = 2, kLongestWait_s = 120;  // before a shard that died is submitted again
constexpr double kLook_s = 1, kLongestLook_s = 10;        // between two looks at the queue
constexpr double kControllerAway_s = 3600;
constexpr double kRowsLate_s = 90;  // behind the last mark
constexpr useconds_t kNap_us = 100'000;

class ClusterRun {
 public:
  ClusterRun(const std::vector<campaign::Case>& cases, ClusterPlan plan, const ClusterSettings& settings,
             CampaignFolder folder, std::vector<std::optional<campaign::CaseResult>> known)
      : cases_(cases),
        plan_(std::move(plan)),
        settings_(settings),
        folder_(std::move(folder)),
        slurm_(folder_),
        reader_(folder_.spool()) {
    outcome_.results = std::move(known);
    outcome_.results.resize(cases.size());
  }

  // Writes the shards of a new campaign, or reads those of an adopted one.
  ExitCode begin() {
    if (!folder_.lock()) {
      say_error(fmt::format("another process follows the campaign {}", folder_.id()),
                "wait until it has ended, or look on with \"backlot campaign status\"");
      return ExitCode::broken;
    }
    const ExitCode code = settings_.adopted.empty() ? write_shards() : read_campaign();
    if (code != ExitCode::clean) return code;
    shards_.resize(campaign_.shards);
    return folder_.mark_cancelled(false);
  }

  ExitCode print_script() {
    return write_output("-", slurm_.script(campaign_, 0, std::min(kMostTasks, campaign_.shards)));
  }

  // All shards that are not done, in as many array jobs as that takes.
  bool submit_all() {
    std::vector<std::size_t> open;
    for (std::size_t s = 0; s < shards_.size(); ++s)
      if (!folder_.is_done(s)) open.push_back(s);
    return submit(open);
  }

  CampaignOutcome follow() {
    take_rows();
    count_left();
    progress_.emplace(plan_.name, "failed", std::max<std::size_t>(1, left_));
    double look_s = kLook_s;
    while (outcome_.code == ExitCode::clean && !is_interrupted() && !is_over()) {
      const std::size_t before = left_;
      look();
      look_s = left_ < before ? kLook_s : std::min(look_s * 1.5, kLongestLook_s);
      nap(is_over() ? 0 : look_s);
    }
    if (outcome_.code == ExitCode::clean && !is_interrupted() && left_ > 0)
      give_up(fmt::format("{} results are missing, though all shards are done", left_));
    progress_.reset();
    if (outcome_.code == ExitCode::clean && is_interrupted()) {
      outcome_.code = ExitCode::interrupted;
      say(
          fmt::format("the cluster goes on; \"backlot campaign resume {}\" follows it again, and \"backlot "
                      "campaign cancel {}\" ends it",
                      folder_.path(), folder_.path()));
    }
    return std::move(outcome_);
  }

  CampaignOutcome detach() {
    say(fmt::format("the campaign {} has {} runs in {} shards", folder_.id(), campaign_.planned,
                    campaign_.shards));
    say(fmt::format("backlot campaign status {}\nbacklot campaign resume {}", folder_.path(),
                    folder_.path()));
    return std::move(outcome_);
  }
  CampaignOutcome failed(ExitCode code) {
    outcome_.code = code;
    return std::move(outcome_);
  }
  const CampaignFolder& folder() const { return folder_; }

 private:
  struct ShardState {
    bool is_done = false, is_queued = false;
    std::size_t tries = 0;                          // times it was submitted since a result came of it
    double wait_s = kFirstWait_s;                   // before the next time
    std::optional<steady_clock::time_point> due{};  // for the next time; empty: nobody missed it yet
  };

  // ---- the folder

  ExitCode write_shards() {
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < cases_.size(); ++k)
      if (!outcome_.results[k]) open.push_back(k);
    const std::size_t cores =
        plan_.jobs > 0 ? plan_.jobs : std::max<std::size_t>(1, Slurm::cores_of_node(settings_.partition));
    const auto shards = campaign::make_shards(cases_, open, plan_.costs, settings_.shard_s, cores);
    std::error_code error;
    campaign_ = {.command = plan_.command,
                 .folder = std::filesystem::current_path(error).string(),
                 .program = std::filesystem::read_symlink("/proc/self/exe", error).string(),
                 .tool = version_text(),
                 .identity = plan_.identity,
                 .name = plan_.name,
                 .play = plan_.play,
                 .planned = cases_.size(),
                 .shards = shards.size(),
                 .jobs = plan_.jobs,
                 .nodes = settings_.nodes,
                 .partition = settings_.partition,
                 .database = plan_.database,
                 .campaign = plan_.campaign};
    for (std::size_t s = 0; s < shards.size(); ++s)
      if (const ExitCode code = folder_.write_shard(s, cases_, shards[s]); code != ExitCode::clean)
        return code;
    // Without a database the folder alone keeps what was played here.
    SpoolWriter spool;
    if (plan_.campaign == 0 && open.size() < cases_.size()) {
      if (!spool.open(folder_.spool(), shards.size())) return ExitCode::broken;
      for (std::size_t k = 0; k < cases_.size(); ++k)
        if (outcome_.results[k] && !spool.add(k, Json::parse(outcome_.results[k]->row)))
          return ExitCode::broken;
    }
    return folder_.write(campaign_);
  }

  ExitCode read_campaign() {
    const std::optional<ClusterCampaign> campaign = folder_.read();
    if (!campaign) return ExitCode::bad_input;
    if (campaign->identity != plan_.identity) {
      say_error(fmt::format("{} was begun with other files, another program or another revision of a driver",
                            folder_.id()),
                "begin a new campaign, or bring back what was changed");
      return ExitCode::bad_input;
    }
    campaign_ = *campaign;
    return ExitCode::clean;
  }

  // ---- submitting

  bool submit(const std::vector<std::size_t>& shards) {
    for (std::size_t begin = 0; begin < shards.size(); begin += kMostTasks) {
      const std::vector<std::size_t> part(
          shards.begin() + static_cast<std::ptrdiff_t>(begin),
          shards.begin() + static_cast<std::ptrdiff_t>(std::min(begin + kMostTasks, shards.size())));
      const std::size_t batch = folder_.batches();
      if (folder_.write_batch(batch, part) != ExitCode::clean) return false;
      std::string why;
      if (slurm_.submit(campaign_, batch, part.size(), why)) {
        for (const std::size_t s : part) ++shards_[s].tries;
      } else {
        // It may have been taken all the same: the queue will tell by the name of the job.
        tell_once(fmt::format("Slurm did not take an array job of {} shards: {}", part.size(), why));
        has_refused_ = true;
      }
    }
    return !has_refused_;
  }

  // ---- following

  bool is_interrupted() const { return interrupt_.has_come(); }
  bool is_complete() const {
    return std::all_of(shards_.begin(), shards_.end(), [](const ShardState& one) { return one.is_done; });
  }

  // A folder of a network may show a mark before the rows that were written earlier.
  bool is_over() {
    if (!is_complete()) return false;
    take_rows();
    if (!complete_since_) complete_since_ = steady_clock::now();
    return left_ == 0 || seconds_since(*complete_since_) > kRowsLate_s;
  }

  void count_left() {
    left_ = static_cast<std::size_t>(std::count_if(outcome_.results.begin(), outcome_.results.end(),
                                                   [](const auto& one) { return !one; }));
  }

  // What the queue says decides nothing by itself: a shard is done when its mark is there, and it has died when it is in no queue and has no mark.
  void look() {
    std::string why;
    const std::optional<std::vector<QueuedTask>> queue = slurm_.queue(why);
    for (std::size_t s = 0; s < shards_.size(); ++s)
      shards_[s].is_done =
          shards_[s].is_done || folder_.is_done(s);  // behind the queue: it may just have ended
    take_rows();
    if (!queue) {
      if (!away_since_) away_since_ = steady_clock::now();
      tell_once(fmt::format("Slurm does not answer, and is waited for: {}", why));
      if (seconds_since(*away_since_) > kControllerAway_s) give_up("Slurm has not answered for an hour");
      return;
    }
    away_since_.reset();
    for (ShardState& one : shards_) one.is_queued = false;
    for (const QueuedTask& task : *queue) {
      const std::optional<std::size_t> shard = shard_of(task);
      if (!shard) continue;
      if (task.is_held) {
        tell_once(fmt::format("Slurm holds shard {} back ({}); it is submitted anew", *shard, task.state));
        slurm_.cancel(task, why);
        continue;
      }
      shards_[*shard].is_queued = true;
    }
    submit_what_died();
  }

  std::optional<std::size_t> shard_of(const QueuedTask& task) {
    auto at = batches_.find(task.batch);
    if (at == batches_.end()) at = batches_.emplace(task.batch, folder_.read_batch(task.batch)).first;
    if (task.index >= at->second.size() || at->second[task.index] >= shards_.size()) return std::nullopt;
    return at->second[task.index];
  }

  void submit_what_died() {
    std::vector<std::size_t> again;
    const auto now = steady_clock::now();
    for (std::size_t s = 0; s < shards_.size(); ++s) {
      ShardState& one = shards_[s];
      if (one.is_done || one.is_queued) {
        one.due.reset();
        continue;
      }
      if (!one.due) {
        one.due = now + std::chrono::duration_cast<steady_clock::duration>(
                            std::chrono::duration<double>(one.tries == 0 ? 0 : one.wait_s));
        one.wait_s = std::min(2 * one.wait_s, kLongestWait_s);
      }
      if (now < *one.due) continue;
      if (one.tries >= kMostTries) {
        give_up(fmt::format("shard {} was submitted {} times and got nowhere; {} has what its jobs said", s,
                            one.tries, folder_.in("log")));
        return;
      }
      one.due.reset();
      again.push_back(s);
    }
    if (again.empty()) return;
    has_refused_ = false;
    submit(again);
  }

  // Each result once, however often its run was played.
  void take_rows() {
    bool has_news = false;
    for (const auto& [position, row] : reader_.read()) {
      if (position >= cases_.size()) continue;
      std::optional<campaign::CaseResult>& known = outcome_.results[position];
      campaign::CaseResult result = read_result(cases_[position], row, plan_.play);
      if (known && !known->is_fault_of_machine) {
        if (!result.is_fault_of_machine && !is_same(*known, result)) {
          progress_->clear();
          say_error(fmt::format("{}, seed {}: two machines came to different results, {} and {}",
                                result.one.name, result.one.seed, known->hash, result.hash),
                    "look whether all machines have the same program, files and driver");
          outcome_.code = ExitCode::broken;
        }
        continue;
      }
      if (!known) {
        --left_;
        if (progress_) progress_->count(result.verdict != verdict::Verdict::pass, result.sim_s);
      }
      // A server has got it from the machine that played it.
      if (plan_.database.empty() && plan_.keep && !plan_.keep(position, result))
        outcome_.code = ExitCode::broken;
      known = std::move(result);
      has_news = true;
    }
    if (!has_news) return;
    for (ShardState& one : shards_)  // patience begins anew
      if (one.tries > 1) one.tries = 1;
  }
  // A driver that crashed or hung may have done so at another moment.
  static bool is_same(const campaign::CaseResult& a, const campaign::CaseResult& b) {
    const auto is_whole = [](const campaign::CaseResult& one) {
      return one.verdict != verdict::Verdict::crashed && one.verdict != verdict::Verdict::hung;
    };
    return !is_whole(a) || !is_whole(b) || (a.hash == b.hash && a.verdict == b.verdict);
  }

  // ---- speaking and waiting

  void tell_once(const std::string& text) {
    if (!told_.insert(text).second) return;
    if (progress_) progress_->clear();
    say(text);
  }
  void give_up(const std::string& why) {
    if (progress_) progress_->clear();
    say_error(why, fmt::format("\"backlot campaign resume {}\" goes on", folder_.path()));
    outcome_.code = ExitCode::broken;
  }
  void nap(double seconds) const {
    const auto begin = steady_clock::now();
    while (!is_interrupted() && seconds_since(begin) < seconds) ::usleep(kNap_us);
  }

  const std::vector<campaign::Case>& cases_;
  ClusterPlan plan_;
  const ClusterSettings& settings_;
  CampaignFolder folder_;
  ClusterCampaign campaign_;
  Slurm slurm_;
  SpoolReader reader_;
  const InterruptWatch interrupt_;
  std::vector<ShardState> shards_;
  std::map<std::size_t, std::vector<std::size_t>> batches_;  // shards by index
  std::set<std::string> told_;
  std::optional<steady_clock::time_point> away_since_, complete_since_;
  std::optional<Progress> progress_;
  std::size_t left_ = 0;  // cases without a result
  bool has_refused_ = false;
  CampaignOutcome outcome_;
};

// One run of each case whose cost nobody knows, played here.
CampaignOutcome play_pilots(const std::vector<campaign::Case>& cases, ClusterPlan& plan,
                            std::vector<std::optional<campaign::CaseResult>> known, CasePlayer& player) {
  std::vector<campaign::Case> pilots;
  std::vector<std::size_t> positions;
  campaign::RunCosts seen = plan.costs;
  for (std::size_t k = 0; k < cases.size() && pilots.size() < kMostPilots; ++k) {
    if (known[k] || seen.knows(cases[k])) continue;
    seen.add(cases[k], 1);
    pilots.push_back(cases[k]);
    positions.push_back(k);
  }
  if (pilots.empty()) return {.results = std::move(known)};
  CampaignSettings settings;
  settings.play = plan.play;
  settings.jobs = plan.jobs;
  settings.name = "what runs cost";
  CampaignOutcome outcome = run_campaign(pilots, settings, {}, player);
  for (std::size_t n = 0; n < pilots.size(); ++n) {
    if (!outcome.results[n]) continue;
    plan.costs.add(pilots[n], outcome.results[n]->wall_s);
    Json row = Json::parse(outcome.results[n]->row);
    if (!keep_recording(plan.play.record, row)) outcome.code = ExitCode::broken;
    known[positions[n]] = read_result(pilots[n], row, plan.play);
    if (plan.keep && !plan.keep(positions[n], *known[positions[n]])) outcome.code = ExitCode::broken;
  }
  return {.results = std::move(known), .code = outcome.code};
}

}  // namespace

CampaignOutcome run_on_cluster(const std::vector<campaign::Case>& cases, ClusterPlan plan,
                               const ClusterSettings& settings,
                               std::vector<std::optional<campaign::CaseResult>> known, CasePlayer& player) {
  const auto failed = [&](ExitCode code) {
    return CampaignOutcome{.results = std::move(known), .code = code};
  };
  if (!settings.prints_script && !Slurm::is_installed()) {
    say_error("Slurm is not installed here: there is no sbatch and squeue",
              "install slurm-client, or play on this machine: --on local");
    return failed(ExitCode::broken);
  }
  known.resize(cases.size());
  if (settings.adopted.empty() && !settings.prints_script) {
    CampaignOutcome pilots = play_pilots(cases, plan, std::move(known), player);
    if (pilots.code != ExitCode::clean) return pilots;
    known = std::move(pilots.results);
    if (std::all_of(known.begin(), known.end(), [](const auto& one) { return one.has_value(); }))
      return failed(ExitCode::clean);
  }
  std::optional<CampaignFolder> folder;
  if (settings.adopted.empty())
    folder = CampaignFolder::make(settings.campaigns, plan.name);
  else
    folder.emplace(settings.adopted);
  if (!folder) return failed(ExitCode::broken);
  ClusterRun run(cases, std::move(plan), settings, *folder, std::move(known));
  if (const ExitCode code = run.begin(); code != ExitCode::clean) return run.failed(code);
  if (settings.prints_script) {
    const ExitCode code = run.print_script();
    std::error_code ignored;
    std::filesystem::remove_all(run.folder().path(), ignored);
    return run.failed(code);
  }
  if (settings.is_detached) {
    if (!run.submit_all()) return run.failed(ExitCode::broken);
    return run.detach();
  }
  return run.follow();
}

}  // namespace backlot::cli
