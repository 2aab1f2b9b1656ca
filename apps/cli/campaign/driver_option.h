// The option --driver and what belongs to it: driving software in the place of the subject.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <CLI/App.hpp>

#include "apps/cli/exit_code.h"
#include "apps/cli/json_output.h"
#include "backlot/base/result.h"
#include "backlot/harness/scene_run.h"
#include "backlot/sut/system.h"
#include "backlot/sut_link/answer_log.h"
#include "backlot/sut_link/connected_driver.h"
#include "backlot/sut_link/cycle_times.h"
#include "backlot/view/sensing.h"

namespace backlot::cli {

// How drivers are run, as on the command line.
struct DriverSettings {
  bool is_fresh = false;
  std::uint64_t repeat = 1;
  double watchdog_s = 10;  // wall time of a driver for one answer
  std::string log_file{};
  std::string sensing{};  // what drivers see, as text; empty: the truth
};
// All but --driver itself, of which a command may take one or several.
void add_driver_options(CLI::App& command, DriverSettings& settings);

// Connects a driver; nothing is started before its first run. A failure says what is wrong with the text.
base::Result<std::unique_ptr<sut_link::ConnectedDriver>> connect_driver(const std::string& text,
                                                                        const DriverSettings& settings);
// Whether a text names a driver; if not, it was said why, and this is the answer of the program. Nothing is started.
ExitCode check_driver(const std::string& text, const DriverSettings& settings);
// The same for what drivers see.
ExitCode check_sensing(const DriverSettings& settings);
// One driver connects to a socket, so only one run at a time can be driven.
bool is_at_socket(const std::string& text);
// Where the software of a driver lies: the folder of its file. Empty for a shipped one.
std::string folder_of_driver(const std::string& text);

// What became of one run, or of a run and its repetitions.
struct Driven {
  harness::RunResult result;  // of the first run; of a later one where the driver failed there
  std::optional<sut_link::FirstDifference> first_difference{};
  sut_link::CycleTimes times{};
};

// The drivers of a process, each used for run after run.
class DriverSeat {
 public:
  // The settings were checked.
  explicit DriverSeat(const DriverSettings& settings);

  // Plays a run with a driver, whose text was checked, as often as it is to be repeated. Without a text a model subject drives, once.
  using Play = std::function<harness::RunResult(const harness::SystemOptions& system, bool is_first)>;
  Driven drive(const std::string& text, const Play& play);

 private:
  struct Open {
    std::unique_ptr<sut_link::ConnectedDriver> driver;
    std::unique_ptr<sut::System> watched;  // around a driver that runs in this process
  };
  Open& open(const std::string& text);

  DriverSettings settings_;
  view::Sensing sensing_;
  std::map<std::string, Open> drivers_;
};

// {"repeat", "cycle", "time_s", "what", "first", "then"}, or null.
Json to_json(const std::optional<sut_link::FirstDifference>& difference);
// {"count", "mean_s", "p95_s", "largest_s"}, or null without a cycle.
Json to_json(const sut_link::CycleTimes& times);

}  // namespace backlot::cli
