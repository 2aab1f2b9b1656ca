#include "apps/cli/campaign/play_case.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/campaign/run_details.h"
#include "apps/cli/campaign/run_figures.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/scenes/scene_json.h"
#include "apps/cli/scenes/scene_options.h"
#include "backlot/harness/runs.h"
#include "backlot/map_files/load_network.h"

namespace backlot::cli {

// ---- between processes

Json to_json(const PlayOptions& options) {
  return {{"subject", options.subject},
          {"signals", options.signals},
          {"has_supply", options.has_supply},
          {"is_skipped", options.not_staged.is_skipped},
          {"tries", options.not_staged.tries},
          {"trace", options.files.trace},
          {"events", options.files.events},
          {"storyboard", options.files.storyboard},
          {"record", options.record},
          {"details", options.details},
          {"is_fresh", options.drivers.is_fresh},
          {"repeat", options.drivers.repeat},
          {"watchdog_s", options.drivers.watchdog_s},
          {"driver_log", options.drivers.log_file},
          {"sensing", options.drivers.sensing}};
}

PlayOptions read_play_options(const Json& json) {
  PlayOptions options;
  options.subject = json.at("subject");
  options.signals = json.at("signals").get<std::vector<std::string>>();
  options.has_supply = json.at("has_supply");
  options.not_staged = {json.at("is_skipped"), json.at("tries")};
  options.files = {json.at("trace"), json.at("events"), json.at("storyboard")};
  options.record = json.at("record");
  options.details = json.at("details");
  options.drivers = {json.at("is_fresh"), json.at("repeat"), json.at("watchdog_s"), json.at("driver_log"),
                     json.at("sensing")};
  return options;
}

Json to_json(const campaign::Case& one) {
  Json parameters = Json::array();
  for (const auto& [name, value] : one.parameters) parameters.push_back({name, value});
  return {{"suite", one.suite},
          {"name", one.name},
          {"group", one.group},
          {"scene_file", one.scene_file},
          {"parameters", parameters},
          {"judge", one.judge},
          {"seed", one.seed},
          {"run", one.run},
          {"driver", one.driver},
          {"tags", one.tags},
          {"requirements", one.requirements},
          {"suspect", one.suspect},
          {"evaded_at_most", one.evaded_at_most}};
}

campaign::Case read_case(const Json& json) {
  campaign::Case one;
  one.suite = json.at("suite");
  one.name = json.at("name");
  one.group = json.at("group");
  one.scene_file = json.at("scene_file");
  for (const Json& pair : json.at("parameters")) one.parameters.emplace_back(pair.at(0), pair.at(1));
  one.judge = json.at("judge");
  one.seed = json.at("seed");
  one.run = json.at("run");
  one.driver = json.at("driver");
  one.tags = json.at("tags").get<std::vector<std::string>>();
  one.requirements = json.at("requirements").get<std::vector<std::string>>();
  one.suspect = json.at("suspect").get<std::vector<std::string>>();
  one.evaded_at_most = json.at("evaded_at_most");
  return one;
}

// ---- rows

namespace {

Given given_of(const campaign::Case& one) {
  Given given;
  for (const auto& [name, value] : one.parameters) given.push_back({name, value});
  if (!one.judge.empty()) given.push_back({"judge", one.judge});
  return given;
}

// What a row says of its case, whatever came of it.
void describe(const campaign::Case& one, Json& row) {
  row["name"] = one.name;
  row["seed"] = one.seed;
  row["driver"] = one.driver.empty() ? Json(nullptr) : Json(one.driver);
  row["suite"] = one.suite.empty() ? Json(nullptr) : Json(one.suite);
  row["case"] = one.group;
  row["run"] = one.run;
  row["tags"] = one.tags;
  row["requirements"] = one.requirements;
  row["suspect"] = one.suspect;
  row["evaded_at_most"] = one.evaded_at_most;
}

}  // namespace

Json row_without_result(const campaign::Case& one, std::string_view verdict, const std::string& cause) {
  harness::RunResult nothing;
  nothing.scene = one.group;
  Json row = to_json(nothing, {});
  describe(one, row);
  for (const auto& [name, value] : one.parameters) row["parameters"][name] = value;
  row["played_seed"] = one.seed;
  row["tries"] = 1;
  row["staged"] = false;
  row["verdict"] = verdict;
  row["cause"] = cause;
  row["wall_s"] = 0;
  return row;
}

// ---- playing

CasePlayer::CasePlayer(PlayOptions options) : options_(std::move(options)), drivers_(options_.drivers) {
  ExitCode code = ExitCode::clean;
  SceneOptions texts;
  texts.subject = options_.subject;
  texts.signals = options_.signals;
  if (const std::optional<SceneChoice> choice = read_scene_options(texts, code)) {
    subject_ = choice->subject;
    signals_ = choice->signals;
  }
}

const RunRecordings* CasePlayer::recordings_of(const campaign::Case& one) {
  if (options_.record.empty()) return nullptr;
  campaign::Case any_seed = one;
  any_seed.seed = 0;
  std::string key = campaign::key_of(any_seed);
  if (recordings_ && key == recordings_key_) return &*recordings_;
  const Stage& stage = *stages_.last();
  const campaign::NotStaged& not_staged = options_.not_staged;
  recordings_.emplace(RunRecordings::Settings{.folder = options_.record,
                                              .name = one.name,
                                              .scene = stage.name(),
                                              .is_scenario = stage.is_scenario(),
                                              .given = given_of(one),
                                              .subject = options_.subject,
                                              .driver = one.driver,
                                              .not_staged = not_staged.is_skipped ? "skip"
                                                            : not_staged.tries == 0
                                                                ? "fail"
                                                                : fmt::format("retry:{}", not_staged.tries)},
                      stage.texts(), stage.network());
  recordings_key_ = std::move(key);
  return &*recordings_;
}

PlayedCase CasePlayer::play(const campaign::Case& one, bool has_page) {
  const auto begin = std::chrono::steady_clock::now();
  base::Diagnostics found;
  map_files::Sources sources;
  const std::shared_ptr<const Play> play =
      stages_.build(one.scene_file, given_of(one), one.seed, found, sources);
  if (!play) return {.code = ExitCode::bad_input, .error = map_files::to_text(found, sources)};

  RunFiles files(options_.files, stages_.network());
  const RunRecordings* const recordings = recordings_of(one);
  Driven driven;
  RunFigures figures;
  std::unique_ptr<RunDetails> details;  // of the last try
  bool is_watched = false;              // by the details: a repetition is not
  const harness::ValidatorMaker gauges = [&](const scene::Scene&) {
    std::vector<std::unique_ptr<verdict::Validator>> list;
    list.push_back(make_figure_taker(figures));
    if (is_watched) list.push_back(details->make_gauge());
    return list;
  };
  std::uint64_t tries = 0;
  std::unique_ptr<RunRecording> recording;  // of the last try
  do {
    if (!files.open()) return {.code = ExitCode::broken, .error = "a file of the run cannot be written"};
    driven = drivers_.drive(one.driver, [&](const harness::SystemOptions& system, bool is_first) {
      harness::RunOptions options{.seed = tries == 0 ? one.seed : harness::derived_seed(one.seed, tries),
                                  .subject = subject_,
                                  .system = system,
                                  .has_supply = options_.has_supply,
                                  .signals = signals_,
                                  .gauges = gauges,
                                  .warm_ups = &warm_ups_,
                                  .onlooker = is_first ? files.onlooker() : harness::Onlooker{}};
      figures = {};
      is_watched = is_first && !options_.details.empty();
      if (is_watched) {
        details = std::make_unique<RunDetails>(stages_.network());
        options.onlooker = [&, also = options.onlooker](const harness::Moment& moment) {
          if (also) also(moment);
          details->watch(moment);
        };
      }
      if (is_first && recordings != nullptr) {
        recording.reset();  // the file of an earlier try is closed before it is made anew
        recording = recordings->begin(one.seed, options);
      }
      return play->run(options);
    });
    if (recordings != nullptr && !recording)
      return {.code = ExitCode::broken, .error = "the recording cannot be written"};
  } while (driven.result.verdict() == verdict::Verdict::not_staged && tries++ < options_.not_staged.tries);
  const harness::RunResult& result = driven.result;
  if (!files.close()) return {.code = ExitCode::broken, .error = "a file of the run cannot be written"};

  PlayedCase played;
  played.row = to_json(result, play->parameters);
  describe(one, played.row);
  if (result.trouble) played.row["cause"] = result.trouble->text;
  played.row["figures"] = to_json(figures);
  played.row["played_seed"] = result.seed;
  played.row["tries"] = std::min(tries, options_.not_staged.tries) + 1;
  played.row["first_difference"] = to_json(driven.first_difference);
  played.row["recording"] = recording ? Json(recording->path()) : Json(nullptr);
  if (recording && !recording->finish(result, played.row))
    return {.code = ExitCode::broken, .error = "the recording is not whole"};
  if (details && (has_page || result.verdict() != verdict::Verdict::pass) &&
      write_output(details_path(options_.details, one),
                   details->to_json(result).dump(-1, ' ', false, Json::error_handler_t::replace)) !=
          ExitCode::clean)
    return {.code = ExitCode::broken, .error = "what the page of a run shows cannot be written"};
  played.row["cycle_wall"] = to_json(driven.times);
  played.row["wall_s"] = seconds_since(begin);
  return played;
}

}  // namespace backlot::cli
