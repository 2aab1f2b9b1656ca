// What applies along a way: the queries on attributes and features.
#pragma once

#include "backlot/network/internal/network_data.h"

namespace backlot::network::internal {

const AttributeDescription* attribute_at(const NetworkData& data, AttributeKind kind, DirectedLane lane,
                                         double distance);
const AttributeDescription* next_attribute(const NetworkData& data, AttributeKind kind, DirectedLane lane,
                                           double distance);
const FeatureDescription* next_feature(const NetworkData& data, FeatureKind kind, DirectedLane lane,
                                       double distance);
double speed_limit_mps(const NetworkData& data, DirectedLane lane, double distance);
double stop_distance(const NetworkData& data, DirectedLane lane);

}  // namespace backlot::network::internal
