// backlot drive DRIVER [--connect ADDRESS]
#include <memory>
#include <string>

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include "apps/cli/commands.h"
#include "apps/cli/message.h"
#include "backlot/drivers/shipped.h"
#include "backlot/sut_link/open_driver.h"
#include "backlot/sut_link/serve.h"

namespace backlot::cli {
namespace {

struct DriveSettings {
  std::string driver, address;
};

// The driver in this process, also one that may end it: the harness is another process.
std::unique_ptr<sut::System> make_driver(const std::string& name, ExitCode& code) {
  if (const drivers::Shipped* shipped = drivers::find_shipped(name)) return shipped->make();
  const sut_link::DriverWay way = sut_link::way_of(name);
  if (way == sut_link::DriverWay::child || way == sut_link::DriverWay::socket) {
    code = usage_error("drive serves a shipped driver or a shared library",
                       "a program speaks to the harness by itself: backlot run --driver");
    return nullptr;
  }
  auto driver = sut_link::open_driver(name, {});
  if (driver) return *std::move(driver);
  for (const base::Diagnostic& diagnostic : driver.diagnostics())
    say(coloured(to_text(diagnostic), diagnostic.severity));
  code = ExitCode::bad_input;
  return nullptr;
}

ExitCode drive(const DriveSettings& settings) {
  ExitCode code = ExitCode::clean;
  const std::unique_ptr<sut::System> system = make_driver(settings.driver, code);
  if (system == nullptr) return code;
  // a driver that crashes is a result of a test, and leaves no file behind
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  constexpr int kIn = 3, kOut = 4;
  const std::string fault = settings.address.empty() ? sut_link::serve(*system, kIn, kOut)
                                                     : sut_link::serve_at(*system, settings.address);
  if (fault.empty()) return ExitCode::clean;
  say_error(fault,
            settings.address.empty() ? "\"backlot run SCENE --driver 'backlot drive NAME'\" starts it" : "");
  return ExitCode::broken;
}

}  // namespace

void add_drive(CLI::App& program, Action& chosen) {
  const auto settings = std::make_shared<DriveSettings>();
  CLI::App* command = add_command(
      program, "drive", "Serves a driver from a process of its own, over descriptors 3 and 4 or a socket.",
      "backlot run scenes/lead_brakes.scene --driver 'backlot drive ./libmine.so'\n"
      "backlot drive reference --connect unix:driver.sock");
  command->add_option("DRIVER", settings->driver, "a shipped driver, or a shared library ./lib.so")
      ->required();
  command
      ->add_option("--connect", settings->address, "where backlot run --driver unix:PATH or tcp:PORT waits")
      ->option_text("ADDRESS");
  command->callback([settings, &chosen] { chosen = [settings] { return drive(*settings); }; });
}

}  // namespace backlot::cli
