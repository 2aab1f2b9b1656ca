// backlot campaign status|resume|cancel: campaigns that a cluster plays.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "apps/cli/cluster/campaign_folder.h"
#include "apps/cli/cluster/command_line.h"
#include "apps/cli/cluster/slurm.h"
#include "apps/cli/cluster/spool.h"
#include "apps/cli/commands.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"

namespace backlot::cli {
namespace {

struct FolderSettings {
  std::string id, campaigns = kDefaultCampaigns;
  bool as_json = false;
};

// By its path, or by its name below the folder of campaigns.
std::optional<CampaignFolder> find_folder(const FolderSettings& settings) {
  std::error_code error;
  for (const std::string& path : {settings.id, settings.campaigns + '/' + settings.id})
    if (std::filesystem::exists(path + "/campaign.json", error))
      return CampaignFolder(std::filesystem::canonical(path, error).string());
  say_error(fmt::format("there is no campaign {} here, and none in {}", settings.id, settings.campaigns),
            "\"backlot campaign status\" lists them; --campaigns names their folder");
  return std::nullopt;
}

struct CampaignState {
  std::string id;
  std::size_t planned = 0, played = 0, failed = 0, shards = 0, done = 0, running = 0, waiting = 0;
  bool does_slurm_answer = true, is_cancelled = false;
  std::vector<std::string> quarantined{};  // the names and seeds of runs that killed their machines
};

std::optional<CampaignState> state_of(const CampaignFolder& folder) {
  const std::optional<ClusterCampaign> campaign = folder.read();
  if (!campaign) return std::nullopt;
  CampaignState state{.id = folder.id(), .planned = campaign->planned, .shards = campaign->shards};
  state.is_cancelled = folder.is_cancelled();
  // What was played before the shards were made is in none of them.
  std::vector<bool> is_played(campaign->planned, true);
  for (std::size_t s = 0; s < campaign->shards; ++s) {
    state.done += folder.is_done(s) ? 1U : 0U;
    for (const auto& [position, one] : folder.read_shard(s))
      if (position < is_played.size()) is_played[position] = false;
  }
  for (const auto& [position, row] : SpoolReader(folder.spool()).read()) {
    if (position >= is_played.size() || is_played[position] || is_fault_of_machine(row)) continue;
    is_played[position] = true;
    if (row.at("verdict") != "pass") ++state.failed;
    if (row.value("fault", Json()) == "quarantine")
      state.quarantined.push_back(
          fmt::format("{}, seed {}", row.at("name").get<std::string>(), row.at("seed").get<std::uint64_t>()));
  }
  for (const bool one : is_played) state.played += one ? 1U : 0U;
  std::string why;
  const auto queue = Slurm(folder).queue(why);
  state.does_slurm_answer = queue.has_value();
  if (queue)
    for (const QueuedTask& task : *queue) ++(task.is_running ? state.running : state.waiting);
  return state;
}

Json to_json(const CampaignState& state) {
  return {{"campaign", state.id},
          {"runs", state.planned},
          {"played", state.played},
          {"failed", state.failed},
          {"shards", state.shards},
          {"done", state.done},
          {"running", state.does_slurm_answer ? Json(state.running) : Json(nullptr)},
          {"waiting", state.does_slurm_answer ? Json(state.waiting) : Json(nullptr)},
          {"quarantined", state.quarantined},
          {"cancelled", state.is_cancelled}};
}

ExitCode show_status(const FolderSettings& settings) {
  std::vector<CampaignFolder> folders;
  if (settings.id.empty()) {
    folders = CampaignFolder::all(settings.campaigns);
  } else {
    const std::optional<CampaignFolder> folder = find_folder(settings);
    if (!folder) return ExitCode::bad_input;
    folders.push_back(*folder);
  }
  if (folders.empty()) {
    say_error(fmt::format("{} holds no campaign", settings.campaigns),
              "\"backlot run SUITE --on slurm\" begins one");
    return ExitCode::nothing;
  }
  Json list = Json::array();
  std::string text = fmt::format("{:<24}  {:>9}  {:>9}  {:>7}  {:>7}  {:>7}  {:>7}  {:>7}\n", "campaign",
                                 "runs", "played", "failed", "shards", "done", "running", "waiting");
  for (const CampaignFolder& folder : folders) {
    const std::optional<CampaignState> state = state_of(folder);
    if (!state) return ExitCode::bad_input;
    list.push_back(to_json(*state));
    const auto queued = [&](std::size_t count) {
      return state->does_slurm_answer ? std::to_string(count) : std::string("?");
    };
    text +=
        fmt::format("{:<24}  {:>9}  {:>9}  {:>7}  {:>7}  {:>7}  {:>7}  {:>7}{}\n", state->id, state->planned,
                    state->played, state->failed, state->shards, state->done, queued(state->running),
                    queued(state->waiting), state->is_cancelled ? "  (cancelled)" : "");
    for (const std::string& one : state->quarantined) text += fmt::format("  quarantined: {}\n", one);
  }
  return settings.as_json ? write_json({{"campaigns", list}}) : write_output("-", text);
}

ExitCode cancel(const FolderSettings& settings) {
  const std::optional<CampaignFolder> folder = find_folder(settings);
  if (!folder) return ExitCode::bad_input;
  // Jobs that begin from now on end at once.
  if (const ExitCode code = folder->mark_cancelled(true); code != ExitCode::clean) return code;
  for (std::size_t batch = 0; batch < folder->batches(); ++batch) {
    std::string why;
    if (Slurm(*folder).cancel(batch, why)) continue;
    say_error(fmt::format("Slurm did not cancel array job {}: {}", batch, why), "try again");
    return ExitCode::broken;
  }
  say(fmt::format("{} is cancelled; \"backlot campaign resume\" goes on with it", folder->id()));
  return ExitCode::clean;
}

// The command that began the campaign, given again in its folder.
ExitCode resume(const FolderSettings& settings) {
  const std::optional<CampaignFolder> folder = find_folder(settings);
  if (!folder) return ExitCode::bad_input;
  const std::optional<ClusterCampaign> campaign = folder->read();
  if (!campaign) return ExitCode::bad_input;
  std::vector<std::string> words{"backlot"};
  bool has_store = false, is_resumed = false;
  for (const std::string& word : campaign->command) {
    has_store = has_store || word == "--db" || word.starts_with("--db=");
    is_resumed = is_resumed || word == "--resume";
    if (word != "--detach") words.push_back(word);
  }
  if (has_store && !is_resumed) words.emplace_back("--resume");
  words.emplace_back("--adopt");
  words.push_back(folder->path());
  std::error_code error;
  std::filesystem::current_path(campaign->folder, error);
  if (!error) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    ::execv("/proc/self/exe", arguments.data());
    error = {errno, std::generic_category()};
  }
  say_error(fmt::format("the campaign cannot be gone on with in {}: {}", campaign->folder, error.message()));
  return ExitCode::broken;
}

}  // namespace

