#pragma once

#include <algorithm>

namespace backlot::cli {

// The exit code of the program for its caller. Of several codes the largest counts.
enum class ExitCode : int {
  clean = 0,
  failed =
      1,  // check found errors, fmt --check would change something, there is no route, a scene was not staged
  usage = 2,      // the command line makes no sense
  bad_input = 3,  // an input cannot be opened, recognised or parsed; but for check: holds an error
  broken = 4,     // the machine failed (memory, disk, a bug), or a driver crashed, hung or broke the protocol
  nothing = 5,    // nothing was selected
  interrupted = 130,
};

inline ExitCode worse(ExitCode a, ExitCode b) { return std::max(a, b); }

}  // namespace backlot::cli
