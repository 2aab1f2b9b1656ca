// A system under test: driving software in the place of the subject. It is asked in lock-step: the simulated time stands still until it
// has answered.
//
//   reset(mission) ... then for each cycle:  View -> step() -> Command
//
// However it is connected (a C++ class, a shared library, a child process, a socket), it has this face, and the same software gives the
// same run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "backlot/sut/command.h"
#include "backlot/sut/mission.h"
#include "backlot/sut/view.h"

namespace backlot::sut {

// How a system can fail as software, whatever it does on the road.
enum class Failure : std::uint8_t {
  crashed,   // it ended, or an exception left it
  hung,      // no answer within the wall-clock limit of a cycle
  protocol,  // an answer that cannot be used: not decodable, of another version, too long, not finite
};
constexpr std::uint32_t count_of(Failure) { return 3; }
std::string_view to_text(Failure failure);

struct Trouble {
  Failure failure = Failure::crashed;
  std::string text{};  // one sentence for people: "the driver ended with exit code 3"
};

class System {
 public:
  virtual ~System() = default;

  // Before each run. The same system is used for run after run; it must not remember the one before.
  virtual std::optional<Trouble> reset(const Mission& mission) = 0;
  // One cycle. Where it fails, the command is not used and the run ends.
  virtual std::optional<Trouble> step(const View& view, Command& command) = 0;
  // The same system in the same state, for a run that is forked; null where a system cannot be copied.
  virtual std::unique_ptr<System> copy() const { return nullptr; }
};

// Why a command cannot be used, as a sentence; empty where it can: all numbers are finite, a path has 2 to 1,000 points.
std::string find_fault(const Command& command);

}  // namespace backlot::sut
