// backlot run SCENE|SUITE... [--driver D]... [--seeds A..B] [--jobs K] ...
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/campaign/campaign_pages.h"
#include "apps/cli/campaign/campaign_run.h"
#include "apps/cli/campaign/campaign_store.h"
#include "apps/cli/campaign/campaign_text.h"
#include "apps/cli/campaign/case_result.h"
#include "apps/cli/campaign/driver_option.h"
#include "apps/cli/campaign/driver_revision.h"
#include "apps/cli/campaign/suite_input.h"
#include "apps/cli/cluster/cluster_run.h"
#include "apps/cli/cluster/command_line.h"
#include "apps/cli/commands.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/scenes/scene_options.h"
#include "apps/cli/version.h"
#include "backlot/campaign/junit.h"
#include "backlot/campaign/plan.h"
#include "backlot/campaign/tally.h"
#include "backlot/report/step_summary.h"

namespace backlot::cli {
namespace {

using campaign::Standing;
using verdict::Verdict;

struct RunSettings {
  std::vector<std::string> files;
  SceneOptions options;
  std::vector<std::string> drivers, filters, tags;
  std::string not_staged, shard;
  DriverSettings driver_settings;
  RunFileNames run_files;
  std::string junit, record, report, baseline, db, revision;
  double timeout_s = 0;
  std::string on = "local";  // or "slurm"
  ClusterSettings cluster;
  bool is_resumed = false;
  bool is_inside = false;
  bool as_json = false;
};

std::optional<campaign::NotStaged> read_not_staged(const std::string& text) {
  if (text == "fail") return campaign::NotStaged{.is_skipped = false, .tries = 0};
  if (text == "skip") return campaign::NotStaged{.is_skipped = true, .tries = 0};
  const std::string_view lead = "retry:";
  if (text.rfind(lead, 0) != 0) return std::nullopt;
  const std::optional<SeedRange> count = read_seeds(text.substr(lead.size()));
  if (!count || count->count() != 1 || count->first < 1 || count->first > 100) return std::nullopt;
  return campaign::NotStaged{.is_skipped = false, .tries = count->first};
}

bool is_on_github() {
  const char* const answer = std::getenv("GITHUB_ACTIONS");  // NOLINT(concurrency-mt-unsafe)
  return answer != nullptr && std::string_view(answer) == "true";
}
// The file whose content GitHub Actions shows on the page of a job; null elsewhere.
const char* github_summary() {
  return is_on_github() ? std::getenv("GITHUB_STEP_SUMMARY") : nullptr;  // NOLINT(concurrency-mt-unsafe)
}

// One `backlot run`, from its command line to its exit code.
class RunCommand {
 public:
  explicit RunCommand(RunSettings settings) : settings_(std::move(settings)) {}

  ExitCode run() {
    if (const ExitCode code = read_options(); code != ExitCode::clean) return code;
    begin_ = std::chrono::steady_clock::now();
    started_ = now_text();
    if (!settings_.baseline.empty() && !is_file_of_rows(settings_.baseline) && settings_.db.empty() &&
        !settings_.is_resumed)
      return usage_error("--baseline names a campaign of a database, and there is none",
                         "give --db FILE as well, or a file of rows: --baseline before.json");
    StageCache stages;
    SuiteInput input;
    if (const ExitCode code = load_suites(settings_.files, choice_, stages, input); code != ExitCode::clean)
      return code;
    if (const ExitCode code = make_plan(input); code != ExitCode::clean) return code;

    player_.emplace(play_);
    player_->stages() = std::move(stages);
    std::vector<std::optional<campaign::CaseResult>> known;
    const CampaignChoice chosen{
        .suite = name_,
        .text_hash = input.text_hash,
        .revision = settings_.revision,
        .requirements = requirements_,
        .baseline = is_file_of_rows(settings_.baseline) ? std::string() : settings_.baseline,
        .is_resumed = settings_.is_resumed};
    if ((!settings_.db.empty() || settings_.is_resumed) && !settings_.cluster.prints_script) {
      store_.emplace(settings_.db.empty() ? kDefaultDatabase : settings_.db);
      const ExitCode code = store_->begin(chosen, plan_.cases, play_, known);
      if (code != ExitCode::clean) return code;
      mark_suspect(store_->changed_requirements());
    }
    if (!settings_.report.empty())
      if (const ExitCode code = begin_details(); code != ExitCode::clean) return code;
    CampaignSettings campaign = settings_of_campaign();
    if (store_)
      campaign.keep = [&](std::size_t position, const campaign::CaseResult& result) {
        return store_->keep(position, result);
      };
    const CampaignOutcome outcome = is_on_cluster()
                                        ? run_on_cluster(plan_.cases, cluster_plan(chosen, campaign),
                                                         settings_.cluster, std::move(known), *player_)
                                        : run_campaign(plan_.cases, campaign, std::move(known), *player_);
    if (outcome.code == ExitCode::bad_input || outcome.code == ExitCode::broken) return outcome.code;
    if (is_on_cluster() && (settings_.cluster.is_detached || settings_.cluster.prints_script))
      return outcome.code;
    if (store_ && is_on_cluster() && !store_->complete(outcome.results)) return ExitCode::broken;
    if (store_ && outcome.code == ExitCode::clean && !store_->finish()) return ExitCode::broken;
    return report(outcome);
  }

