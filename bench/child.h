// A program run as a child: how it ended, how long it took, how much memory it had at most.
#pragma once

#include <string>
#include <vector>

namespace backlot::bench {

struct ChildRun {
  int exit_code = -1;  // below zero where it could not be started or was killed
  double seconds = 0;
  double peak_MB = 0;  // at least that of the parent process: the system counts from the fork on
};

// The first word is the program, found along PATH; its output is thrown away. `environment` is added to the caller's own, as NAME=VALUE.
ChildRun run_child(const std::vector<std::string>& command, const std::vector<std::string>& environment = {});

}  // namespace backlot::bench
