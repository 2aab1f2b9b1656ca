#include "apps/cli/campaign/driver_option.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <utility>

#include "apps/cli/campaign/watched_driver.h"
#include "apps/cli/command.h"
#include "apps/cli/message.h"
#include "backlot/base/assert.h"
#include "backlot/drivers/shipped.h"
#include "backlot/formats/sensing/sensing_text.h"
#include "backlot/sut_link/open_driver.h"

namespace backlot::cli {

namespace {

sut_link::DriverOptions options_of(const DriverSettings& settings) {
  sut_link::DriverOptions options;
  options.cycle_limit =
      std::chrono::milliseconds(static_cast<std::int64_t>(std::max(1.0, 1000 * settings.watchdog_s)));
  options.is_fresh = settings.is_fresh;
  options.log_file = settings.log_file;
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) options.serve_shipped = {self.string(), "drive"};
  return options;
}

// A driver that never answers holds the thread of the run, if it runs in this process.
bool runs_inside(const std::string& text) {
  const drivers::Shipped* const shipped = drivers::find_shipped(text);
  return shipped != nullptr ? !shipped->needs_process
                            : sut_link::way_of(text) == sut_link::DriverWay::library;
}

}  // namespace

void add_driver_options(CLI::App& command, DriverSettings& settings) {
  command.add_flag("--fresh", settings.is_fresh, "a new process or connection of the driver for each run");
  command.add_option("--repeat", settings.repeat, "drive each run N times, and say where answers differ")
      ->option_text("N")
      ->check(between(1, 1000));
  command.add_option("--watchdog", settings.watchdog_s, "wall time for one answer of the driver (10)")
      ->option_text("SECONDS")
      ->check(between(0.001, 86400));
  command
      .add_option("--sensing", settings.sensing,
                  "what the driver sees: truth, or sensors: \"front: range 80 m, field 60 deg\"")
      ->option_text("TEXT");
  command.add_option("--driver-log", settings.log_file, "what the program of the driver prints")
      ->option_text("FILE");
}

base::Result<std::unique_ptr<sut_link::ConnectedDriver>> connect_driver(const std::string& text,
                                                                        const DriverSettings& settings) {
  return sut_link::open_driver(text, options_of(settings));
}

ExitCode check_driver(const std::string& text, const DriverSettings& settings) {
  if (text.empty()) return ExitCode::clean;
  const auto driver = connect_driver(text, settings);
  if (driver) return ExitCode::clean;
  for (const base::Diagnostic& diagnostic : driver.diagnostics())
    say(coloured(to_text(diagnostic), diagnostic.severity));
  return ExitCode::bad_input;
}

ExitCode check_sensing(const DriverSettings& settings) {
  if (settings.sensing.empty()) return ExitCode::clean;
  const base::Result<view::Sensing> sensing = formats::sensing::read_sensing(settings.sensing);
  if (sensing) return ExitCode::clean;
  say(to_text(sensing.diagnostics()));
  return ExitCode::usage;
}

bool is_at_socket(const std::string& text) {
  return !text.empty() && sut_link::way_of(text) == sut_link::DriverWay::socket;
}

std::string folder_of_driver(const std::string& text) {
  if (drivers::find_shipped(text) != nullptr) return {};
  // Of `python3 folder/mine.py` the last word that is a file: what comes before it is what runs it.
  std::istringstream words(text);
  std::string folder;
  for (std::string word; words >> word;) {
    std::error_code ignored;
    const std::filesystem::path path(word);
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    folder = path.has_parent_path() ? path.parent_path().string() : ".";
  }
  return folder;
}

// ---- driving

DriverSeat::DriverSeat(const DriverSettings& settings) : settings_(settings) {
  if (settings.sensing.empty()) return;
  const base::Result<view::Sensing> sensing = formats::sensing::read_sensing(settings.sensing);
  BACKLOT_CHECK(sensing.has_value(), "the text of sensing is checked before it is used");
  sensing_ = *sensing;
}

DriverSeat::Open& DriverSeat::open(const std::string& text) {
  Open& one = drivers_[text];
  if (one.driver) return one;
  auto driver = connect_driver(text, settings_);
  BACKLOT_CHECK(driver.has_value(), "the text of a driver is checked before it is used");
  one.driver = *std::move(driver);
  if (runs_inside(text)) one.watched = std::make_unique<WatchedDriver>(*one.driver);
  return one;
}

Driven DriverSeat::drive(const std::string& text, const Play& play) {
  if (text.empty()) return {.result = play({}, true)};
  Open& seat = open(text);
  sut_link::AnswerLog answers;
  harness::SystemOptions system{
      .system = seat.watched ? seat.watched.get() : seat.driver.get(), .name = text, .sensing = sensing_};
  if (settings_.repeat > 1)
    system.watcher = [&](const sut::View& view, const sut::Command& command) { answers.add(view, command); };
  Driven driven;
  for (std::uint64_t k = 0; k < settings_.repeat; ++k) {
    answers.begin_run();
    harness::RunResult result = play(system, k == 0);
    const bool has_failed = result.trouble.has_value();
    if (!has_failed) answers.end_run();
    if (k == 0 || has_failed) driven.result = std::move(result);
    if (has_failed || answers.first_difference()) break;
  }
  driven.first_difference = answers.first_difference();
  driven.times = seat.driver->take_times();
  return driven;
}

// ---- JSON

Json to_json(const std::optional<sut_link::FirstDifference>& difference) {
  if (!difference) return nullptr;
  return {{"repeat", difference->repeat}, {"cycle", difference->cycle}, {"time_s", difference->time_s},
          {"what", difference->what},     {"first", difference->first}, {"then", difference->then}};
}

Json to_json(const sut_link::CycleTimes& times) {
  if (times.count() == 0) return nullptr;
  return {{"count", times.count()},
          {"mean_s", times.mean_s()},
          {"p95_s", times.percentile_s(95)},
          {"largest_s", times.largest_s()}};
}

}  // namespace backlot::cli