 private:
  // ---- what is asked for

  bool is_on_cluster() const { return settings_.on == "slurm"; }

  ClusterPlan cluster_plan(const CampaignChoice& chosen, const CampaignSettings& campaign) {
    ClusterPlan plan{.command = arguments_of_process(),
                     .identity = identity_of(chosen, plan_.cases, play_),
                     .name = name_,
                     .play = play_,
                     .jobs = settings_.options.jobs,
                     .database = {},
                     .campaign = 0,
                     .costs = {},
                     .keep = campaign.keep};
    if (store_) {
      plan.campaign = store_->campaign();
      plan.costs = store_->costs(plan_.cases);
      if (campaign::Store::is_server(settings_.db)) plan.database = settings_.db;
    }
    return plan;
  }

  // What goes with --on slurm alone, and what does not go with it.
  ExitCode check_cluster() const {
    const ClusterSettings& cluster = settings_.cluster;
    if (!is_on_cluster()) {
      if (cluster.is_detached || cluster.prints_script || cluster.nodes > 0 || !cluster.partition.empty())
        return usage_error("--nodes, --partition, --detach and --print-script are of a cluster",
                           "give --on slurm as well");
      return ExitCode::clean;
    }
    if (settings_.is_inside ||
        std::find(settings_.files.begin(), settings_.files.end(), "-") != settings_.files.end())
      return usage_error("a cluster reads no standard input, and has its runs in workers",
                         "name files, and leave --inside out");
    if (settings_.run_files.is_any())
      return usage_error("--trace, --events and --storyboard are of a single run", "play it with --on local");
    return ExitCode::clean;
  }

  ExitCode read_options() {
    if (const ExitCode checked = check_cluster(); checked != ExitCode::clean) return checked;
    const bool has_seeds = !settings_.options.seeds.empty();
    if (!has_seeds) settings_.options.seeds = "1";
    ExitCode code = ExitCode::clean;
    const std::optional<SceneChoice> choice = read_scene_options(settings_.options, code);
    if (!choice) return code;
    choice_ = *choice;
    if (has_seeds) chosen_.seeds = {{choice_.seeds.first, choice_.seeds.last}};
    for (const scene_text::GivenParameter& one : choice_.given)
      chosen_.parameters.emplace_back(one.name, one.text);
    if (!settings_.not_staged.empty()) {
      not_staged_ = read_not_staged(settings_.not_staged);
      if (!not_staged_)
        return usage_error(fmt::format("--not-staged does not know \"{}\"", settings_.not_staged),
                           "fail, skip, or retry:N with N from 1 to 100");
    }
    if (!settings_.shard.empty()) {
      const std::optional<campaign::Shard> shard = campaign::read_shard(settings_.shard);
      if (!shard)
        return usage_error(fmt::format("\"{}\" is no shard", settings_.shard),
                           "the number of the part and of all parts: --shard 2/5");
      chosen_.shard = *shard;
    }
    if (!settings_.drivers.empty() && !settings_.options.subject.empty())
      return usage_error("--driver and --subject both drive the subject", "give one of them");
    if (const ExitCode checked = check_sensing(settings_.driver_settings); checked != ExitCode::clean)
      return checked;
    for (const std::string& driver : settings_.drivers)
      if (const ExitCode checked = check_driver(driver, settings_.driver_settings);
          checked != ExitCode::clean)
        return checked;
    chosen_.drivers = settings_.drivers;
    if (!settings_.options.subject.empty()) chosen_.drivers = {""};
    chosen_.filters = settings_.filters;
    chosen_.tags = settings_.tags;
    if (settings_.timeout_s > 0) chosen_.timeout_s = settings_.timeout_s;
    return ExitCode::clean;
  }

