// backlot run SCENE [--seed N | --seeds A..B] [--subject S] ...
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/progress.h"
#include "apps/cli/scenes/scene_json.h"
#include "apps/cli/scenes/scene_options.h"
#include "apps/cli/scenes/scene_storyboard.h"
#include "apps/cli/traffic/events.h"
#include "apps/cli/traffic/trace.h"
#include "backlot/direct/event_names.h"
#include "backlot/drivers/shipped.h"
#include "backlot/formats/sensing/sensing_text.h"
#include "backlot/harness/runs.h"
#include "backlot/harness/scene_run.h"
#include "backlot/scene_files/scenario_file.h"
#include "backlot/scene_files/scene_file.h"

namespace backlot::cli {
namespace {

using verdict::Verdict;

struct RunSettings {
  std::vector<std::string> scenes;
  SceneOptions options;
  std::string trace, events, storyboard;
  std::string not_staged = "retry:3";
  std::string driver;
  std::string sensing_text;
  view::Sensing sensing{};  // that the text says
  bool as_json = false;

  bool has_files() const { return !trace.empty() || !events.empty() || !storyboard.empty(); }
};

// What becomes of a run that was not staged.
struct NotStaged {
  bool is_skipped = false;
  std::uint64_t tries = 0;  // with derived seeds
};
std::optional<NotStaged> read_not_staged(const std::string& text) {
  if (text == "fail") return NotStaged{};
  if (text == "skip") return NotStaged{.is_skipped = true};
  const std::string_view lead = "retry:";
  if (text.rfind(lead, 0) != 0) return std::nullopt;
  const std::optional<SeedRange> count = read_seeds(text.substr(lead.size()));
  if (!count || count->count() != 1 || count->first < 1 || count->first > 100) return std::nullopt;
  return NotStaged{.tries = count->first};
}

// The files that one run writes. Each try begins them anew.
class Files {
 public:
  Files(const RunSettings& settings, const network::Network& network)
      : settings_(settings), network_(network) {}

  bool open() {
    trace_.reset();
    events_.reset();
    boards_.clear();
    if (!settings_.trace.empty()) trace_.emplace(settings_.trace, network_);
    if (!settings_.events.empty()) events_.emplace(settings_.events, network_, direct::event_names());
    return (!trace_ || trace_->is_open()) && (!events_ || events_->is_open());
  }
  harness::Onlooker onlooker() {
    if (!settings_.has_files()) return {};
    return [this](const harness::Moment& moment) {
      if (trace_) trace_->write(moment.frame);
      if (events_) events_->write(moment.run.events());
      if (!settings_.storyboard.empty()) board_of(moment.scene).watch(moment);
    };
  }
  // The storyboards of scenes in a row lie in folders of their own.
  bool close() {
    if ((trace_ && !trace_->close()) || (events_ && !events_->close())) return false;
    std::size_t number = 0;
    for (const Board& board : boards_) {
      const std::string folder = boards_.size() == 1 ? settings_.storyboard
                                                     : fmt::format("{}/{}_{}", settings_.storyboard, ++number,
                                                                   board.scene->description().name);
      if (write_storyboard(network_, board.recorder->board(), folder) != ExitCode::clean) return false;
    }
    return true;
  }

 private:
  struct Board {
    std::shared_ptr<const scene::Scene> scene;
    std::unique_ptr<StoryboardRecorder> recorder;
  };
  StoryboardRecorder& board_of(const std::shared_ptr<const scene::Scene>& scene) {
    for (const Board& board : boards_)
      if (board.scene == scene) return *board.recorder;
    boards_.push_back({scene, std::make_unique<StoryboardRecorder>(scene)});
    return *boards_.back().recorder;
  }

  const RunSettings& settings_;
  const network::Network& network_;
  std::optional<TraceWriter> trace_;
  std::optional<EventsWriter> events_;
  std::vector<Board> boards_;  // by scene, in the order of their beginning
};

// What one seed gave, after all tries.
struct Played {
  std::uint64_t asked_seed = 0;
  std::uint64_t tries = 1;
  harness::RunResult result;
  std::vector<scene::Parameter> parameters;
  double wall_s = 0;
  base::Diagnostics found;  // why there is no scene for the seed
  bool is_broken = false;   // a file could not be written
};

struct Counts {
  std::size_t runs = 0, staged = 0;
  std::array<std::size_t, verdict::kVerdicts> by_verdict{};
  double sim_s = 0;

