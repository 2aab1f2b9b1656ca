#include "apps/cli/campaign/play_case.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "apps/cli/campaign/driver_option.h"
#include "apps/cli/campaign/run_figures.h"
#include "apps/cli/campaign/watched_driver.h"
#include "apps/cli/progress.h"
#include "apps/cli/scenes/scene_json.h"
#include "apps/cli/scenes/scene_options.h"
#include "backlot/harness/runs.h"
#include "backlot/map_files/load_network.h"

namespace backlot::cli {

// ---- between processes

Json to_json(const PlayOptions& options) {
  return {{"subject", options.subject},        {"signals", options.signals},
          {"has_supply", options.has_supply},  {"is_skipped", options.not_staged.is_skipped},
          {"tries", options.not_staged.tries}, {"trace", options.files.trace},
          {"events", options.files.events},    {"storyboard", options.files.storyboard},
          {"hang_s", options.hang_s}};
}

PlayOptions read_play_options(const Json& json) {
  PlayOptions options;
  options.subject = json.at("subject");
  options.signals = json.at("signals").get<std::vector<std::string>>();
  options.has_supply = json.at("has_supply");
  options.not_staged = {json.at("is_skipped"), json.at("tries")};
  options.files = {json.at("trace"), json.at("events"), json.at("storyboard")};
  options.hang_s = json.at("hang_s");
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
          {"requirements", one.requirements}};
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

CasePlayer::CasePlayer(PlayOptions options) : options_(std::move(options)) {
  ExitCode code = ExitCode::clean;
  SceneOptions texts;
  texts.subject = options_.subject;
  texts.signals = options_.signals;
  if (const std::optional<SceneChoice> choice = read_scene_options(texts, code)) {
    subject_ = choice->subject;
    signals_ = choice->signals;
  }
}

sut::System* CasePlayer::driver_of(const std::string& text) {
  if (text.empty()) return nullptr;
  std::unique_ptr<sut::System>& driver = drivers_[text];
  if (!driver) driver = std::make_unique<WatchedDriver>(make_driver(text));
  return driver.get();
}

PlayedCase CasePlayer::play(const campaign::Case& one) {
  const auto begin = std::chrono::steady_clock::now();
  base::Diagnostics found;
  map_files::Sources sources;
  const std::shared_ptr<const Play> play =
      stages_.build(one.scene_file, given_of(one), one.seed, found, sources);
  if (!play) return {.code = ExitCode::bad_input, .error = map_files::to_text(found, sources)};

  RunFiles files(options_.files, stages_.network());
  harness::RunResult result;
  RunFigures figures;
  std::uint64_t tries = 0;
  do {
    figures = {};
    if (!files.open()) return {.code = ExitCode::broken, .error = "a file of the run cannot be written"};
    const harness::RunOptions options{
        .seed = tries == 0 ? one.seed : harness::derived_seed(one.seed, tries),
        .subject = subject_,
        .system = {.system = driver_of(one.driver), .name = one.driver},
        .has_supply = options_.has_supply,
        .signals = signals_,
        .validators = [&](const scene::Scene& scene) { return validators_with_figures(scene, figures); },
        .onlooker = files.onlooker()};
    result = play->run(options);
  } while (result.verdict() == verdict::Verdict::not_staged && tries++ < options_.not_staged.tries);
  if (!files.close()) return {.code = ExitCode::broken, .error = "a file of the run cannot be written"};

  PlayedCase played;
  played.row = to_json(result, play->parameters);
  describe(one, played.row);
  if (result.trouble) played.row["cause"] = result.trouble->text;
  played.row["figures"] = to_json(figures);
  played.row["played_seed"] = result.seed;
  played.row["tries"] = std::min(tries, options_.not_staged.tries) + 1;
  played.row["wall_s"] = seconds_since(begin);
  return played;
}

}  // namespace backlot::cli
