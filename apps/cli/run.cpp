// backlot run SCENE [--seed N | --seeds A..B] [--subject S] ...
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/events.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/scene_input.h"
#include "apps/cli/scene_json.h"
#include "apps/cli/seeds.h"
#include "apps/cli/subject_option.h"
#include "apps/cli/trace.h"
#include "backlot/direct/event_names.h"
#include "backlot/harness/runs.h"
#include "backlot/harness/scene_run.h"

namespace backlot::cli {
namespace {

struct Settings {
  std::vector<std::string> scenes;
  std::string seeds = "1", subject, trace, events;
  std::vector<std::string> parameters;
  bool has_no_supply = false, as_json = false;
  std::size_t jobs = 0;
  std::string not_staged = "fail";
};

// The files that one run writes.
struct Files {
  std::optional<TraceWriter> trace;
  std::optional<EventsWriter> events;

  bool open(const Settings& settings, const network::Network& network) {
    if (!settings.trace.empty()) trace.emplace(settings.trace, network);
    if (!settings.events.empty()) events.emplace(settings.events, network, direct::event_names());
    return (!trace || trace->is_open()) && (!events || events->is_open());
  }
  harness::Onlooker onlooker() {
    if (!trace && !events) return {};
    return [this](const harness::Moment& moment) {
      if (trace) trace->write(moment.frame);
      if (events) events->write(moment.run.events());
    };
  }
  bool close() { return (!trace || trace->close()) && (!events || events->close()); }
};

struct Counts {
  std::size_t runs = 0, staged = 0, evaded = 0, not_staged = 0;
  double sim_s = 0;

