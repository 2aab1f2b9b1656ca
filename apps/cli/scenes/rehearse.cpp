// backlot rehearse SCENE --seeds A..B ...
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/message.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/scenes/rehearsal_output.h"
#include "apps/cli/scenes/rehearsal_report.h"
#include "apps/cli/scenes/scene_options.h"
#include "apps/cli/scenes/scene_storyboard.h"
#include "backlot/harness/rehearsal.h"
#include "backlot/harness/runs.h"
#include "backlot/report/view_list.h"

namespace backlot::cli {
namespace {

struct RehearseSettings {
  std::string scene, report;
  SceneOptions options;
  bool as_json = false, has_no_advice = false;
};

// A run, or why there is no scene for its seed.
struct PlayedSeed {
  harness::RehearsedRun run;
  base::Diagnostics found;
};

// One rehearsal: the runs, then advice, then the page.
class Performance {
 public:
  Performance(const RehearseSettings& settings, const SceneChoice& choice, const scene_files::SceneFile& file)
      : settings_(settings), choice_(choice), file_(file), rehearsal_(file.description()) {}

  ExitCode play() {
    const auto begin = std::chrono::steady_clock::now();
    const base::Diagnostics found = play_runs();
    if (found.has_errors()) {
      say(to_text(found));
      return ExitCode::bad_input;
    }
    facts_.runs_s = seconds_since(begin);
    figures_ = rehearsal_.figures();
    facts_.asked = choice_.seeds.count();
    facts_.jobs = harness::count_jobs(settings_.options.jobs);
    facts_.is_advice_asked = !settings_.has_no_advice;
    if (facts_.is_advice_asked && !interrupt_.has_come() && harness::needs_advice(figures_))
      look_for_advice();
    if (!settings_.report.empty()) {
      const ExitCode written = write_report();
      if (written != ExitCode::clean) return written;
    }
    facts_.wall_s = seconds_since(begin);
    facts_.cpu_s = cpu_seconds();
    const ExitCode written = settings_.as_json
                                 ? write_json(rehearsal_json(file_.description(), figures_, facts_))
                                 : write_output("-", rehearsal_text(file_.description(), figures_, facts_));
    if (written != ExitCode::clean) return written;
    return interrupt_.has_come() ? ExitCode::interrupted : ExitCode::clean;
  }

 private:
  harness::RunOptions run_options(std::uint64_t seed) const {
    return {.seed = seed,
            .subject = choice_.subject,
            .has_supply = !settings_.options.has_no_supply,
            .signals = choice_.signals};
  }

  // What is wrong with the scene of some seed, if anything is.
  base::Diagnostics play_runs() {
    base::Diagnostics found;
    std::atomic<bool> is_bad = false;
    Progress progress("rehearsing", "not staged", choice_.seeds.count());
    const auto one = [&](std::uint64_t seed) {
      PlayedSeed played;
      const auto scene = file_.build(seed);
      played.found = scene.diagnostics();
      if (scene) played.run = harness::rehearse_once(*scene, run_options(seed));
      return played;
    };
    const auto take = [&](const PlayedSeed& played) {
      if (is_bad) return;
      if (played.found.has_errors()) {
        found = played.found;
        is_bad = true;
        return;
      }
      rehearsal_.take(played.run);
      progress.count(!played.run.result.is_staged(), played.run.result.sim_s);
    };
    harness::run_all<PlayedSeed>(choice_.seeds.first, choice_.seeds.count(), settings_.options.jobs, one,
                                 take, [&] { return is_bad || interrupt_.has_come(); });
    return found;
  }

  void look_for_advice() {
    harness::AdviceOptions options;
    options.first_seed = choice_.seeds.last + 1;
    options.jobs = settings_.options.jobs;
    options.run = run_options(0);
    options.is_stopped = [this] { return interrupt_.has_come(); };
    Progress progress("looking for advice", "not staged", options.most_runs);
    options.after_run = [&](const harness::RunResult& result) {
      progress.count(!result.is_staged(), result.sim_s);
    };
    const auto build = [this](std::uint64_t seed, const harness::Variation& variation) {
      std::vector<scene_text::GivenParameter> given;
      scene_files::SceneFile::Edit edit;
      if (variation.flow)
        edit = [&](scene::SceneDescription& scene) {
          scene.set.flows[*variation.flow].per_second = variation.value.value;
        };
      else
        given.push_back({variation.name, harness::number_text(variation.value)});
      const auto scene = file_.build(seed, given, edit);
      return scene ? *scene : nullptr;
    };
    facts_.advice = harness::find_advice(file_.description(), figures_, build, options);
  }

