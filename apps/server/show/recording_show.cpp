#include "apps/server/show/recording_show.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "apps/server/show/pace.h"
#include "apps/server/show/recording_play.h"
#include "apps/server/show/scene_show.h"
#include "backlot/map_files/read_file.h"
#include "backlot/scene_files/scenario_file.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::server {

namespace {

base::Result<recording::RecordingIndex> open_index(const std::string& path) {
  auto source = std::make_unique<recording::FileSource>(path);
  if (!source->is_open()) {
    base::Diagnostics found;
    found.error("M101", {path, 0, 0}, "the file cannot be opened", "check its name");
    return base::Result<recording::RecordingIndex>::failure(std::move(found));
  }
  return recording::RecordingIndex::open(std::move(source), path);
}

// Says why, and goes back to the list.
Request refuse_run(Theatre& theatre, const std::string& why) {
  theatre.board.tell_all(dumped({{"is", "error"}, {"do", "open"}, {"text", why}}));
  return {0, "open", Json::object()};
}

}  // namespace

std::vector<report::ViewedRun> list_runs(const std::string& folder) {
  namespace fs = std::filesystem;
  if (const auto text = map_files::read_file((fs::path(folder) / report::kViewList).string()))
    if (auto listed = report::read_view_list(*text)) return *std::move(listed);
  std::vector<std::string> paths;
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error))
    if (at->path().extension() == ".mcap") paths.push_back(at->path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<report::ViewedRun> runs;
  for (const std::string& path : paths) {
    const auto index = open_index(path);
    if (!index) continue;
    const recording::Recording& recording = index->recording();
    report::ViewedRun run{.name = recording.header.scene,
                          .seed = recording.header.seed,
                          .driver = recording.header.driver,
                          .recording = path};
    if (recording.end) {
      run.verdict = recording.end->verdict;
      const Json row = Json::parse(recording.end->result_json, nullptr, false);
      if (row.is_object() && row.contains("violations") && row["violations"].is_array() &&
          !row["violations"].empty())
        run.text = row["violations"][0].value("message", "");
      else if (row.is_object() && row.contains("cause") && row["cause"].is_string())
        run.text = row["cause"].get<std::string>();
    }
    runs.push_back(std::move(run));
  }
  return runs;
}

base::Result<std::unique_ptr<RecordingShow>> RecordingShow::open(RecordingShowSettings settings) {
  std::unique_ptr<RecordingShow> show(new RecordingShow(std::move(settings)));
  base::Diagnostics found;
  std::error_code error;
  if (std::filesystem::is_directory(show->settings_.path, error)) {
    show->runs_ = list_runs(show->settings_.path);
    if (show->runs_.empty())
      found.error("M109", {show->settings_.path, 0, 0},
                  "there is no recording in this folder, and no list of runs",
                  "recordings are written by: backlot run SCENE --record DIR; lists by --report DIR");
  } else {
    const auto index = open_index(show->settings_.path);
    found = index.diagnostics();
    if (index)
      if (const auto stage = replay::build_stage(index->recording().header); !stage)
        found = stage.diagnostics();
  }
  return base::Result<std::unique_ptr<RecordingShow>>::from(std::move(show), std::move(found));
}

