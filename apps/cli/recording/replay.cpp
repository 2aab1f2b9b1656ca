// backlot replay FILE [--verdict] [--csv DIR] [--json]
#include "backlot/replay/replay.h"

#include <memory>
#include <string>

#include <CLI/App.hpp>
#include <fmt/format.h>

#include "apps/cli/campaign/driver_option.h"
#include "apps/cli/command.h"
#include "apps/cli/commands.h"
#include "apps/cli/input.h"
#include "apps/cli/json_output.h"
#include "apps/cli/message.h"
#include "apps/cli/recording/replay_tables.h"
#include "apps/cli/scenes/scene_json.h"
#include "backlot/drivers/shipped.h"
#include "backlot/recording/recording_reader.h"
#include "backlot/replay/judge_recording.h"
#include "backlot/replay/recorded_stage.h"

namespace backlot::cli {
namespace {

struct ReplaySettings {
  std::string file, csv;
  std::string driver;  // empty: the recorded one, which then is a shipped one
  DriverSettings drivers;
  bool verdict = false, as_json = false;
};

// The driver that was given, else the recorded one. A file does not decide which program is started: of those that are not shipped, the user gives the
// name again.
base::Result<std::unique_ptr<sut::System>> make_system(const ReplaySettings& settings,
                                                       const std::string& recorded) {
  using Made = base::Result<std::unique_ptr<sut::System>>;
  if (settings.driver.empty() && drivers::find_shipped(recorded) == nullptr) {
    base::Diagnostics found;
    found.error("M114", {}, fmt::format("the recorded driver \"{}\" is no shipped one", recorded),
                "name it again: backlot replay FILE --driver '...'; or judge the run from the file: "
                "backlot replay FILE --verdict");
    return Made::failure(std::move(found));
  }
  auto driver = connect_driver(settings.driver.empty() ? recorded : settings.driver, settings.drivers);
  if (!driver) return Made::failure(std::move(driver).diagnostics());
  return Made::success(*std::move(driver));
}

Json row_of(const harness::RunResult& result, const recording::RunHeader& header,
            const replay::RecordedStage& stage) {
  Json row = to_json(result, stage.parameters);
  row["seed"] = header.seed;
  row["played_seed"] = header.played_seed;
  if (!header.driver.empty()) row["driver"] = header.driver;
  return row;
}

ExitCode code_of(verdict::Verdict verdict) {
  if (verdict == verdict::Verdict::pass) return ExitCode::clean;
  const bool has_crashed = verdict == verdict::Verdict::crashed || verdict == verdict::Verdict::hung;
  return has_crashed ? ExitCode::broken : ExitCode::failed;
}

ExitCode say_verdict(const ReplaySettings& settings, const harness::RunResult& result,
                     const recording::Recording& recording, const replay::RecordedStage& stage) {
  const ExitCode code = code_of(result.verdict());
  if (settings.as_json) {
    Json row = row_of(result, recording.header, stage);
    row["recording"] = settings.file;
    row["is_whole"] = recording.is_whole;
    return worse(write_json({{"runs", Json::array({row})}}), code);
  }
  fmt::print("{}, seed {}: {}{}\n", result.scene, recording.header.seed, to_text(result.verdict()),
             recording.is_whole ? "" : " (of what was recorded)");
  if (!result.cause.text.empty()) fmt::print("  {}\n", result.cause.text);
  for (const verdict::ExpectationResult& e : result.expectations)
    fmt::print("  {} {}\n", e.is_met ? "met  " : "UNMET", e.text);
  for (const verdict::Finding& finding : result.findings)
    fmt::print("  BROKEN {} at {:.2f} s: {}\n", finding.rule, finding.time_s - result.subject_start_s,
               finding.message);
  return code;
}

ExitCode say_replay(const ReplaySettings& settings, const replay::ReplayResult& replayed,
                    const recording::Recording& recording) {
  const ExitCode code = replayed.is_equal() ? ExitCode::clean : ExitCode::failed;
  if (settings.as_json) {
    Json difference = nullptr;
    if (replayed.difference)
      difference = {{"step", replayed.difference->step},
                    {"time_s", replayed.difference->time_s},
                    {"text", replayed.difference->text}};
    return worse(write_json({{"recording", settings.file},
                             {"is_whole", recording.is_whole},
                             {"equal", replayed.is_equal()},
                             {"recorded_steps", replayed.recorded_steps},
                             {"compared_steps", replayed.compared_steps},
                             {"verdict", to_text(replayed.result.verdict())},
                             {"hash", fmt::format("{:016x}", replayed.result.hash)},
                             {"first_difference", difference}}),
                 code);
  }
  if (replayed.is_equal())
    fmt::print("{}, seed {}: the same run, {} steps compared, verdict {}, hash {:016x}\n",
               recording.header.scene, recording.header.seed, replayed.compared_steps,
               to_text(replayed.result.verdict()), replayed.result.hash);
  else
    fmt::print("{}, seed {}: DIFFERENT from step {} on, at {:.2f} s: {}\n", recording.header.scene,
               recording.header.seed, replayed.difference->step, replayed.difference->time_s,
               replayed.difference->text);
  return code;
}

ExitCode run_replay(const ReplaySettings& settings) {
  const base::Result<std::string> bytes = open_input(settings.file);
  if (!bytes) {
    say(to_text(bytes.diagnostics()));
    return ExitCode::bad_input;
  }
  const std::string name = display_name(settings.file);
  const base::Result<recording::Recording> recording = recording::read_recording(*bytes, name);
  say_all(recording.diagnostics(), {});
  if (!recording) return ExitCode::bad_input;
  const base::Result<replay::RecordedStage> stage = replay::build_stage(recording->header);
  say_all(stage.diagnostics(), {});
  if (!stage) return ExitCode::bad_input;

  ExitCode code = ExitCode::clean;
  if (settings.verdict || !settings.csv.empty()) {
    const auto judged = replay::judge_recording(*bytes, name, *recording, *stage);
    if (!judged) {
      say_all(judged.diagnostics(), {});
      return ExitCode::bad_input;
    }
    if (!settings.csv.empty()) {
      code = write_tables(settings.csv, *bytes, name, *recording, *stage, *judged);
      if (code != ExitCode::clean || !settings.verdict) return code;
    }
    return say_verdict(settings, *judged, *recording, *stage);
  }
  const auto replayed = replay::replay(*bytes, name, *recording, *stage, [&](const std::string& recorded) {
    return make_system(settings, recorded);
  });
  if (!replayed) {
    say_all(replayed.diagnostics(), {});
    return ExitCode::bad_input;
  }
  return say_replay(settings, *replayed, *recording);
}

}  // namespace

void add_replay(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<ReplaySettings>();
  CLI::App* command =
      add_command(program, "replay",
                  "Repeats a recorded run from its file alone, and compares each step with the recording.",
                  "backlot run scenes/cut_in.scene --seed 7 --record out\n"
                  "backlot replay out/cut_in_7.mcap\n"
                  "backlot replay out/cut_in_7.mcap --verdict --json\n"
                  "backlot replay out/cut_in_7.mcap --csv out/tables\n"
                  "backlot replay out/cut_in_7_._libmine.so.mcap --driver ./libmine.so");
  command->add_option("RECORDING", settings->file, "a file that run --record wrote")->required();
  command->add_option("--driver", settings->driver, "the driver of the run, where it is no shipped one")
      ->option_text("DRIVER");
  command
      ->add_option("--watchdog", settings->drivers.watchdog_s, "wall time for one answer of the driver (10)")
      ->option_text("SECONDS")
      ->check(between(0.001, 86400));
  command->add_flag("--verdict", settings->verdict, "do not run it: judge the recorded steps");
  command->add_option("--csv", settings->csv, "do not run it: write frames, events and the trial as tables")
      ->option_text("DIR");
  command->add_flag("--json", settings->as_json, "print JSON");
  command->callback([settings, &chosen] { chosen = [settings] { return run_replay(*settings); }; });
}

}  // namespace backlot::cli
