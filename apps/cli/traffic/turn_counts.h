// How the traffic of a way divided, against what was asked for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "backlot/network/network.h"
#include "backlot/sim/simulation.h"
#include "backlot/world/ids.h"

namespace backlot::cli {

struct TurnCount {
  std::string to;           // a way, or left, straight, right or back
  double asked = 0;         // share; all of an option make one
  std::uint64_t count = 0;  // vehicles that turned there
  // What drivers wanted, as they were seen first on the way: how many wanted to turn there, and how many of these turned elsewhere, since they could
  // not get to the lane for it in time.
  std::uint64_t wanted = 0, gave_up = 0;
};

// Reads one option `WAY[:LANE]:TO=SHARE,...`, which is known to be right.
class TurnCounts {
 public:
  TurnCounts(const network::Network& network, const std::string& option);

  // After each step: notes where the vehicles on the way want to turn, and counts those that crossed a line towards one of the turns.
  void look(const sim::Simulation& simulation);

  // Whether the count of a turn is as probable as a share drawn at random: within three standard deviations of what was asked.
  bool is_reached(const TurnCount& turn) const;

  double share_of(const TurnCount& turn) const {
    return total > 0 ? static_cast<double>(turn.count) / static_cast<double>(total) : 0;
  }

  std::vector<TurnCount> turns;
  std::uint64_t total = 0;  // vehicles that left the way by a corridor

 private:
  static constexpr std::uint32_t kNoTurn = ~0U, kOther = ~0U - 1;
  std::vector<std::uint32_t>
      turn_of_;  // by corridor: number of the turn; elsewhere, or from here by no turn of the option
  network::StripId way_;
  std::map<world::ObjectId, std::uint32_t> wants_;  // vehicles on the way: number of the turn that each wants
};

}  // namespace backlot::cli