  // The page, with the storyboard of the typical run, which is played once more for it.
  ExitCode write_report() {
    if (const ExitCode made = make_folder(settings_.report); made != ExitCode::clean) return made;
    storyboard::RehearsalPage page = page_of(file_.description(), settings_.scene, figures_, facts_);
    if (figures_.typical_seed) {
      const std::shared_ptr<const scene::Scene> scene = *file_.build(*figures_.typical_seed);
      StoryboardRecorder recorder(scene);
      harness::RunOptions options = run_options(*figures_.typical_seed);
      options.onlooker = [&](const harness::Moment& moment) { recorder.watch(moment); };
      harness::run_scene(scene, options);
      add_storyboard(
          page, file_.network(), recorder.board(),
          fmt::format("Seed {}: the staged run with the median timing error.", *figures_.typical_seed));
    }
    facts_.report = settings_.report + "/index.html";
    const ExitCode code = write_output(facts_.report, storyboard::to_html(page));
    return code == ExitCode::clean ? write_view_list() : code;
  }

  // The runs that a reader of the page asks for: the typical one, and those that were not staged.
  ExitCode write_view_list() {
    std::vector<report::ViewedRun> runs;
    constexpr std::size_t kSeedsListed = 20;  // of each cause
    report::ViewedRun run{.name = file_.description().name,
                          .scene_file = settings_.scene,
                          .subject = settings_.options.subject};
    for (const scene_text::GivenParameter& one : choice_.given) run.given.emplace_back(one.name, one.text);
    if (figures_.typical_seed) {
      run.seed = *figures_.typical_seed;
      run.verdict = "pass";
      run.text = "the staged run with the median timing error";
      runs.push_back(run);
    }
    for (const harness::Limit& limit : figures_.limits) {
      run.verdict = to_text(verdict::find_verdict(limit.outcome, {}));
      run.text = limit.why;
      for (std::size_t k = 0; k < std::min(kSeedsListed, limit.seeds.size()); ++k) {
        run.seed = limit.seeds[k];
        runs.push_back(run);
      }
    }
    return write_output(settings_.report + "/" + std::string(report::kViewList),
                        report::view_list_text(runs));
  }

  const RehearseSettings& settings_;
  const SceneChoice& choice_;
  const scene_files::SceneFile& file_;
  harness::Rehearsal rehearsal_;
  harness::RehearsalFigures figures_;
  RehearsalFacts facts_;
  InterruptWatch interrupt_;
};

ExitCode rehearse(const RehearseSettings& settings) {
  ExitCode code = ExitCode::clean;
  const std::optional<SceneChoice> choice = read_scene_options(settings.options, code);
  if (!choice) return code;
  const auto file = load_scene_or_report(settings.scene, choice->given);
  if (!file) return ExitCode::bad_input;
  if (const std::string unheard = choice->find_unused_signal(file->signals()); !unheard.empty())
    return report_unused_signal(unheard, file->signals());
  return Performance(settings, *choice, *file).play();
}

}  // namespace

void add_rehearse(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<RehearseSettings>();
  CLI::App* command = add_command(
      program, "rehearse",
      "Plays a scene with many seeds and says how reliably it is staged, and what limits it.\n"
      "It never tries again, and a run that the subject evades counts as not staged.",
      "backlot rehearse scenes/run_red_light.scene --seeds 1..1000\n"
      "backlot rehearse scenes/run_red_light.scene --seeds 1..200 --no-supply --param \"side_flow=120 per "
      "hour\"\n"
      "backlot rehearse scenes/run_red_light.scene --seeds 1..200 --report out/run_red_light --json");
  command->add_option("SCENE", settings->scene, "the file of a scene")->required();
  command->add_option("--seeds", settings->options.seeds, "the seeds to play, one run each")
      ->option_text("A..B")
      ->required();
  add_scene_options(*command, settings->options);
  command->add_flag("--no-advice", settings->has_no_advice,
                    "do not look for what would help where less than 98 % are staged");
  command->add_option("--report", settings->report, "write a page with charts and pictures: DIR/index.html")
      ->option_text("DIR");
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return rehearse(*settings); }; });
}

}  // namespace backlot::cli
