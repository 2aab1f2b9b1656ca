#include "apps/cli/recording/run_recording.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/message.h"
#include "apps/cli/version.h"
#include "backlot/map_files/read_file.h"
#include "backlot/recording/sink.h"
#include "backlot/replay/record_run.h"

namespace backlot::cli {

namespace {

// A name of a file on every system.
std::string safe_name(std::string_view text) {
  constexpr std::string_view kOthers = "-_.%";
  std::string name(text);
  std::replace_if(
      name.begin(), name.end(),
      [&](char c) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return !is_plain && kOthers.find(c) == std::string_view::npos;
      },
      '_');
  return name;
}

}  // namespace

RunRecording::RunRecording(std::string path, const recording::RunHeader& header,
                           std::shared_ptr<const std::string> road)
    : path_(std::move(path)),
      recorder_(std::make_unique<recording::FileSink>(path_), header, std::move(road)) {}

bool RunRecording::finish(const harness::RunResult& result, Json row) {
  recording::RunEnd end = replay::end_of(result);
  // what differs from one run to the next is left out: equal runs have equal recordings
  for (const char* key : {"wall_s", "cpu_s", "recording", "cycle_wall"}) row.erase(key);
  end.result_json = row.dump();
  if (recorder_.finish(end)) return true;
  say_error(fmt::format("the recording was not written: {}", recorder_.why()));
  return false;
}

RunRecordings::RunRecordings(Settings settings, std::vector<recording::SourceText> sources,
                             const network::Network& network)
    : settings_(std::move(settings)), road_(recording::road_of(network)) {
  header_.version = version_text();
  header_.scene = settings_.scene;
  header_.is_scenario = settings_.is_scenario;
  header_.sources = std::move(sources);
  header_.network_hash = recording::hash_of(network);
  for (const scene_text::GivenParameter& parameter : settings_.given)
    header_.given.emplace_back(parameter.name, parameter.text);
  header_.driver = settings_.driver;
  if (settings_.driver.empty()) header_.subject = settings_.subject;
  if (header_.subject.ends_with(".csv"))
    if (auto text = map_files::read_file(header_.subject))
      header_.subject_files.push_back({header_.subject, *text});
  header_.not_staged = settings_.not_staged;
  std::error_code error;
  std::filesystem::create_directories(settings_.folder, error);
  // a file that may not grow is an error of its write, not the end of the program
  std::signal(SIGXFSZ, SIG_IGN);
}

std::unique_ptr<RunRecording> RunRecordings::begin(std::uint64_t seed, harness::RunOptions& options) const {
  std::string name = fmt::format("{}_{}", safe_name(settings_.name), seed);
  if (!settings_.driver.empty()) name += "_" + safe_name(settings_.driver);
  recording::RunHeader header = header_;
  header.seed = seed;
  replay::describe(options, header);
  auto one = std::make_unique<RunRecording>(
      (std::filesystem::path(settings_.folder) / (name + ".mcap")).string(), header, road_);
  if (one->recorder().has_failed()) {
    say_error(fmt::format("the recording cannot be written: {}", one->recorder().why()));
    return nullptr;
  }
  replay::record_run(one->recorder(), options);
  return one;
}

}  // namespace backlot::cli
