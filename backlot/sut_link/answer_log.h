// Whether a driver answers the same when a run is repeated: the first cycle in which it does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backlot/sut/command.h"
#include "backlot/sut/view.h"

namespace backlot::sut_link {

struct FirstDifference {
  std::uint64_t repeat = 0;  // 2 is the first repetition
  std::uint64_t cycle = 0;
  double time_s = 0;            // simulated
  std::string what{};           // "acceleration_mps2"
  std::string first{}, then{};  // the two answers
};

// What differs between two commands, as the name of the first field that does, with both values; empty where all is equal, bit by bit.
struct CommandDifference {
  std::string what{}, first{}, then{};
};
std::optional<CommandDifference> find_difference(const sut::Command& first, const sut::Command& then);

class AnswerLog {
 public:
  // The first run is kept, those after it are compared with it.
  void begin_run();
  void add(const sut::View& view, const sut::Command& command);
  // After the last cycle of a run: one with fewer cycles differs too.
  void end_run();

  const std::optional<FirstDifference>& first_difference() const { return difference_; }

 private:
  std::vector<sut::Command> answers_;  // of the first run
  std::uint64_t run_ = 0;
  std::size_t cycles_ = 0;  // of this run
  double time_s_ = 0;
  std::optional<FirstDifference> difference_;
};

}  // namespace backlot::sut_link
