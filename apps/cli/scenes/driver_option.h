// The options --driver, --fresh, --repeat and what belongs to them: driving software in the place of the subject.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include "apps/cli/exit_code.h"
#include "apps/cli/json_output.h"
#include "backlot/harness/scene_run.h"
#include "backlot/sut_link/answer_log.h"
#include "backlot/sut_link/open_driver.h"

namespace backlot::cli {

// As they stand on the command line.
struct DriverSettings {
  std::string driver;  // empty: a model subject
  bool is_fresh = false;
  std::uint64_t repeat = 1;
  double watchdog_s = 10;
  std::string log_file;
};
void add_driver_options(CLI::App& command, DriverSettings& settings);

// What became of one run, or of a run and its repetitions.
struct Driven {
  std::optional<harness::RunResult> result;  // of the first run; of a later one where the driver failed there
  std::optional<sut_link::FirstDifference> first_difference;
};

// The drivers of a command: one for each run at a time, each used for run after run. Without --driver it lends none, and a model subject drives.
class DriverPool {
 public:
  // Null where there is no such driver; then it was said why, and `code` is what the program answers. `jobs` runs at a time are wanted, 0 for
  // as many as there are cores.
  static std::unique_ptr<DriverPool> open(const DriverSettings& settings, std::size_t jobs, ExitCode& code);

  // Runs at a time: at a socket there is one driver.
  std::size_t jobs() const { return jobs_; }
  // Plays a run as often as it is to be repeated. Files are written the first time. May be called from as many threads as there are jobs.
  using Play =
      std::function<std::optional<harness::RunResult>(const harness::SystemOptions& system, bool is_first)>;
  Driven drive(const Play& play);
  // Of all runs so far: "1,200 cycles of the driver took 0.1 ms in the mean ..."; empty without a cycle.
  std::string times_text();

 private:
  using Connected = std::unique_ptr<sut_link::ConnectedDriver>;
  explicit DriverPool(const DriverSettings& settings) : settings_(settings) {}

  DriverSettings settings_;
  std::size_t jobs_ = 1;
  std::mutex mutex_;
  std::vector<Connected> idle_;
  sut_link::CycleTimes times_;
};

// {"repeat", "cycle", "time_s", "what", "first", "then"}, or null.
Json to_json(const std::optional<sut_link::FirstDifference>& difference);
// What is worth saying about the driver of a run, a line for each thing.
void say_driven(const harness::RunResult& result, const std::optional<sut_link::FirstDifference>& difference);

}  // namespace backlot::cli
