// A program that runs as a child process and ends with its owner, whatever happens to either of them.
//
//   this process --fork--> guard --fork, exec--> program          descriptor 0: nothing, 1 and 2: the log
//        |                   |                      ^  ^            3: it reads messages, 4: it writes messages
//        |--- lifeline ----->|--- kills its group --'  |
//        '--- messages --------------------------------'
//
// The guard waits for the end of the program or of the lifeline. The lifeline ends when the owner closes it, or when this process ends in any
// way, by kill -9 as well. Then the guard kills the process group of the program, so that processes which the program has started end too.
// The guard is a process of one thread: the program asks the kernel to be killed with it (PR_SET_PDEATHSIG goes by threads).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "backlot/sut_link/internal/descriptor.h"

namespace backlot::sut_link {

// A command line that can be started.
struct Program {
  std::string file;                // its path, found in PATH where that was needed
  std::vector<std::string> words;  // the first one is its name as it was given
};

class Child {
 public:
  // Both outputs of the program go to `log`, or to a pipe that the owner reads where there is no log.
  // Empty where the operating system has no process or descriptor left; errno says so.
  static std::optional<Child> start(const Program& program, const Descriptor* log);
  Child(Child&& other) noexcept = default;
  Child& operator=(Child&& other) = delete;
  // Kills what still runs, and waits for its end.
  ~Child();

  Descriptor take_in() { return std::move(in_); }
  Descriptor take_out() { return std::move(out_); }
  Descriptor take_log() { return std::move(log_); }

  // How the program ended, as the end of the sentence "the driver ...": "ended with exit code 3". Waits for that long; empty where it still
  // runs then.
  std::string how_it_ended(std::chrono::milliseconds patience);

 private:
  Child() = default;

  // Copied with care: a Child that was moved from has no guard.
  struct Pid {
    pid_t number = -1;
    Pid() = default;
    Pid(Pid&& other) noexcept : number(other.number) { other.number = -1; }
  };
  Pid guard_;
  Descriptor in_, out_, log_, lifeline_, reports_;
};

}  // namespace backlot::sut_link
