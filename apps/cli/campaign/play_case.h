// One case, with its tries, to one row of results. The command `run` uses it in its own process and in worker processes alike.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/campaign/driver_option.h"
#include "apps/cli/campaign/run_files.h"
#include "apps/cli/campaign/stage.h"
#include "apps/cli/exit_code.h"
#include "apps/cli/json_output.h"
#include "apps/cli/recording/run_recording.h"
#include "backlot/campaign/case.h"
#include "backlot/campaign/suite.h"
#include "backlot/subject/choice.h"

namespace backlot::cli {

// What is the same for all cases of a command. It travels to the workers as JSON (`to_json`, `read_play_options`): a new option is a field here, a line in
// both of them, and its effect in `CasePlayer::play`.
struct PlayOptions {
  std::string subject{};               // as for --subject; counts for cases without a driver
  std::vector<std::string> signals{};  // as for --signal
  bool has_supply = true;
  campaign::NotStaged not_staged{};
  RunFileNames files{};
  std::string record{};  // the folder of recordings; empty: none are written
  std::string
      details{};  // the folder for what pages of runs show besides their rows; empty: there are no pages
  DriverSettings drivers{};
};
Json to_json(const PlayOptions& options);
PlayOptions read_play_options(const Json& json);

Json to_json(const campaign::Case& one);
campaign::Case read_case(const Json& json);

// What came of a case: a row, or the reason why it has no row.
struct PlayedCase {
  Json row{};                       // as `run --json` shows it
  ExitCode code = ExitCode::clean;  // bad_input: the scene cannot be built; broken: a file cannot be written
  std::string error{};              // where there is no row
};

// The row of a case that has no result of its own: its verdict is "crashed" or "hung", and `cause` says why.
Json row_without_result(const campaign::Case& one, std::string_view verdict, const std::string& cause);

class CasePlayer {
 public:
  // The options make sense: they were read by the command before.
  explicit CasePlayer(PlayOptions options);

  // The details of a run that did not pass are written in any case, those of one that passed where it is to have a page.
  PlayedCase play(const campaign::Case& one, bool has_page = false);

  StageCache& stages() { return stages_; }

 private:
  PlayOptions options_;
  subject::SubjectChoice subject_;
  std::vector<harness::SignalAt> signals_;
  StageCache stages_;
  // Where a run is recorded; null: nowhere.
  const RunRecordings* recordings_of(const campaign::Case& one);

  DriverSeat drivers_;
  harness::WarmUps warm_ups_;
  std::optional<RunRecordings> recordings_;  // of the last scene, parameters and driver
  std::string recordings_key_;
};

}  // namespace backlot::cli
