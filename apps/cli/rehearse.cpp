// backlot rehearse SCENE --seeds A..B ...
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/rehearsal_output.h"
#include "apps/cli/scene_input.h"
#include "apps/cli/scene_options.h"
#include "backlot/harness/rehearsal.h"
#include "backlot/harness/runs.h"

namespace backlot::cli {
namespace {

struct Settings {
  std::string scene;
  SceneOptions options;
  bool as_json = false;
};

// A run, or why there is no scene for its seed.
struct Played {
  harness::RehearsedRun run;
  base::Diagnostics found;
};

ExitCode rehearse(const Settings& settings) {
  ExitCode code = ExitCode::clean;
  const std::optional<SceneChoice> choice = read_scene_options(settings.options, code);
  if (!choice) return code;
  const std::unique_ptr<SceneFile> file = SceneFile::load(settings.scene, choice->given);
  if (!file) return ExitCode::bad_input;

  const auto begin = std::chrono::steady_clock::now();
  const InterruptWatch interrupt;
  harness::Rehearsal rehearsal(file->description());
  base::Diagnostics found;
  std::atomic<bool> is_bad = false;
  {
    Progress progress("rehearsing", "not staged", choice->seeds.count());
    const auto one = [&](std::uint64_t seed) {
      Played played;
      const std::shared_ptr<const scene::Scene> scene = file->build(seed, played.found);
      if (scene)
        played.run = harness::rehearse_once(
            scene, {.seed = seed, .subject = choice->subject, .has_supply = !settings.options.has_no_supply});
      return played;
    };
    const auto take = [&](const Played& played) {
      if (found.has_errors()) return;
      if (played.found.has_errors()) {
        found = played.found;
        is_bad = true;
        return;
      }
      rehearsal.take(played.run);
      progress.count(!played.run.result.is_staged(), played.run.result.sim_s);
    };
    harness::run_all<Played>(choice->seeds.first, choice->seeds.count(), settings.options.jobs, one, take,
                             [&] { return is_bad || interrupt.has_come(); });
  }
  if (found.has_errors()) {
    say(to_text(found));
    return ExitCode::bad_input;
  }
  RehearsalFacts facts;
  facts.asked = choice->seeds.count();
  facts.jobs = harness::count_jobs(settings.options.jobs);
  facts.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  facts.cpu_s = cpu_seconds();
  const harness::RehearsalFigures figures = rehearsal.figures();
  const ExitCode written = settings.as_json
                               ? write_json(rehearsal_json(file->description(), figures, facts))
                               : write_output("-", rehearsal_text(file->description(), figures, facts));
  if (written != ExitCode::clean) return written;
  return interrupt.has_come() ? ExitCode::interrupted : ExitCode::clean;
}

}  // namespace

void add_rehearse(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<Settings>();
  CLI::App* command = add_command(
      program, "rehearse",
      "Plays a scene with many seeds and says how reliably it is staged, and what limits it.\n"
      "It never tries again, and a run that the subject evades counts as not staged.",
      "backlot rehearse scenes/run_red_light.scene --seeds 1..1000\n"
      "backlot rehearse scenes/run_red_light.scene --seeds 1..200 --param \"side_flow=120 per hour\" "
      "--no-supply\n"
      "backlot rehearse scenes/run_red_light.scene --seeds 1..200 --report out/run_red_light --json");
  command->add_option("SCENE", settings->scene, "the file of a scene")->required();
  command->add_option("--seeds", settings->options.seeds, "which seeds to play, one run each")
      ->option_text("A..B")
      ->required();
  add_scene_options(*command, settings->options);
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return rehearse(*settings); }; });
}

}  // namespace backlot::cli
