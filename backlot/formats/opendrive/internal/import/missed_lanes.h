// Where a lane of a connecting road does not meet a lane that it joins.
#pragma once

#include <optional>

#include "backlot/formats/opendrive/internal/import/joints.h"
#include "backlot/formats/opendrive/internal/plan/lane_chain.h"

namespace backlot::formats::opendrive {

struct MissedLane {
  LaneOfEnd lane;       // outside
  double apart_m = 0;   // the centres of both lanes, seen from above
  double kink_rad = 0;  // between both directions of travel, 0 to pi
};

// The worse of the two ends, where the lanes lie so far apart that no body can follow both. None where they meet,
// and where a corridor from lane to lane would have to lead backwards. `from` and `to` are the lanes outside, in the order of travel.
std::optional<MissedLane> find_missed_lane(const RoadPlans& roads, std::size_t connecting,
                                           const LaneChain& chain, const LaneOfEnd& from,
                                           const LaneOfEnd& to);

}  // namespace backlot::formats::opendrive