  void add(const harness::RunResult& result) {
    ++runs;
    sim_s += result.sim_s;
    staged += result.is_staged() ? 1U : 0U;
    evaded += result.cause.outcome == verdict::Outcome::evaded ? 1U : 0U;
    not_staged += result.cause.outcome == verdict::Outcome::not_staged ? 1U : 0U;
  }
};

void say_result(const harness::RunResult& result) {
  fmt::print("{}, seed {}, subject {}: {}\n", result.scene, result.seed, result.style,
             result.is_staged()                                 ? std::string("staged")
             : result.cause.outcome == verdict::Outcome::evaded ? "evaded: " + result.cause.text
                                                                : "not staged: " + result.cause.text);
  for (const harness::RoleResult& role : result.roles) {
    if (role.actor)
      fmt::print(
          "  role {}: vehicle {}, cast {:.1f} s after the start of the subject from {} candidate{}{}\n",
          role.role, *role.actor, role.since_s - result.subject_start_s, role.candidates,
          role.candidates == 1 ? "" : "s", role.is_supplied ? ", supplied by a source" : "");
    else
      fmt::print("  role {}: never cast\n", role.role);
  }
  for (const verdict::EventResult& event : result.events) {
    if (event.time_s < 0) continue;
    fmt::print("  {} at {:.2f} s{}\n", event.event, event.time_s - result.subject_start_s,
               event.error_s ? fmt::format(", {:.2f} s {}", std::abs(*event.error_s),
                                           *event.error_s < 0 ? "early" : "late")
                             : "");
  }
  for (const verdict::ExpectationResult& e : result.expectations) {
    std::string value;
    if (e.value)
      value = fmt::format("  ({:.2f}{})", *e.value, e.limit ? fmt::format(", tolerance {:g}", *e.limit) : "");
    fmt::print("  {} {}{}\n", e.is_met ? "met  " : "UNMET", e.text, value);
  }
  for (const scene::NoteState& note : result.notes)
    fmt::print("  note at {:.1f} s: {}\n", note.time_s - result.subject_start_s, note.text);
  if (result.subject_was_hit) fmt::print("  the subject was hit\n");
}

ExitCode run(const Settings& settings) {
  const std::optional<SeedRange> seeds = read_seeds(settings.seeds);
  if (!seeds) return usage_error("--seeds wants a number, or two with .. between them: 1..100");
  std::vector<scene_text::GivenParameter> given;
  for (const std::string& option : settings.parameters) {
    const auto parameter = read_given(option);
    if (!parameter) return usage_error("--param wants NAME=VALUE");
    given.push_back(*parameter);
  }
  const bool has_files = !settings.trace.empty() || !settings.events.empty();
  if (has_files && (seeds->count() > 1 || settings.scenes.size() > 1))
    return usage_error("--trace and --events are of a single run");
  const std::optional<subject::SubjectChoice> subject = read_subject(settings.subject);
  if (!subject) return ExitCode::bad_input;

  Json rows = Json::array();
  Counts counts;
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& path : settings.scenes) {
    const std::unique_ptr<SceneFile> file = SceneFile::load(path, given);
    if (!file) return ExitCode::bad_input;
    Files files;
    if (!files.open(settings, file->network())) return ExitCode::broken;
    const harness::Onlooker onlooker = files.onlooker();
    bool is_bad = false;
    const auto one = [&](std::uint64_t seed) {
      base::Diagnostics found;
      const std::shared_ptr<const scene::Scene> scene = file->build(seed, found);
      if (!scene) {
        harness::RunResult result;
        result.scene = file->description().name;
        result.seed = seed;
        result.cause = {verdict::Outcome::not_staged, to_text(found), "parameters make no scene", ""};
        return std::pair(result, file->description());
      }
      return std::pair(harness::run_scene(scene, {.seed = seed,
                                                  .subject = *subject,
                                                  .has_supply = !settings.has_no_supply,
                                                  .onlooker = onlooker}),
                       scene->description());
    };
    using Row = std::pair<harness::RunResult, scene::SceneDescription>;
    harness::run_all<Row>(seeds->first, seeds->count(), settings.jobs, one, [&](const Row& row) {
      counts.add(row.first);
      if (settings.as_json)
        rows.push_back(to_json(row.first, row.second));
      else
        say_result(row.first);
    });
    if (is_bad) return ExitCode::bad_input;
    if (!files.close()) return ExitCode::broken;
  }
  const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (settings.as_json) {
    const Json summary{{"runs", counts.runs},
                       {"staged", counts.staged},
                       {"passed", counts.staged},
                       {"failed", 0},
                       {"preventable", 0},
                       {"evaded", counts.evaded},
                       {"not_staged", counts.not_staged},
                       {"crashed", 0},
                       {"hung", 0},
                       {"sim_s", counts.sim_s},
                       {"wall_s", wall_s},
                       {"cpu_s", cpu_seconds()}};
    write_json({{"summary", summary}, {"runs", rows}});
  } else if (counts.runs > 1) {
    fmt::print("{} runs: {} staged, {} evaded, {} not staged; {:.0f} simulated seconds in {:.1f} s\n",
               counts.runs, counts.staged, counts.evaded, counts.not_staged, counts.sim_s, wall_s);
  }
  const bool is_fine = counts.evaded == 0 && (counts.not_staged == 0 || settings.not_staged == "skip");
  return is_fine ? ExitCode::clean : ExitCode::failed;
}

}  // namespace

void add_run(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<Settings>();
  CLI::App* command =
      add_command(program, "run", "Plays scenes and says whether they were staged.",
                  "backlot run scenes/run_red_light.scene --seed 7\n"
                  "backlot run scenes/run_red_light.scene --seeds 1..20 --subject 60% --json\n"
                  "backlot run scenes/run_red_light.scene --param \"lead=1.5 s\" --trace run.csv");
  command->add_option("SCENE", settings->scenes, "files of scenes")->required();
  command->add_option("--seed,--seeds", settings->seeds, "one seed, or two with .. between them");
  command->add_option("--subject", settings->subject,
                      "who drives: calm, brisk, slow, distracted, 60%, stops or FILE.csv (time_s,speed_mps); "
                      "else by the seed");
  command->add_option("--param", settings->parameters, "NAME=VALUE of a parameter of the scene")->take_all();
  command->add_flag("--no-supply", settings->has_no_supply, "sources enter nobody for a role");
  command->add_option("--jobs", settings->jobs, "runs at a time; else as many as there are cores");
  command->add_option("--not-staged", settings->not_staged, "what a run that was not staged counts as")
      ->check(CLI::IsMember({"fail", "skip"}));
  command->add_option("--trace", settings->trace, "write every object at every step (CSV)");
  command->add_option("--events", settings->events, "write every event (CSV)");
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return run(*settings); }; });
}

}  // namespace backlot::cli