// The list alone, on an empty ground.
std::optional<Request> RecordingShow::show_list(Theatre& theatre) {
  auto world = std::make_shared<StaticWorld>();
  world->world = std::make_shared<const std::string>(
      R"({"is":"world","trees":[],"poles":[],"benches":[],"signs":[],"signal_groups":[],"heads":[],"names":[],"marks":[]})");
  world->meshes.push_back(std::make_shared<const std::string>(std::string("\x01\x01\0\0", 4)));
  Json runs = Json::array();
  for (std::size_t k = 0; k < runs_.size(); ++k)
    runs.push_back({{"run", k},
                    {"name", runs_[k].name},
                    {"seed", runs_[k].seed},
                    {"driver", runs_[k].driver},
                    {"verdict", runs_[k].verdict},
                    {"text", runs_[k].text},
                    {"has_recording", !runs_[k].recording.empty()}});
  theatre.board.set_world(world, dumped({{"is", "hello"},
                                         {"protocol", 1},
                                         {"version", settings_.version},
                                         {"mode", "report"},
                                         {"title", settings_.path},
                                         {"file", settings_.path},
                                         {"origin", {0, 0, 0}},
                                         {"bounds", {-50, -50, 0, 50, 50, 0}},
                                         {"step_s", 0.05},
                                         {"time_range", nullptr},
                                         {"materials", Json::array({"asphalt"})},
                                         {"aspects", Json::array()},
                                         {"behaviours", Json::array()},
                                         {"kinds", Json::array()},
                                         {"shapes", Json::array()},
                                         {"roles", Json::array()},
                                         {"seed", nullptr},
                                         {"subject_id", nullptr},
                                         {"subject", ""},
                                         {"styles", Json::array()},
                                         {"drivers", Json::array()},
                                         {"parameters", Json::array()},
                                         {"columns", Json::array()},
                                         {"runs", std::move(runs)},
                                         {"can", Json::array({"open"})}}));
  for (;;) {
    std::optional<Request> request = theatre.inbox.take(WallClock::now() + std::chrono::hours(1));
    if (theatre.inbox.is_closed()) return std::nullopt;
    if (request && request->what == "open") return request;
    if (request) refuse(theatre.board, *request, "Open a run first.");
  }
}

std::optional<Request> RecordingShow::show_file(Theatre& theatre, const std::string& path) {
  auto index = open_index(path);
  std::string why = index ? "" : index.diagnostics().begin()->message;
  std::optional<replay::RecordedStage> stage;
  if (index) {
    auto built = replay::build_stage(index->recording().header);
    if (built)
      stage = *std::move(built);
    else
      why = built.diagnostics().begin()->message;
  }
  if (!stage) {
    theatre.board.tell_all(dumped({{"is", "error"}, {"do", "open"}, {"text", why}}));
    if (runs_.empty() && !settings_.is_of_scene) return std::nullopt;
    return Request{0, settings_.is_of_scene ? "restart" : "open", Json::object()};
  }
  RecordingPlay play(theatre, *std::move(index), *std::move(stage), settings_, path, !runs_.empty());
  return play.play();
}

std::optional<Request> RecordingShow::show_run(Theatre& theatre, const report::ViewedRun& run) {
  std::error_code error;
  if (!run.recording.empty() && (run.scene_file.empty() || std::filesystem::exists(run.recording, error)))
    return show_file(theatre, run.recording);
  return play_run(theatre, run);
}

// A run without a recording is played again, from its scene.
std::optional<Request> RecordingShow::play_run(Theatre& theatre, const report::ViewedRun& run) {
  SceneShowSettings settings{.file = run.scene_file, .version = settings_.version};
  for (const auto& [name, value] : run.given) settings.given.push_back({name, value});
  settings.seed = run.seed;
  settings.subject = read_wish(run.driver.empty() ? run.subject : "driver:" + run.driver);
  settings.factor = settings_.factor;
  settings.is_paused = settings_.is_paused;
  settings.is_of_list = true;
  const auto play = [&]<class File>(std::in_place_type_t<File>,
                                    const std::string& content) -> std::optional<Request> {
    auto loading = File::load(run.scene_file, content, settings.given);
    if (!loading.file) return refuse_run(theatre, loading.diagnostics.begin()->message);
    for (const auto& source : loading.sources)
      settings.sources.push_back({source->name(), std::string(source->text())});
    return SceneShow(std::move(loading.file), std::move(settings)).show(theatre);
  };
  const auto content = map_files::read_file(run.scene_file);
  if (!content) return refuse_run(theatre, content.diagnostics().begin()->message);
  return scene_text::looks_like_scenario(*content)
             ? play(std::in_place_type<scene_files::ScenarioFile>, *content)
             : play(std::in_place_type<scene_files::SceneFile>, *content);
}

void RecordingShow::run(Theatre& theatre) {
  std::optional<Request> open;
  for (;;) {
    if (!runs_.empty()) {
      if (!open) open = show_list(theatre);
      if (!open) return;
      const double run = open->number("run", -1);
      if (run < 0 || run >= static_cast<double>(runs_.size())) {
        open.reset();
        continue;
      }
      open = show_run(theatre, runs_[static_cast<std::size_t>(run)]);
    } else {
      open = show_file(theatre, settings_.path);
    }
    if (!open) return;
  }
}

}  // namespace backlot::server
