// How the traffic of a way divided, against what was asked for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/record/event.h"

namespace backlot::cli {

struct TurnCount {
  std::string to;    // a way, or left, straight, right or back
  double asked = 0;  // share; all of an option make one
  std::uint64_t count = 0;
};

// Reads one option `WAY[:LANE]:TO=SHARE,...`, which is known to be right.
class TurnCounts {
 public:
  TurnCounts(const network::Network& network, const std::string& option);

  // Counts the vehicles that crossed a line towards one of the turns.
  void add(std::span<const record::Event> events);

  double share_of(const TurnCount& turn) const {
    return total > 0 ? static_cast<double>(turn.count) / static_cast<double>(total) : 0;
  }

  std::vector<TurnCount> turns;
  std::uint64_t total = 0;  // vehicles that left the way by a corridor

 private:
  static constexpr std::uint32_t kNoTurn = ~0U, kOther = ~0U - 1;
  std::vector<std::uint32_t>
      turn_of_;  // by corridor: number of the turn; elsewhere, or from here by no turn of the option
};

}  // namespace backlot::cli
