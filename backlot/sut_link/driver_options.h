// How drivers are connected.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace backlot::sut_link {

// Wall-clock limits: they never decide what is computed, only how long a driver that does not answer is waited for.
struct DriverOptions {
  std::chrono::milliseconds cycle_limit{10'000};  // for the answer to a view
  // From the start of a program to its first message, and for each reset; from listening to a connection.
  std::chrono::milliseconds start_limit{60'000};
  bool is_fresh = false;  // a new process, or a new connection, for each run
  // Where the outputs of a child process are appended. Empty: the last line is kept, for messages.
  std::string log_file{};
  // The command line that serves a shipped driver from a process of its own, but for the name: {"backlot", "drive"}. Empty: a shipped
  // driver that may end its process cannot be opened.
  std::vector<std::string> serve_shipped{};
};

}  // namespace backlot::sut_link