  ExitCode make_plan(const SuiteInput& input) {
    base::Result<campaign::Plan> plan = campaign::make_plan(input.suites, chosen_);
    if (!plan) {
      say(to_text(plan.diagnostics()));
      return ExitCode::bad_input;
    }
    plan_ = *std::move(plan);
    if (plan_.cases.empty()) {
      say_error(
          plan_.selected > 0 ? "the shard holds no run" : "nothing was selected",
          plan_.selected > 0 ? "there are fewer runs than shards" : "no case fits the filters and tags");
      return ExitCode::nothing;
    }
    // The drivers of a suite are known only now.
    std::vector<std::string> checked;
    for (const campaign::Case& one : plan_.cases) {
      if (std::find(checked.begin(), checked.end(), one.driver) != checked.end()) continue;
      if (check_driver(one.driver, settings_.driver_settings) != ExitCode::clean) return ExitCode::bad_input;
      checked.push_back(one.driver);
      if (one.driver.empty() && settings_.driver_settings.repeat > 1)
        return usage_error("--repeat looks at the answers of a driver, and there is no driver",
                           "name one: --driver reference");
      if (!is_at_socket(one.driver)) continue;
      settings_.options.jobs = 1;
      say(fmt::format("waiting for a driver at {}", one.driver));
    }
    if (settings_.run_files.is_any() && plan_.cases.size() > 1)
      return usage_error("--trace, --events and --storyboard are of a single run",
                         "give one scene, one seed and one driver: --seed 7");
    if (!not_staged_) not_staged_ = input.suites.front().not_staged.value_or(campaign::NotStaged{});
    for (const campaign::SuiteDescription& suite : input.suites)
      requirements_.insert(requirements_.end(), suite.requirements.begin(), suite.requirements.end());
    name_ = input.suites.front().name;
    if (name_.empty()) {
      name_ = input.suites.front().cases.front().name;
      if (input.suites.size() > 1) name_ += fmt::format(" and {} more", input.suites.size() - 1);
    }
    play_ = {.subject = settings_.options.subject,
             .signals = settings_.options.signals,
             .has_supply = !settings_.options.has_no_supply,
             .not_staged = *not_staged_,
             .files = settings_.run_files,
             .record = settings_.record,
             .details = settings_.report.empty() ? std::string() : details_folder(settings_.report),
             .drivers = settings_.driver_settings};
    return ExitCode::clean;
  }

  CampaignSettings settings_of_campaign() const {
    return {.play = play_,
            .jobs = settings_.options.jobs,
            .is_inside = is_inside(),
            .name = name_,
            .begin = {},
            .keep = {}};
  }

  // Where runs leave what their pages show. What an interrupted campaign left is of use for the one that goes on with it.
  ExitCode begin_details() const {
    std::error_code ignored;
    if (!settings_.is_resumed) std::filesystem::remove_all(play_.details, ignored);
    return make_folder(play_.details);
  }

  // Requirements whose text changed since the baseline.
  void mark_suspect(const std::vector<std::string>& changed) {
    const auto has = [](const std::vector<std::string>& list, const std::string& id) {
      return std::find(list.begin(), list.end(), id) != list.end();
    };
    for (const std::string& id : changed) {
      say(fmt::format("the requirement {} is suspect: its text changed since campaign {}", id,
                      store_->baseline()->id));
      for (campaign::Case& one : plan_.cases)
        if (has(one.requirements, id) && !has(one.suspect, id)) one.suspect.push_back(id);
    }
  }