  void add(const harness::RunResult& result) {
    ++runs;
    sim_s += result.sim_s;
    staged += result.is_staged() ? 1U : 0U;
    ++by_verdict[static_cast<std::size_t>(result.verdict())];
  }
  std::size_t of(verdict::Verdict verdict) const { return by_verdict[static_cast<std::size_t>(verdict)]; }
};

void say_result(const Played& played) {
  const harness::RunResult& result = played.result;
  const std::string staged = result.is_staged() ? "staged"
                             : result.cause.outcome == verdict::Outcome::evaded
                                 ? "evaded: " + result.cause.text
                                 : "not staged: " + result.cause.text;
  fmt::print("{}, seed {}, subject {}: {}{}\n", result.scene, played.asked_seed, result.style + result.driver,
             result.findings.empty() ? "" : "FAILED, ", staged);
  if (played.tries > 1) fmt::print("  tried {} times; the last try has seed {}\n", played.tries, result.seed);
  for (const harness::RoleResult& role : result.roles) {
    if (role.actor)
      fmt::print(
          "  role {}: vehicle {}, cast {:.1f} s after the start of the subject from {} candidate{}{}\n",
          role.role, *role.actor, role.since_s - result.subject_start_s, role.candidates,
          role.candidates == 1 ? "" : "s", role.is_supplied ? ", supplied by a source" : "");
    else
      fmt::print("  role {}: {}\n", role.role, role.times_cast > 0 ? "cast, and lost again" : "never cast");
  }
  for (const verdict::EventResult& event : result.events) {
    if (event.time_s < 0) continue;
    fmt::print("  {} {:.2f} s after the start of the subject{}\n", event.event,
               event.time_s - result.subject_start_s,
               event.error_s ? fmt::format(", {:.2f} s {}", std::abs(*event.error_s),
                                           *event.error_s < 0 ? "early" : "late")
                             : "");
  }
  for (const verdict::ExpectationResult& e : result.expectations) {
    std::string value;
    if (e.value)
      value = fmt::format("  (measured {:.2f}{})", *e.value,
                          e.limit ? fmt::format(", tolerance {:g}", *e.limit) : "");
    fmt::print("  {} {}{}\n", e.is_met ? "met  " : "UNMET", e.text, value);
  }
  for (const harness::FlowResult& source : result.sources)
    fmt::print("  source {}: {} vehicle{} added\n", source.name, source.vehicles,
               source.vehicles == 1 ? "" : "s");
  for (const harness::FlowResult& sink : result.sinks)
    fmt::print("  sink {}: {} vehicle{} taken out\n", sink.name, sink.vehicles,
               sink.vehicles == 1 ? "" : "s");
  for (const scene::SignalState& signal : result.signals)
    fmt::print("  signal {} at {:.2f} s\n", signal.name, signal.time_s - result.subject_start_s);
  for (const scene::NoteState& note : result.notes)
    fmt::print("  note at {:.1f} s: {}\n", note.time_s - result.subject_start_s, note.text);
  for (const verdict::Finding& finding : result.findings)
    fmt::print("  BROKEN {} at {:.2f} s: {}\n", finding.rule, finding.time_s - result.subject_start_s,
               finding.message);
}

Json summary_json(const Counts& counts, double wall_s) {
  return {{"runs", counts.runs},
          {"staged", counts.staged},
          {"passed", counts.of(Verdict::pass)},
          {"failed", counts.of(Verdict::fail)},
          {"preventable", 0},
          {"evaded", counts.of(Verdict::evaded)},
          {"not_staged", counts.of(Verdict::not_staged)},
          {"crashed", 0},
          {"hung", 0},
          {"sim_s", counts.sim_s},
          {"wall_s", wall_s},
          {"cpu_s", cpu_seconds()}};
}

Json row_json(const Played& played) {
  Json row = to_json(played.result, played.parameters);
  row["seed"] = played.asked_seed;
  row["played_seed"] = played.result.seed;
  row["tries"] = played.tries;
  row["wall_s"] = played.wall_s;
  return row;
}

// A file of a scene or of a scenario: what the command plays with each seed.
class Playable {
 public:
  static std::unique_ptr<Playable> load(const std::string& path,
                                        const std::vector<scene_text::GivenParameter>& given) {
    auto file = std::make_unique<Playable>();
    base::Result<std::string> content = open_input(path);
    const auto load_as = [&](auto& slot) {
      using File = typename std::decay_t<decltype(slot)>::element_type;
      const auto loading = File::load(display_name(path), std::move(content), given);
      say_all(loading.diagnostics, loading.sources);
      slot = loading.file;
      return slot != nullptr;
    };
    const bool is_scenario = content && scene_text::looks_like_scenario(*content);
    return (is_scenario ? load_as(file->scenario_) : load_as(file->scene_)) ? std::move(file) : nullptr;
  }