void add_campaign(CLI::App& program, Action& chosen) {
  CLI::App* command = add_command(program, "campaign",
                                  "Looks after campaigns that a cluster plays (\"backlot run --on slurm\").",
                                  "backlot campaign status\n"
                                  "backlot campaign resume nightly-3\n"
                                  "backlot campaign cancel nightly-3");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* purpose, const std::string& example, bool needs_id,
                       ExitCode (*act)(const FolderSettings&)) {
    const auto settings = std::make_shared<FolderSettings>();
    CLI::App* sub = add_command(*command, name, purpose, example);
    CLI::Option* id = sub->add_option("CAMPAIGN", settings->id, "its name, or the path of its folder");
    if (needs_id) id->required();
    sub->add_option("--campaigns", settings->campaigns, "the folder of campaigns (backlot-campaigns)")
        ->option_text("DIR");
    if (!needs_id) sub->add_flag("--json", settings->as_json, "print JSON");
    sub->callback([settings, act, &chosen] { chosen = [settings, act] { return act(*settings); }; });
  };
  add("status", "Shows how far campaigns are.",
      "backlot campaign status\nbacklot campaign status nightly-3 --json", false, show_status);
  add("resume", "Follows a campaign again, submits what died, and reports the whole.",
      "backlot campaign resume nightly-3", true, resume);
  add("cancel", "Takes the jobs of a campaign out of the queue and ends those that run.",
      "backlot campaign cancel nightly-3", true, cancel);
}

}  // namespace backlot::cli
