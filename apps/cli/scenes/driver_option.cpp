#include "apps/cli/scenes/driver_option.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/command.h"
#include "apps/cli/message.h"
#include "backlot/harness/runs.h"

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

}  // namespace

void add_driver_options(CLI::App& command, DriverSettings& settings) {
  command
      .add_option("--driver", settings.driver,
                  "a shipped driver, ./lib.so, a command line, unix:PATH or tcp:PORT (docs/drivers.md)")
      ->option_text("WHAT");
  command.add_flag("--fresh", settings.is_fresh, "a new process or connection of the driver for each run");
  command.add_option("--repeat", settings.repeat, "drive each run N times, and say where answers differ")
      ->option_text("N")
      ->check(between(1, 1000));
  command.add_option("--watchdog", settings.watchdog_s, "wall time for one answer of the driver (10)")
      ->option_text("SECONDS")
      ->check(between(0.001, 86400));
  command.add_option("--driver-log", settings.log_file, "what the program of the driver prints")
      ->option_text("FILE");
}

std::unique_ptr<DriverPool> DriverPool::open(const DriverSettings& settings, std::size_t jobs,
                                             ExitCode& code) {
  std::unique_ptr<DriverPool> pool(new DriverPool(settings));
  pool->jobs_ = harness::count_jobs(jobs);
  if (settings.driver.empty()) {
    if (settings.repeat == 1) return pool;
    code = usage_error("--repeat looks at the answers of a driver, and there is no driver",
                       "name one: --driver reference");
    return nullptr;
  }
  if (sut_link::way_of(settings.driver) == sut_link::DriverWay::socket) {
    pool->jobs_ = 1;
    say(fmt::format("waiting for a driver at {}", settings.driver));
  }
  const sut_link::DriverOptions options = options_of(settings);
  for (std::size_t k = 0; k < pool->jobs_; ++k) {
    base::Result<Connected> driver = sut_link::open_driver(settings.driver, options);
    if (!driver) {
      for (const base::Diagnostic& diagnostic : driver.diagnostics())
        say(coloured(to_text(diagnostic), diagnostic.severity));
      code = ExitCode::bad_input;
      return nullptr;
    }
    pool->idle_.push_back(*std::move(driver));
  }
  return pool;
}

Driven DriverPool::drive(const Play& play) {
  if (settings_.driver.empty()) return {play({}, true), std::nullopt};
  Connected driver;
  {
    const std::lock_guard lock(mutex_);
    driver = std::move(idle_.back());
    idle_.pop_back();
  }
  sut_link::AnswerLog answers;
  harness::SystemOptions system{.system = driver.get(), .name = settings_.driver};
  if (settings_.repeat > 1)
    system.watcher = [&](const sut::View& view, const sut::Command& command) { answers.add(view, command); };
  Driven driven;
  for (std::uint64_t k = 0; k < settings_.repeat; ++k) {
    answers.begin_run();
    std::optional<harness::RunResult> result = play(system, k == 0);
    const bool has_failed = !result || result->trouble;
    if (!has_failed) answers.end_run();
    if (k == 0 || has_failed) driven.result = std::move(result);
    if (has_failed || answers.first_difference()) break;
  }
  driven.first_difference = answers.first_difference();
  const std::lock_guard lock(mutex_);
  times_.add(driver->take_times());
  idle_.push_back(std::move(driver));
  return driven;
}

std::string DriverPool::times_text() {
  const std::lock_guard lock(mutex_);
  if (times_.count() == 0) return {};
  return fmt::format(
      "{} cycles of the driver: {:.3f} ms in the mean, 95 % within {:.3f} ms, the longest {:.3f} ms of wall "
      "time",
      times_.count(), 1e3 * times_.mean_s(), 1e3 * times_.percentile_s(95), 1e3 * times_.largest_s());
}

Json to_json(const std::optional<sut_link::FirstDifference>& difference) {
  if (!difference) return nullptr;
  return {{"repeat", difference->repeat}, {"cycle", difference->cycle}, {"time_s", difference->time_s},
          {"what", difference->what},     {"first", difference->first}, {"then", difference->then}};
}

void say_driven(const harness::RunResult& result,
                const std::optional<sut_link::FirstDifference>& difference) {
  if (result.trouble)
    fmt::print("  DRIVER {}: {}\n",
               result.trouble->failure == sut::Failure::protocol ? "broke the protocol"
                                                                 : to_text(result.trouble->failure),
               result.trouble->text);
  if (difference)
    fmt::print("  DRIVER answered differently in repetition {}: cycle {}, {} was {} and then {}\n",
               difference->repeat, difference->cycle, difference->what, difference->first, difference->then);
}

}  // namespace backlot::cli
