// The program `backlot`.
#include <csignal>
#include <exception>

#include <unistd.h>

#include "apps/cli/message.h"
#include "apps/cli/program.h"

int main(int argc, char** argv) {
  using backlot::cli::ExitCode;
  // The same answer for a shell and for another program that waits for this one.
  std::signal(SIGINT, [](int) { ::_exit(static_cast<int>(ExitCode::interrupted)); });

  ExitCode code = ExitCode::broken;
  try {
    code = backlot::cli::run_program(argc, argv);
  } catch (const std::exception& exception) {
    backlot::cli::say_error(exception.what());
  } catch (...) {
    backlot::cli::say_error("the program failed for a reason that it does not know");
  }
  return static_cast<int>(code);
}