  static bool is_file_of_rows(const std::string& baseline) {
    return baseline.ends_with(".json") || baseline == "-";
  }

  // Standard input is read once, by this process.
  bool is_inside() const {
    return settings_.is_inside ||
           std::find(settings_.files.begin(), settings_.files.end(), "-") != settings_.files.end();
  }

  // ---- what came of it

  ExitCode report(const CampaignOutcome& outcome) {
    const double wall_s = seconds_since(begin_);
    std::vector<campaign::CaseResult> results;
    for (const auto& result : outcome.results)
      if (result) results.push_back(*result);
    const campaign::Tally tally = campaign::tally(results);

    ExitCode code = code_of(results, tally);
    if (!settings_.junit.empty()) code = worse(code, write_junit(results, wall_s));
    const bool has_report = !settings_.report.empty() || github_summary() != nullptr;
    Json document;
    if (has_report || settings_.as_json) document = campaign_document(results, requirements_, wall_s);
    if (has_report) code = worse(code, write_report(results, document));
    if (settings_.as_json) {
      code = worse(code, write_json(document));
    } else if (plan_.cases.size() == 1 && results.size() == 1) {
      say_row(Json::parse(results.front().row));
    } else {
      code = worse(code, write_output("-", verdict_table(tally) +
                                               failure_list(results, tally, not_staged_->is_skipped) +
                                               summary_line(tally.all, wall_s) + "\n"));
    }
    if (is_on_github()) {
      const std::string annotations = github_annotations(results, tally, not_staged_->is_skipped);
      if (!annotations.empty()) say(annotations.substr(0, annotations.size() - 1));
    }
    if (outcome.code == ExitCode::interrupted) {
      say(fmt::format("interrupted after {} of {} runs", results.size(), plan_.cases.size()));
      return ExitCode::interrupted;
    }
    return code;
  }

  ExitCode code_of(const std::vector<campaign::CaseResult>& results, const campaign::Tally& tally) const {
    ExitCode code = ExitCode::clean;
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (results[k].answers_differ) code = worse(code, ExitCode::broken);
      const Standing standing =
          standing_of(results[k], tally.groups[tally.group_of[k]], not_staged_->is_skipped);
      if (standing == Standing::passed || standing == Standing::skipped) continue;
      const bool is_broken = results[k].verdict == Verdict::crashed || results[k].verdict == Verdict::hung;
      code = worse(code, is_broken ? ExitCode::broken : ExitCode::failed);
    }
    return code;
  }

  // All that was asked for of a report: pages, and a summary for GitHub Actions.
  ExitCode write_report(const std::vector<campaign::CaseResult>& results, Json document) {
    CampaignFacts facts{.suite = name_,
                        .started = started_,
                        .revisions = find_revisions(plan_.cases, settings_.revision),
                        .is_not_staged_passed = not_staged_->is_skipped,
                        .store = store_ ? &*store_ : nullptr};
    if (is_file_of_rows(settings_.baseline)) facts.baseline = settings_.baseline;
    ExitCode code = ExitCode::clean;
    const std::optional<report::CampaignReport> campaign = make_report(std::move(document), facts, code);
    if (!campaign) return code;
    if (const char* const summary = github_summary())
      code = append_output(summary, report::step_summary(*campaign));
    if (settings_.report.empty()) return code;
    return worse(
        code, write_pages(*campaign, results, settings_.report, [&](const std::vector<std::size_t>& again) {
          std::vector<campaign::Case> cases;
          for (const std::size_t k : again) cases.push_back(results[k].one);
          CampaignSettings campaign_settings = settings_of_campaign();
          campaign_settings.has_all_pages = true;
          campaign_settings.name = "pages";
          run_campaign(cases, campaign_settings, {}, *player_);
        }));
  }

