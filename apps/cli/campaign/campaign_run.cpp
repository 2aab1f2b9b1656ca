#include "apps/cli/campaign/campaign_run.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/campaign/case_result.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/message.h"
#include "apps/cli/progress.h"
#include "backlot/campaign/worker_pool.h"
#include "backlot/harness/runs.h"

namespace backlot::cli {
namespace {

class CampaignRun {
 public:
  CampaignRun(const std::vector<campaign::Case>& cases, const CampaignSettings& settings,
              std::vector<std::optional<campaign::CaseResult>> known)
      : cases_(cases), settings_(settings) {
    outcome_.results = std::move(known);
    outcome_.results.resize(cases.size());
    for (std::size_t k = 0; k < cases.size(); ++k)
      if (!outcome_.results[k]) open_.push_back(k);
    order_by_family();
    progress_.emplace(settings.name, "failed", open_.size());
  }

  CampaignOutcome play_inside(CasePlayer& player) {
    for (const std::size_t k : open_) {
      if (is_stopped()) break;
      const PlayedCase played = player.play(cases_[k], is_to_have_page(k));
      if (played.row.is_null())
        end(played.code, played.error);
      else
        take(k, played.row);
    }
    return finish();
  }

  CampaignOutcome play_in_workers() {
    const campaign::PoolSettings pool{.command = {"/proc/self/exe", "worker"},
                                      .greeting = to_json(settings_.play).dump(),
                                      .workers = harness::count_jobs(settings_.jobs),
                                      .families = family_};
    const auto make = [this](std::size_t n) {
      const campaign::Case& one = cases_[open_[n]];
      if (settings_.begin) settings_.begin(open_[n]);
      Json task = to_json(one);
      task["has_page"] = is_to_have_page(open_[n]);
      return campaign::Task{task.dump(-1, ' ', false, Json::error_handler_t::replace),
                            one.timeout_s > 0 ? one.timeout_s : kTimeout_s};
    };
    campaign::run_tasks(
        pool, open_.size(), make, [this](const campaign::TaskResult& result) { take_answer(result); },
        [this] { return is_stopped(); });
    return finish();
  }

 private:
  // Runs of one scene with one seed begin alike more often than not: one worker plays them one after the other, and warms the traffic up once (harness/warm_ups.h).
  void order_by_family() {
    std::map<std::pair<std::string, std::uint64_t>, std::size_t> first;
    for (const std::size_t k : open_)
      family_.emplace_back(first.try_emplace({cases_[k].scene_file, cases_[k].seed}, k).first->second);
    std::vector<std::size_t> order(open_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return family_[a] < family_[b]; });
    std::vector<std::size_t> open, family;
    for (const std::size_t n : order) {
      open.push_back(open_[n]);
      family.push_back(family_[n]);
    }
    open_ = std::move(open);
    family_ = std::move(family);
  }
  bool is_stopped() const { return is_ended_ || interrupt_.has_come(); }

  // The first run of each case and driver that passes gets a page, the same one for any number of workers: no run before it in the plan passes.
  bool is_to_have_page(std::size_t k) const {
    const auto passed = first_passed_.find(group_of(k));
    return settings_.has_all_pages || passed == first_passed_.end() || k < passed->second;
  }
  std::pair<std::string, std::string> group_of(std::size_t k) const {
    return {cases_[k].suite + '\n' + cases_[k].name, cases_[k].driver};
  }

  void take_answer(const campaign::TaskResult& result) {
    if (is_stopped()) return;
    const std::size_t k = open_[result.task];
    const campaign::Case& one = cases_[k];
    if (result.ending != campaign::Ending::answered) {
      const bool is_hung = result.ending == campaign::Ending::hung;
      take_without_result(one, k, is_hung ? "hung" : "crashed", result.why, result.log,
                          result.ending == campaign::Ending::killed || one.driver.empty());
      return;
    }
    const Json answer = Json::parse(result.answer, nullptr, false);
    if (answer.is_discarded()) {
      take_without_result(one, k, "crashed", "the worker process answered nothing that can be read",
                          result.log, true);
    } else if (const auto row = answer.find("row"); row != answer.end()) {
      take(k, *row);
    } else if (const auto hung = answer.find("hung"); hung != answer.end()) {
      take_without_result(one, k, "hung", *hung, result.log, false);
    } else {
      progress_->clear();
      if (!result.log.empty()) say(without_line_end(result.log));
      end(static_cast<ExitCode>(answer.at("code").get<int>()), answer.at("error"));
    }
  }

  // A crash or a time-out. Without a driver, and where a worker was killed from outside, the machine is to blame: such a run is played again by --resume.
  void take_without_result(const campaign::Case& one, std::size_t k, std::string_view verdict,
                           const std::string& why, const std::string& log, bool is_fault_of_machine) {
    Json row = row_without_result(one, verdict, why);
    row["fault"] = is_fault_of_machine ? "machine" : "driver";
    progress_->clear();
    say(fmt::format("{}, seed {}: {}: {}", one.name, one.seed, verdict, why));
    if (!log.empty()) say(without_line_end(log));
    take(k, row);
  }

  static std::string without_line_end(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  void take(std::size_t k, const Json& row) {
    campaign::CaseResult result = read_result(cases_[k], row, settings_.play);
    progress_->count(result.verdict != verdict::Verdict::pass, result.sim_s);
    if (result.verdict == verdict::Verdict::pass && is_to_have_page(k)) first_passed_[group_of(k)] = k;
    if (settings_.keep && !settings_.keep(k, result)) {
      progress_->clear();
      outcome_.code = ExitCode::broken;
      is_ended_ = true;
    }
    outcome_.results[k] = std::move(result);
  }

  void end(ExitCode code, const std::string& error) {
    progress_->clear();
    say(without_line_end(error));
    outcome_.code = code;
    is_ended_ = true;
  }

  CampaignOutcome finish() {
    progress_.reset();
    if (outcome_.code == ExitCode::clean && interrupt_.has_come()) outcome_.code = ExitCode::interrupted;
    return std::move(outcome_);
  }

  const std::vector<campaign::Case>& cases_;
  const CampaignSettings& settings_;
  const InterruptWatch interrupt_;
  std::vector<std::size_t> open_;    // the cases that are to be played
  std::vector<std::size_t> family_;  // of each of these: the first case of its family
  std::map<std::pair<std::string, std::string>, std::size_t> first_passed_;  // by case and driver
  std::optional<Progress> progress_;
  bool is_ended_ = false;
  CampaignOutcome outcome_;
};

}  // namespace

CampaignOutcome run_campaign(const std::vector<campaign::Case>& cases, const CampaignSettings& settings,
                             std::vector<std::optional<campaign::CaseResult>> known, CasePlayer& player) {
  CampaignRun run(cases, settings, std::move(known));
  return settings.is_inside ? run.play_inside(player) : run.play_in_workers();
}

}  // namespace backlot::cli
