#include "apps/cli/cluster/campaign_folder.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/cli/message.h"
#include "apps/cli/output.h"

namespace backlot::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kMostCampaigns = 1'000'000;

// A whole text under a name, or nothing: written beside it, on the disk, and then renamed.
ExitCode write_at_once(const std::string& path, const std::string& text) {
  const std::string fresh = fmt::format("{}.{}.new", path, ::getpid());
  if (const ExitCode code = write_output(fresh, text); code != ExitCode::clean) return code;
  const int file = ::open(fresh.c_str(), O_RDONLY | O_CLOEXEC);
  const bool is_safe = file >= 0 && ::fsync(file) == 0;
  if (file >= 0) ::close(file);
  std::error_code error;
  fs::rename(fresh, path, error);
  if (is_safe && !error) return ExitCode::clean;
  say_error(fmt::format("{}: cannot be written", path));
  return ExitCode::broken;
}

std::string read_text(const std::string& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string safe_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0 && c != '_' && c != '-'; },
      '_');
  return text.empty() ? "campaign" : text;
}

}  // namespace

std::optional<CampaignFolder> CampaignFolder::make(const std::string& parent, const std::string& suite) {
  if (make_folder(parent) != ExitCode::clean) return std::nullopt;
  std::error_code error;
  const std::string root = fs::canonical(parent, error).string();
  for (int number = 1; number < kMostCampaigns; ++number) {
    CampaignFolder folder(fmt::format("{}/{}-{}", root, safe_name(suite), number));
    if (::mkdir(folder.path_.c_str(), 0777) != 0) {
      if (errno == EEXIST) continue;
      break;
    }
    for (const char* const part : {"shards", "batches", "spool", "done", "log"})
      if (make_folder(folder.in(part)) != ExitCode::clean) return std::nullopt;
    return folder;
  }
  say_error(fmt::format("{}: no folder can be made in it: {}", root,
                        std::strerror(errno)));  // NOLINT(concurrency-mt-unsafe): one thread
  return std::nullopt;
}

std::vector<CampaignFolder> CampaignFolder::all(const std::string& parent) {
  std::vector<std::string> paths;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, error))
    if (fs::exists(entry.path() / "campaign.json", error)) paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<CampaignFolder> folders;
  for (std::string& path : paths) folders.emplace_back(std::move(path));
  return folders;
}

std::string CampaignFolder::id() const { return fs::path(path_).filename().string(); }

ExitCode CampaignFolder::write(const ClusterCampaign& campaign) const {
  const Json json{
      {"command", campaign.command},    {"folder", campaign.folder},     {"program", campaign.program},
      {"tool", campaign.tool},          {"identity", campaign.identity}, {"name", campaign.name},
      {"play", to_json(campaign.play)}, {"planned", campaign.planned},   {"shards", campaign.shards},
      {"jobs", campaign.jobs},          {"nodes", campaign.nodes},       {"partition", campaign.partition},
      {"database", campaign.database},  {"campaign", campaign.campaign}};
  const ExitCode code = write_at_once(in("campaign.json"), json.dump(1) + '\n');
  // The URL of a database may hold a password.
  if (code == ExitCode::clean) ::chmod(in("campaign.json").c_str(), 0600);
  return code;
}

std::optional<ClusterCampaign> CampaignFolder::read() const {
  const Json json = Json::parse(read_text(in("campaign.json")), nullptr, false);
  try {
    return ClusterCampaign{.command = json.at("command").get<std::vector<std::string>>(),
                           .folder = json.at("folder"),
                           .program = json.at("program"),
                           .tool = json.at("tool"),
                           .identity = json.at("identity"),
                           .name = json.at("name"),
                           .play = read_play_options(json.at("play")),
                           .planned = json.at("planned"),
                           .shards = json.at("shards"),
                           .jobs = json.at("jobs"),
                           .nodes = json.at("nodes"),
                           .partition = json.at("partition"),
                           .database = json.at("database"),
                           .campaign = json.at("campaign")};
  } catch (const Json::exception&) {
    say_error(fmt::format("{}: cannot be read", in("campaign.json")),
              "name the folder of a campaign that \"backlot run --on slurm\" made");
    return std::nullopt;
  }
}

ExitCode CampaignFolder::write_shard(std::size_t shard, std::span<const campaign::Case> cases,
                                     std::span<const std::size_t> positions) const {
  std::string text;
  for (const std::size_t k : positions)
    text += Json{{"position", k}, {"timeout_s", cases[k].timeout_s}, {"case", to_json(cases[k])}}.dump(
                -1, ' ', false, Json::error_handler_t::replace) +
            '\n';
  return write_at_once(in(fmt::format("shards/{}", shard)), text);
}

std::vector<std::pair<std::size_t, campaign::Case>> CampaignFolder::read_shard(std::size_t shard) const {
  std::vector<std::pair<std::size_t, campaign::Case>> cases;
  std::istringstream lines(read_text(in(fmt::format("shards/{}", shard))));
  for (std::string line; std::getline(lines, line);) {
    const Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) return {};
    cases.emplace_back(json.at("position").get<std::size_t>(), read_case(json.at("case")));
    cases.back().second.timeout_s = json.at("timeout_s");
  }
  return cases;
}

ExitCode CampaignFolder::write_batch(std::size_t batch, std::span<const std::size_t> shards) const {
  return write_at_once(in(fmt::format("batches/{}.json", batch)),
                       Json(std::vector<std::size_t>(shards.begin(), shards.end())).dump() + '\n');
}

std::vector<std::size_t> CampaignFolder::read_batch(std::size_t batch) const {
  const Json json = Json::parse(read_text(in(fmt::format("batches/{}.json", batch))), nullptr, false);
  return json.is_array() ? json.get<std::vector<std::size_t>>() : std::vector<std::size_t>();
}

std::size_t CampaignFolder::batches() const {
  std::size_t count = 0;
  while (fs::exists(in(fmt::format("batches/{}.json", count)))) ++count;
  return count;
}

bool CampaignFolder::is_done(std::size_t shard) const {
  std::error_code error;
  return fs::exists(in(fmt::format("done/{}", shard)), error);
}
bool CampaignFolder::mark_done(std::size_t shard, const Json& took) const {
  return write_at_once(in(fmt::format("done/{}", shard)), took.dump() + '\n') == ExitCode::clean;
}
bool CampaignFolder::is_cancelled() const {
  std::error_code error;
  return fs::exists(in("cancelled"), error);
}
ExitCode CampaignFolder::mark_cancelled(bool is_cancelled) const {
  if (is_cancelled) return write_at_once(in("cancelled"), "\n");
  std::error_code error;
  fs::remove(in("cancelled"), error);
  return ExitCode::clean;
}

bool CampaignFolder::lock() {
  lock_ = ::open(in("followed").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  return lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) == 0;
}

}  // namespace backlot::cli
