// A mission: places to be visited in order, and the speeds to be kept on the way.
#pragma once

#include <string>
#include <vector>

#include "backlot/base/diagnostic.h"
#include "backlot/base/result.h"
#include "backlot/network/network.h"
#include "backlot/network/routing/route.h"
#include "backlot/network/routing/route_finder.h"
#include "backlot/network/text_place.h"

namespace backlot::network {

struct Checkpoint {
  std::string name{};
  LanePlace at{};
  TextPlace place{};

  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

// Speeds on a way, beside its own limits. They bind the driver; routes are chosen by the limits of the network.
struct MissionSpeed {
  WayId way{};
  double min_mps = 0;
  double max_mps = 0;  // 0: as the way allows
  TextPlace place{};

  friend bool operator==(const MissionSpeed&, const MissionSpeed&) = default;
};

// A value: it speaks of a network by ids and is meaningful with that one only.
struct Mission {
  std::string name{};
  std::vector<Checkpoint> checkpoints{};
  std::vector<MissionSpeed> speeds{};

  friend bool operator==(const Mission&, const Mission&) = default;
};

// What is wrong with a mission:
//   N301  it has no checkpoints                        N305  a speed for a way that the network does not have
//   N302  a checkpoint on no lane                      N306  invalid speeds, or the least above the largest
//   N303  a checkpoint outside of its lane             N307  a second speed for a way (a warning; the last one counts)
//   N304  a checkpoint against the lane's traffic      N308  a name for two checkpoints (a warning)
base::Diagnostics check(const Mission& mission, const Network& network);

// The speeds for a way; null where the mission says none.
const MissionSpeed* speed_on(const Mission& mission, WayId way);

// Routes from each checkpoint to the next: one less than checkpoints. A failure names every pair between which there is
// none:
//   N310  a checkpoint on a lane that is not open to these travellers
//   N311  a checkpoint that cannot be reached from the one before
base::Result<std::vector<Route>> plan(const Mission& mission, const RouteGraph& graph,
                                      const RouteOptions& options = {});

}  // namespace backlot::network