  const std::string& name() const {
    return scene_ ? scene_->description().name : scenario_->description().name;
  }
  const network::Network& network() const { return scene_ ? scene_->network() : scenario_->network(); }
  const std::vector<std::string>& signals() const {
    return scene_ ? scene_->signals() : scenario_->signals();
  }

  // One run with the parameters that a seed draws; the traffic and the subject are those of the options' seed. Empty where the parameters make no
  // scene; then `played` says why.
  std::optional<harness::RunResult> play(std::uint64_t seed, const harness::RunOptions& options,
                                         Played& played) const {
    if (scene_) {
      const auto scene = scene_->build(seed);
      played.found = scene.diagnostics();
      if (!scene) return std::nullopt;
      played.parameters = (*scene)->description().parameters;
      return harness::run_scene(*scene, options);
    }
    const base::Result<harness::Scenario> scenario = scenario_->build(seed);
    played.found = scenario.diagnostics();
    if (!scenario) return std::nullopt;
    played.parameters = scenario_->description().parameters;
    return harness::in_one(harness::run_scenario(*scenario, options));
  }

 private:
  std::shared_ptr<const scene_files::SceneFile> scene_;
  std::shared_ptr<const scene_files::ScenarioFile> scenario_;
};

// Plays one seed of a file, and derived ones for as long as it is not staged.
Played play(const Playable& file, const RunSettings& settings, const SceneChoice& choice,
            const NotStaged& not_staged, std::uint64_t seed) {
  const auto begin = std::chrono::steady_clock::now();
  Played played;
  played.asked_seed = seed;
  Files files(settings, file.network());
  const drivers::Shipped* shipped = drivers::find_shipped(settings.driver);
  const std::unique_ptr<sut::System> system = shipped ? shipped->make() : nullptr;
  for (std::uint64_t n = 0; n <= not_staged.tries; ++n) {
    played.tries = n + 1;
    if (!files.open()) {
      played.is_broken = true;
      return played;
    }
    std::optional<harness::RunResult> result =
        file.play(seed,
                  {.seed = n == 0 ? seed : harness::derived_seed(seed, n),
                   .subject = choice.subject,
                   .system = {.system = system.get(), .name = settings.driver, .sensing = settings.sensing},
                   .has_supply = !settings.options.has_no_supply,
                   .signals = choice.signals,
                   .onlooker = files.onlooker()},
                  played);
    if (!result) return played;
    played.result = *std::move(result);
    if (played.result.verdict() != Verdict::not_staged) break;
  }
  played.is_broken = !files.close();
  played.wall_s = seconds_since(begin);
  return played;
}

ExitCode run(RunSettings& settings) {
  ExitCode code = ExitCode::clean;
  const std::optional<SceneChoice> choice = read_scene_options(settings.options, code);
  if (!choice) return code;
  if (!settings.sensing_text.empty()) {
    const base::Result<view::Sensing> sensing = formats::sensing::read_sensing(settings.sensing_text);
    if (!sensing) {
      say(to_text(sensing.diagnostics()));
      return ExitCode::usage;
    }
    settings.sensing = *sensing;
  }
  const std::optional<NotStaged> not_staged = read_not_staged(settings.not_staged);
  if (!not_staged)
    return usage_error(fmt::format("--not-staged does not know \"{}\"", settings.not_staged),
                       "fail, skip, or retry:N with N from 1 to 100");
  if (settings.has_files() && (choice->seeds.count() > 1 || settings.scenes.size() > 1))
    return usage_error("--trace, --events and --storyboard are of a single run",
                       "give one scene and one seed: --seed 7");

  Json rows = Json::array();
  Counts counts;
  const auto begin = std::chrono::steady_clock::now();
  const InterruptWatch interrupt;
  for (const std::string& path : settings.scenes) {
    const std::unique_ptr<Playable> file = Playable::load(path, choice->given);
    if (!file) return ExitCode::bad_input;
    if (const std::string unheard = choice->find_unused_signal(file->signals()); !unheard.empty())
      return report_unused_signal(unheard, file->signals());
    Progress progress(file->name(), "not staged", choice->seeds.count());
    std::atomic<bool> is_stopped = false;
    const auto one = [&](std::uint64_t seed) { return play(*file, settings, *choice, *not_staged, seed); };
    const auto take = [&](const Played& played) {
      if (is_stopped) return;
      is_stopped = played.found.has_errors() || played.is_broken;
      if (played.found.has_errors()) {
        progress.clear();
        say(to_text(played.found));
        code = ExitCode::bad_input;
      } else if (played.is_broken) {
        code = ExitCode::broken;
      } else {
        counts.add(played.result);
        progress.clear();
        if (settings.as_json)
          rows.push_back(row_json(played));
        else
          say_result(played);
        progress.count(!played.result.is_staged(), played.result.sim_s);
      }
    };
    harness::run_all<Played>(choice->seeds.first, choice->seeds.count(), settings.options.jobs, one, take,
                             [&] { return is_stopped || interrupt.has_come(); });
    if (code != ExitCode::clean) return code;
    if (interrupt.has_come()) break;
  }
  const double wall_s = seconds_since(begin);
  if (settings.as_json) {
    const ExitCode written = write_json({{"summary", summary_json(counts, wall_s)}, {"runs", rows}});
    if (written != ExitCode::clean) return written;
  } else if (counts.runs > 1) {
    fmt::print(
        "{} runs: {} passed, {} failed, {} evaded, {} not staged; {:.0f} simulated seconds in {:.1f} s\n",
        counts.runs, counts.of(Verdict::pass), counts.of(Verdict::fail), counts.of(Verdict::evaded),
        counts.of(Verdict::not_staged), counts.sim_s, wall_s);
  }
  if (interrupt.has_come()) {
    say(fmt::format("interrupted after {} of {} runs", counts.runs,
                    choice->seeds.count() * settings.scenes.size()));
    return ExitCode::interrupted;
  }
  const bool is_fine = counts.of(Verdict::fail) == 0 && counts.of(Verdict::evaded) == 0 &&
                       (counts.of(Verdict::not_staged) == 0 || not_staged->is_skipped);
  return is_fine ? ExitCode::clean : ExitCode::failed;
}

}  // namespace

void add_run(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<RunSettings>();
  CLI::App* command =
      add_command(program, "run",
                  "Plays scenes, and says whether they were staged and whether the subject kept the rules.",
                  "backlot run scenes/run_red_light.scene --seed 7\n"
                  "backlot run scenes/run_red_light.scene --seeds 1..20 --subject 60% --json\n"
                  "backlot run scenes/run_red_light.scene --param \"lead=1.5 s\" --storyboard out");
  command->add_option("SCENE", settings->scenes, "files of scenes")->required();
  command->add_option("--seed,--seeds", settings->options.seeds, "one seed, or two with .. between them")
      ->option_text("N|A..B");
  add_scene_options(*command, settings->options);
  command
      ->add_option("--not-staged", settings->not_staged,
                   "a run that was not staged: fail, skip, or retry:N with derived seeds (3)")
      ->option_text("WHAT");
  command->add_option("--driver", settings->driver, "driver");
  command
      ->add_option(
          "--sensing", settings->sensing_text,
          "what the driver sees: truth, or sensors: \"front: range 80 m, field 60 deg, noise 0.3 m\"")
      ->option_text("TEXT");
  command->add_option("--storyboard", settings->storyboard, "write a picture for each beat (SVG)")
      ->option_text("DIR");
  command->add_option("--trace", settings->trace, "write every object at every step (CSV)")
      ->option_text("FILE");
  command->add_option("--events", settings->events, "write every event (CSV)")->option_text("FILE");
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return run(*settings); }; });
}

}  // namespace backlot::cli