  ExitCode write_junit(const std::vector<campaign::CaseResult>& results, double wall_s) const {
    return write_output(settings_.junit,
                        campaign::junit_xml({.name = name_,
                                             .timestamp = now_text(),
                                             .wall_s = wall_s,
                                             .properties = {{"tool", version_text()}},
                                             .are_unstaged_skipped = not_staged_->is_skipped},
                                            results));
  }

  RunSettings settings_;
  SceneChoice choice_;
  campaign::PlanChoice chosen_;
  std::optional<campaign::NotStaged> not_staged_;
  campaign::Plan plan_;
  PlayOptions play_;
  std::string name_, started_;
  std::vector<campaign::Requirement> requirements_;
  std::optional<CampaignStore> store_;
  std::optional<CasePlayer> player_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace

void add_run(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<RunSettings>();
  settings->options.seeds.clear();
  CLI::App* command = add_command(
      program, "run",
      "Plays scenes and suites, and says whether they were staged and the subject kept the rules.",
      "backlot run scenes/run_red_light.scene --seed 7\n"
      "backlot run scenes/shipped.suite --driver reference --junit out.xml\n"
      "backlot run scenes/run_red_light.scene --seeds 1..20 --subject 60% --json\n"
      "backlot run scenes/run_red_light.scene --param \"lead=1.5 s\" --storyboard out");
  command->add_option("FILE", settings->files, "scenes, scenarios and suites")->required();
  command
      ->add_option("--driver", settings->drivers,
                   "what drives the subject: a shipped driver, ./lib.so, a command, unix:PATH or tcp:PORT")
      ->option_text("D")
      ->take_all()
      ->allow_extra_args(false);
  add_driver_options(*command, settings->driver_settings);
  command->add_option("--seed,--seeds", settings->options.seeds, "one seed, or two with .. between them")
      ->option_text("N|A..B");
  add_scene_options(*command, settings->options);
  command
      ->add_option("--not-staged", settings->not_staged,
                   "a run that was not staged: fail, skip, or retry:N with derived seeds (3)")
      ->option_text("WHAT");
  const auto add_list = [&](const char* name, std::vector<std::string>& list, const char* what,
                            const char* text) {
    command->add_option(name, list, what)->option_text(text)->take_all()->allow_extra_args(false);
  };
  add_list("--filter", settings->filters, "only cases with this in their name", "TEXT");
  add_list("--tag", settings->tags, "only cases with this tag", "T");
  command->add_option("--shard", settings->shard, "one part of several equal ones, for several machines")
      ->option_text("I/N");
  command
      ->add_option("--timeout", settings->timeout_s, "wall time of a run after which it counts as hung (600)")
      ->option_text("SECONDS")
      ->check(between(0.001, 1e6));
  command->add_option("--junit", settings->junit, "write the results as JUnit XML")->option_text("FILE");
  command->add_option("--report", settings->report, "write the report of all runs, as pages")
      ->option_text("DIR");
  command
      ->add_option("--baseline", settings->baseline, "a campaign or file to compare with (the last campaign)")
      ->option_text("WHAT");
  command->add_option("--record", settings->record, "write a recording of each run (MCAP)")
      ->option_text("DIR");
  command->add_option("--db", settings->db, "keep the results in a database: a file, or postgresql:///NAME")
      ->option_text("FILE|URL");
  command->add_flag("--resume", settings->is_resumed,
                    "go on with the same campaign where it was interrupted (backlot.db without --db)");
  command
      ->add_option("--revision", settings->revision, "name of the revision of the driver; else what git says")
      ->option_text("NAME");
  add_cluster_options(*command, settings->on, settings->cluster);
  command->add_option("--storyboard", settings->run_files.storyboard, "write a picture for each beat (SVG)")
      ->option_text("DIR");
  command->add_option("--trace", settings->run_files.trace, "write every object at every step (CSV)")
      ->option_text("FILE");
  command->add_option("--events", settings->run_files.events, "write every event (CSV)")->option_text("FILE");
  command->add_flag("--inside", settings->is_inside,
                    "no worker processes: all runs in this one, for a debugger");
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return RunCommand(*settings).run(); }; });
}

}  // namespace backlot::cli
